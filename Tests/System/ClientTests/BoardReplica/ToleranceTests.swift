import BoardModel
import BoardReplica
import BoardWire
import TestKit
import Testing

@Suite("A replica and a later server version")
struct ToleranceTests {
  /// A server's lines to a client that opens a board, drags, and makes changes. At `~` a later
  /// version may add a key.
  private static let conversation = [
    "dropline 1 epoch=aaaa client=guest-7 line=4096 text=1024 profiles=core,edit,drag~",
    "ok hello guest-7~",
    "ok open list 3~",
    "board list 3 2 10~",
    "section s1 2~ Fruit", "item a~ apple", "item b~", "section s2 0~",
    "drag d1 began list ben items=i8 ops=copy external=text/plain~ Tea",
    "drag d1 items items=i8,i9 external=text/plain~ Milk",
    "drag d1 over copy at=1.0 anchor=start:s2~",
    "drag d1 suspended~",
    "selected list ben items=a,b~",
    "selected list cleo items=b~",
    "ok select list items=a~",
    "ok begin d2 items=a~",
    "ok propose d2 forbidden~ at=1.0 anchor=start:s2 reason=limit rev=3",
    "drag d1 resumed~",
    "drag d1 lost~",
    "batch list 3 4 3~", "delete 0.1 b~", "insert-section 2 s3 1~ New", "item i8~ Tea",
    "drag d1 ended copied rev=4~",
    "drag d3 began list dora~ items=a",
    "drag d3 lifted~",
    "batch list 4 5 2~", "delete-section 1 s2~", "move-section 2 0 s3~",
    "batch list 5 6 2~", "reload-section 1 s1~ Obst", "reload 0.0 i8~ Coffee",
    "batch list 6 7 2~", "move 0.0 1.1 i8~", "insert 0.0 i10~ plum",
    "selected list ben~",
    "ping~",
    "#c-1 ok delete count=1 rev=8~",
    "batch list 7 8 1~", "delete 1.0 a~",
    "#c-2 refused leased~ item=a by=ben drag=d4 for=118s Somebody is dragging it.",
    "drag d2 ended gone~",
  ]

  /// The conversation of this version.
  private static let plain = conversation.map { $0.replacing("~", with: "") }

  @Test(
    "ignores unknown keys in any line",
    arguments: ["x-zeal=9", "x-1=a,b later=", "text=yes"])
  func keys(_ keys: String) throws {
    let plain = try Self.follow(Self.plain)
    let other = try Self.follow(Self.conversation.map { $0.replacing("~", with: " \(keys)") })
    expectEqual(other.events, plain.events)
    expectEqual(other.replica.shown.content, plain.replica.shown.content)
    expectEqual(other.replica.drags, plain.replica.drags)
    expectEqual(other.replica.selections, plain.replica.selections)
  }

  @Test(
    "ignores unknown events between any two messages",
    arguments: ["weather sunny", "drag d1 sparkled", "bye later-reason", "noted list key=a"])
  func events(_ event: String) throws {
    var reader = MessageReader()
    var lines: [String] = []
    for line in Self.plain {
      _ = try Array(line.utf8).withUnsafeBytes { try reader.read($0) }
      lines += reader.isInsideMessage ? [line] : [line, event]
    }
    let events = try Self.follow(lines).events
    try expectEqual(events, Self.follow(Self.plain).events)
    #expect(events.count > 20)
  }

  /// Follows the lines with two own changes that they answer.
  private static func follow(
    _ lines: [String]
  ) throws -> (replica: Replica, events: [ReplicaEvent]) {
    var replica = Replica(of: "list")
    var events = try replica.make(.delete(["a"])).events
    events += try replica.make(.edit("a", "plum")).events
    events += try replica.read(lines)
    return (replica, events)
  }
}
