import Allocations
import BoardModel
import BoardWire
import Glibc
import TestKit
import Testing

/// The allocations of parsing and writing lines.
@Suite("The memory of a line")
struct WireAllocationTests {
  private static let repetitions = 1_000

  /// Generic code allocates in a build without the optimizer.
  private static var isOptimized: Bool {
    #if DEBUG
      getenv("DROPLINE_OPTIMIZED") != nil
    #else
      true
    #endif
  }

  /// The allocations of repeated runs, after a first one.
  private func allocations(_ body: () -> Void) -> Int {
    body()
    let before = allocationsOfThisThread()
    for _ in 0..<Self.repetitions { body() }
    return Int(allocationsOfThisThread() - before)
  }

  private func allocations(reading line: String) -> Int {
    var line = line
    return line.withUTF8 { line in
      allocations { precondition(Command(UnsafeRawBufferPointer(line))?.request != nil) }
    }
  }

  @Test(
    "is not allocated for the commands of a drag and of edits", .enabled(if: isOptimized),
    arguments: [
      "begin i17", "#t1 begin i17 board=list", "propose 1.5 drag=d7", "propose before:i30",
      "#t1 propose end:s2 op=copy drag=d7 board=list", "perform d7", "move i17 1.5",
      "#t1 move i17 before:i30 force=yes board=list", "delete i17", "insert 0.0 Call Ann",
    ])
  func commands(_ line: String) {
    expectEqual(allocations(reading: line), 0)
  }

  @Test("is allocated once for each id and text of more than 15 bytes")
  func longNames() {
    let (short, long) = ("fifteen-bytes-x", "sixteen-bytes-xx")
    let none = allocations(reading: "move \(short) before:\(short)")
    let one = allocations(reading: "move \(long) before:\(short)")
    let two = allocations(reading: "move \(long) before:\(long)")
    expectEqual([one - none, two - none], [Self.repetitions, 2 * Self.repetitions])
    let text = allocations(reading: "insert 0.0 \(long)")
    expectEqual(text - allocations(reading: "insert 0.0 \(short)"), Self.repetitions)
  }

  @Test("is not allocated for rows of a batch", .enabled(if: isOptimized))
  func rows() {
    let ids = (0..<100).map { ItemID("an-id-of-many-bytes-\($0)")! }
    var batch = BatchUpdate()
    batch.moves = ids.enumerated().map { .init($1, from: [0, $0], to: [1, $0]) }
    batch.deletes = ids.enumerated().map { .init($1, at: [2, $0]) }
    batch.inserts = ids.enumerated().map { .init(Item(id: $1, text: "some text"), at: [3, $0]) }
    batch.reloads = ids.enumerated().map { .init($1, text: "e=mc2", at: [4, $0]) }
    batch.reconfigures = ids.enumerated().map {
      .init($1, ["done": "yes", "note": "two words"], at: [5, $0])
    }
    var buffer = WireBuffer(capacity: 65_536)
    let count = allocations {
      buffer.removeAll()
      buffer.append(batch: batch, board: "list", from: 41, to: 42)
    }
    expectEqual(count, 0)
  }

  @Test("is not allocated for texts of control characters", .enabled(if: isOptimized))
  func escapes() {
    let text = Text(String(repeating: "\u{1}\u{1B}\u{9B}\u{202E}\n\\", count: 50))
    var batch = BatchUpdate()
    batch.reloads = (0..<50).map { .init("i17", text: text, at: [4, $0]) }
    var buffer = WireBuffer(capacity: 131_072)
    let count = allocations {
      buffer.removeAll()
      buffer.append(batch: batch, board: "list", from: 41, to: 42)
    }
    expectEqual(count, 0)
  }

  @Test("is not allocated for replies and events", .enabled(if: isOptimized))
  func replies() {
    let (item, drag): (ItemID, SessionID) = ("i17", SessionID(7))
    let proposal = DropProposal(
      verdict: .allowed(.move), path: [1, 5], anchor: .before("i30"))
    let replies: [Reply] = [
      .move(.init(count: 1, path: [1, 5], revision: 42)), .begin(.init(drag, items: [item])),
      .propose(.init(drag, proposal: proposal, revision: 42)), .ping(.init("here")),
      .perform(.init(drag, outcome: .moved(revision: 42, path: [1, 5]))),
      .insert(.init(item, path: [0, 0], revision: 42)),
    ]
    let events: [Event] = [
      .began(.init(drag, board: "list", client: "ann", items: [item], operations: .all)),
      .over(.init(drag, proposal: proposal)),
      .lifted(.init(drag)), .ended(.init(drag, outcome: .moved(revision: 42))),
    ]
    var buffer = WireBuffer(capacity: 65_536)
    for reply in replies {
      let count = allocations {
        buffer.removeAll()
        buffer.append(reply, tag: "t1")
      }
      expectEqual(count, 0, "\(reply)")
    }
    for event in events {
      let count = allocations {
        buffer.removeAll()
        buffer.append(event)
      }
      expectEqual(count, 0, "\(event)")
    }
  }
}
