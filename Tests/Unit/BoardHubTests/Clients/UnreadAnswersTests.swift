import BoardModel
import TestKit
import Testing

@testable import BoardDelivery
@testable import BoardHub

@Suite("Answers that nobody reads (rule 1.10)")
struct UnreadAnswersTests {
  private var scene: HubScene
  private let reader: ConnectionID
  private let other: ConnectionID

  init() throws {
    scene = try HubScene(.fixed(.zero))
    reader = scene.hub.connect(at: scene.now)
    other = scene.hub.connect(at: scene.now)
    _ = scene.turn()
    scene.hub.roster.unread.limit = 300
  }

  /// A connection asks for the board, and takes none of the answer.
  private func holdAnswer(of id: ConnectionID) {
    let count = scene.ask(["show list"], by: id).reduce(0) { $0 + $1.utf8.count + 1 }
    scene.hub.setBlocked(id, true, unsentBytes: count)
  }

  private func lines(of id: ConnectionID, for lines: String...) -> [String] {
    scene.ask(lines, by: id)
  }

  @Test("count as long as they are not read, and no longer")
  func count() {
    expectEqual(scene.hub.room.unreadBytes, 0)
    let answer = scene.ask(["show list"], by: reader).reduce(0) { $0 + $1.utf8.count + 1 }
    expectEqual(scene.hub.room.unreadBytes, 0)
    scene.hub.setBlocked(reader, true, unsentBytes: answer - 10)
    expectEqual(scene.hub.room.unreadBytes, answer - 10)
    let pong = scene.ask(["ping"], by: reader)
    #expect(scene.hub.room.unreadBytes == answer - 10 || pong.isEmpty)
    scene.hub.setBlocked(reader, true, unsentBytes: answer - 50)
    expectEqual(scene.hub.room.unreadBytes, answer - 50)
    scene.hub.setBlocked(reader, false)
    expectEqual(scene.hub.room.unreadBytes, 0)
  }

  @Test("of a connection that is closed count as long as it may still take them")
  func leaving() {
    holdAnswer(of: reader)
    let held = scene.hub.room.unreadBytes
    #expect(held > 300)
    expectEqual(scene.hub.disconnected(reader, at: scene.now), held)
    expectEqual(scene.hub.room.unreadBytes, 0)
    scene.hub.room.countLeaving(unreadBytes: held)
    expectEqual(scene.hub.room.unreadBytes, held)
  }

  @Test("beyond the limit let long answers of everybody wait, and nothing else")
  func waiting() {
    holdAnswer(of: reader)
    for line in [
      "boards", "show list", "open list", "who", "find x", "history list", "policy list",
      "rows 0.0 101 board=list",
      "where \(Array(repeating: "i1", count: 101).joined(separator: ",")) board=list",
    ] {
      let id = scene.hub.connect(at: scene.now)
      _ = scene.turn()
      #expect(lines(of: id, for: line).isEmpty, "\(line)")
    }
    expectEqual(lines(of: other, for: "edit i1 board=list changed", "ping").count, 2)
    #expect(lines(of: other, for: "boards", "ping").isEmpty)
    #expect(!scene.hub.hasUnread)
    scene.hub.setBlocked(reader, false)
    #expect(scene.hub.hasUnread)
    _ = scene.hub.goOn(at: scene.now)
    expectEqual(Sent(scene.turn()).lines(of: other).first?.hasPrefix("ok boards"), true)
  }

  @Test("beyond the limit hold up nobody who asks for the items in sight")
  func brief() {
    holdAnswer(of: reader)
    #expect(lines(of: other, for: "rows 0.0 100 board=list")[0].hasPrefix("ok rows list "))
    let items = Array(repeating: "i1", count: 100).joined(separator: ",")
    expectEqual(lines(of: other, for: "where \(items) board=list").count, 101)
  }

  @Test("beyond the limit end those who take less than a quarter of theirs in 10 s")
  mutating func slow() {
    holdAnswer(of: reader)
    _ = scene.turn()
    let own = scene.hub.room.unreadBytes
    var unsent = own
    for _ in 0..<3 {
      scene.pass(.seconds(10))
      unsent -= (own + 3) / 4
      expectEqual(dropped { _ in unsent }, [])
    }
    scene.pass(.seconds(10))
    expectEqual(dropped { _ in 1 }, [reader])
  }

  @Test("beyond the limit end those who take nothing for 10 s, once a second, and nobody else")
  mutating func stalled() {
    holdAnswer(of: reader)
    _ = scene.turn()
    expectEqual(scene.nextDeadline, scene.hub.room.nextCheck)
    #expect(scene.nextDeadline != nil)
    let unsent = scene.hub.roster[reader]!.unsentBytes
    for _ in 0..<9 {
      scene.pass(.seconds(1))
      expectEqual(dropped { _ in Int(unsent) }, [])
    }
    // It takes half of them.
    scene.pass(.milliseconds(999))
    expectEqual(dropped { _ in Int(unsent) / 2 }, [])
    scene.pass(.milliseconds(1))
    expectEqual(dropped { _ in Int(unsent) / 2 }, [])
    scene.pass(.seconds(10))
    expectEqual(dropped { _ in Int(unsent) / 2 }, [reader])
  }

  @Test("far beyond the limit end those with the most, until the others are within it")
  func largest() {
    scene.hub.roster.unread.limit = 100_000
    let holders = (0..<5).map { _ in scene.hub.connect(at: scene.now) }
    _ = scene.turn()
    for holder in holders { holdAnswer(of: holder) }
    let each = scene.hub.room.unreadBytes / holders.count
    scene.hub.setBlocked(holders[3], true, unsentBytes: each / 2)
    scene.hub.roster.unread.limit = 2 * each
    #expect(scene.hub.roster.unread.isFarOverLimit)
    expectEqual(dropped { _ in 1 }, [holders[0], holders[1], holders[2]])
  }

  /// Who is given up now.
  private func dropped(_ unsentBytes: (ConnectionID) -> Int) -> [ConnectionID] {
    let dropped = scene.hub.room.dropUnread(at: scene.now, unsentBytes: unsentBytes)
    for gone in dropped {
      #expect(String(decoding: gone.farewell, as: UTF8.self).hasPrefix("bye idle"))
    }
    return dropped.map(\.id).sorted { $0.slot < $1.slot }
  }
}
