import BoardAuthority
import BoardModel
import TestKit
import Testing

@testable import BoardDelivery
@testable import BoardHub

@Suite("The revision logs of all boards together")
struct LogBytesTests {
  @Test("are cut where they are longest, so that their bytes stay within a limit")
  func cut() throws {
    let scene = try HubScene(.fixed(.zero))
    let author = scene.hub.connect(at: scene.now)
    scene.hub.boards.logByteLimit = 10_000
    _ = scene.ask(["create quiet", "insert-section 0 board=quiet One"], by: author)
    _ = scene.ask(["insert 0.0 board=quiet seldom"], by: author)
    let text = String(repeating: "x", count: 500)
    for number in 0..<50 {
      _ = scene.ask(["edit i\(number % 20) board=list \(text)\(number)"], by: author)
      #expect(scene.hub.boards.logBytes <= 10_000)
    }
    let total = scene.hub.boards.sorted.reduce(0) { $0 + $1.versions.log.byteCount }
    expectEqual(scene.hub.boards.logBytes, total)
    // Who lags behind the busy board gets a snapshot; the quiet one has its whole past.
    let reader = scene.hub.connect(at: scene.now)
    let busy = scene.ask(["open list since=101"], by: reader)
    #expect(busy.contains { $0.hasPrefix("board list 150 ") })
    let quiet = scene.ask(["open quiet since=1"], by: reader)
    #expect(quiet.contains { $0.hasPrefix("batch quiet 1 2 ") })
  }

  @Test("are counted no longer when their board is gone, and on when it is renamed")
  func gone() throws {
    let scene = try HubScene(.fixed(.zero))
    let author = scene.hub.connect(at: scene.now)
    _ = scene.ask(["edit i1 board=list changed"], by: author)
    let bytes = scene.hub.boards.logBytes
    expectEqual(bytes, "i1".utf8.count + "item 1".utf8.count + "changed".utf8.count)
    _ = scene.ask(["rename-board list other"], by: author)
    expectEqual(scene.hub.boards.logBytes, bytes)
    _ = scene.ask(["remove-board other"], by: author)
    expectEqual(scene.hub.boards.logBytes, 0)
  }

  @Test("and their contents are counted for the boards that there are")
  func contents() throws {
    let scene = try HubScene(.fixed(.zero))
    let author = scene.hub.connect(at: scene.now)
    let boards = scene.hub.boards
    func sum() -> Int { boards.sorted.reduce(0) { $0 + $1.versions.board.quotaBytes } }
    let before = boards.quota.used
    #expect(before > 0 && before == sum())
    for line in [
      "create other", "insert-section 0 board=other One", "insert 0.0 board=other a text",
      "rename-board other third", "undo third", "batch list", "delete 0.0 -", "delete 0.1 -", "end",
    ] {
      _ = scene.ask([line], by: author)
      expectEqual(boards.quota.used, sum(), "\(line)")
    }
    _ = scene.ask(["remove-board third"], by: author)
    #expect(boards.count == 1 && boards.quota.used == sum() && sum() < before)
  }
}
