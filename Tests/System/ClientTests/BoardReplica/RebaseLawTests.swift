import BoardModel
import BoardReplica
import BoardWire
import TestKit
import Testing

@Suite("A replica under the changes of others")
struct RebaseLawTests {
  static let board = [
    "section s1 2 Fruit", "item a apple", "item b pear", "section s2 1 Dairy", "item c milk",
    "section s3 0 Rest",
  ]

  /// The client's own change.
  static let own: [OwnChange] = [
    .insert("tea", at: .before("b")), .insert("tea", at: .end("s3")), .insert("", at: .after("a")),
    .delete(["a"]), .delete(["a", "b"]), .move(["a"], to: .after("b")),
    .move(["a"], to: .end("s2")), .move(["c", "a"], to: .before("b")), .edit("a", "plum"),
    .insertSection("New", at: .before("s2")), .deleteSection("s1"),
    .moveSection("s1", to: .end), .renameSection("s1", to: "Obst"), .clear("s1"),
  ]

  /// The other client's edit.
  static let foreign = [
    "insert before:b tea", "insert end:s3 tea", "insert start:s1 ", "delete a", "delete b",
    "delete c",
    "move a end:s3", "move b 0.0", "edit a plum", "edit a fig", "insert-section before:s1 New",
    "delete-section s1", "delete-section s2", "move-section s1 end", "rename-section s1 Obst",
    "clear s1", "clear s2",
  ]

  /// When the server executes the other client's edit: before the own change is made, before its
  /// command arrives, or after.
  enum Moment: CaseIterable { case beforeMaking, beforeArriving, after }

  @Test(
    "finally shows the server's board, by legal updates, however the messages interleave (slow: all ways)"
  )
  func everyInterleaving() throws {
    var count = 0
    for change in Self.own {
      for line in Self.foreign {
        for moment in Moment.allCases {
          // In the short run, each pair is tried on a few of the splits, and each split with many
          // pairs.
          let splits = isThorough ? Array(0..<27) : [count % 27, (count + 13) % 27]
          count += 5
          for split in splits {
            do {
              // Of a client that counts, what it knows matters too: each of three items, or not.
              try play(change, line, moment, split, known: nil)
              for known in isThorough ? Array(0..<8) : [count % 8] {
                try play(change, line, moment, split, known: known)
              }
            } catch {
              Issue.record("\(change) against \(line) \(moment) \(split): \(error)")
              return
            }
          }
        }
      }
    }
  }

  /// Plays one own change against a foreign one, with 0, 1 or 2 messages delivered between steps.
  ///
  /// - Parameter known: The items that the client has of which it is told counts, as bits; nil if it has all.
  private func play(
    _ change: OwnChange, _ line: String, _ moment: Moment, _ split: Int, known: Int?
  ) throws {
    var scene = try ReplicaScene(Self.board)
    let own = try scene.join("own", content: known == nil ? nil : .counts)
    let other = try scene.join("other")
    try scene.settle()
    for (bit, path) in [[0, 0], [0, 1], [1, 0]].enumerated() where (known ?? 0) >> bit & 1 == 1 {
      own.look(at: path[1]..<path[1] + 1, of: path[0])
    }
    try scene.settle()
    var split = split
    func step() throws {
      for _ in 0..<split % 3 { try scene.deliver(to: own) }
      split /= 3
    }
    if moment == .beforeMaking { try scene.say(line, as: other) }
    try step()
    try own.make(change)
    if moment == .beforeArriving { try scene.say(line, as: other) }
    // What it looks at now arrives amid all this.
    if known != nil, split.isMultiple(of: 2) { own.look(at: 0..<9, of: 0) }
    try step()
    try scene.transmit(own)
    if moment == .after { try scene.say(line, as: other) }
    try step()
    try scene.settle()
    try scene.check()
  }

  @Test("shows an own item exactly once in every state", arguments: 0..<9)
  func oneRow(_ split: Int) throws {
    var scene = try ReplicaScene(Self.board)
    let own = try scene.join("own")
    let other = try scene.join("other")
    try scene.settle()
    try own.make(.insert("tea", at: .end("s1")))
    try scene.say("insert 0.0 coffee", as: other)
    for _ in 0..<split % 3 { try scene.deliver(to: own) }
    try scene.transmit(own)
    for _ in 0..<split / 3 { try scene.deliver(to: own) }
    func count() -> Int { own.replica.shown.content[0].items.count { $0.text == "tea" } }
    while try scene.deliver(to: own) { expectEqual(count(), 1) }
    let rows = own.updates.map { $0.insertedItems.count + $0.deletedItems.count }
    expectEqual(rows.reduce(0, +), 2)
    expectEqual(own.settled.values.first, .confirmed(revision: 3))
  }
}
