import BoardJournal
import BoardModel
import Simulation
import TokenHashing

/// Deterministic sample groups that use every kind of entry.
package enum SampleGroups {
  /// The groups with the numbers 0, 1, … up to a count.
  package static func first(_ count: Int) -> [JournalGroup] { (0..<count).map(group) }

  /// The group with a number, which continues the groups before it.
  package static func group(_ number: Int) -> JournalGroup {
    var group = number == 0 ? beginning : JournalGroup()
    group.append(.revision(revision("a", 2 * number)))
    group.append(.revision(revision("a", 2 * number + 1, origin: "d\(number)")))
    group.append(.revision(revision("b", 3 + number, origin: "undo \(number)")))
    group.append(.reply("anna", reply(number)))
    if number % 3 == 1 {
      let target = "s\(number % 2)"
      group.append(
        .policy("b", target: target, body: text("policy \(target) max-items=\(number)\n")))
      group.append(.policy("b", target: "s\(number % 4)", body: []))
      group.append(.policy("b", target: "*", body: text("policy * limit=\(number)\n")))
    }
    if number % 4 == 2 { snapshot(into: &group, number) }
    if number % 5 == 3 {
      group.append(.client(guest(number), token: TokenDigest(of: "token-\(number)")))
    }
    if number % 5 == 4 { group.append(.forgotten(guest(number - 1))) }
    for entry in comingAndGoing(number) { group.append(entry) }
    group.append(.boardNumber("a", "items", number))
    group.append(.number("groups", number + 1))
    group.append(.number("group \(number)", number))
    group.append(.number("group \(number - 3)", nil))
    return group
  }

  /// Board `a` begins empty, board `b` at revision 3.
  private static var beginning: JournalGroup {
    [
      .created("a", revision: 0),
      .created("b", revision: 3),
      .snapshot("b", revision: 3, body: board(3, 0)),
      .client("anna", token: TokenDigest(of: "secret-long-enough")),
    ]
  }

  /// Boards `c` and `d` are created, renamed and removed, in rounds of five groups.
  private static func comingAndGoing(_ number: Int) -> [JournalEntry] {
    let base = number / 5
    switch number % 5 {
    case 1:
      return [
        .created("c", revision: base), .snapshot("c", revision: base, body: board(base, 3)),
        .boardNumber("c", "items", base),
        .policy("c", target: "*", body: text("policy * max-items=9\n")),
      ]
    // The first `c` becomes `d`, and there is another `c`.
    case 2:
      return [
        .revision(revision("c", base)), .renamed("c", to: "d"), .created("c", revision: 0),
        .snapshot("d", revision: base + 1, body: board(base, 20)),
        .revision(revision("d", base + 1)), .revision(revision("c", 0)),
        .boardNumber("c", "items", number),
      ]
    // The first `c` gets its name back.
    case 3:
      return [
        .revision(revision("c", 1)), .removed("c"), .renamed("d", to: "c"),
        .snapshot("c", revision: base + 2, body: board(base, 30)), .trim("c", upTo: base + 2),
        .revision(revision("c", base + 2)), .boardNumber("c", "sections", number),
      ]
    // It is removed, and so is the later one.
    case 4:
      return [
        .removed("c"), .created("c", revision: number),
        .snapshot("c", revision: number, body: board(number, 5)), .renamed("c", to: "d"),
        .removed("d"),
      ]
    default: return []
    }
  }

  /// Two snapshots are stored, and the revisions since the older one.
  private static func snapshot(into group: inout JournalGroup, _ number: Int) {
    let head = 2 * number + 2
    let parts = number % 8 == 2 ? 2 : 0
    for part in 0..<parts {
      group.append(
        .snapshotPart("a", revision: head, number: part, body: board(head, 10 + part)))
    }
    group.append(.snapshot("a", revision: head, parts: parts, body: board(head, 60)))
    if number > 4 { group.append(.trim("a", upTo: head - 8)) }
  }

  private static func revision(
    _ board: BoardName, _ from: Int, origin: String? = nil
  ) -> JournalRevision {
    JournalRevision(
      board: board, from: from, to: from + 1, at: 1_700_000_000_000 + from, client: "anna",
      origin: origin, body: text(rows(from, from % 7)))
  }

  private static func reply(_ number: Int) -> StoredReply {
    StoredReply(
      tag: "t\(number)", digest: .max - UInt64(number), body: text("ok insert i\(number)\n"))
  }

  private static func guest(_ number: Int) -> ClientName {
    ClientName(unchecked: "guest-\(number)")
  }

  private static func rows(_ seed: Int, _ count: Int) -> String {
    (0..<count).map { "insert 0.\($0) i\(seed)-\($0) Käse\n" }.joined()
  }

  private static func board(_ seed: Int, _ count: Int) -> [UInt8] {
    let items = (0..<count).map { "item i\(seed)-\($0) Käse\n" }
    return text("section s1 \(count) To buy\n" + items.joined())
  }

  private static func text(_ string: String) -> [UInt8] { Array(string.utf8) }
}

extension JournalGroup {
  /// The expected content of a journal after these groups, computed in memory.
  ///
  /// - Parameter count: The number of groups after which the journal is backed up and restored.
  package static func contents(
    after groups: [JournalGroup], restoredAfter count: Int = 0,
    epoch: Epoch = MemoryStore.standardEpoch
  ) throws -> JournalContents {
    let store = MemoryStore(epoch: epoch)
    commit(groups.prefix(count), to: store)
    let restored = count > 0 ? MemoryStore(restoring: store, epoch: epoch) : store
    commit(groups.dropFirst(count), to: restored)
    return try JournalContents(of: MemoryJournal(restored))
  }

  private static func commit(_ groups: ArraySlice<JournalGroup>, to store: MemoryStore) {
    let journal = MemoryJournal(store)
    _ = journal.acquire()
    for group in groups { precondition(journal.commit(group) == .committed) }
  }
}

/// The whole content of a journal.
package struct JournalContents: Equatable {
  package var server: StoredServer
  package var steps: [BoardName: [ReplayStep]] = [:]

  /// Acquires a journal and reads all of it.
  package init(of journal: any Journal) throws {
    server = try journal.acquire()
    for board in server.boards {
      var steps: [ReplayStep] = []
      try journal.replay(board.name) { step throws(JournalFault) in steps.append(step) }
      self.steps[board.name] = steps
    }
  }

  package var epoch: Epoch { server.epoch }

  /// The number of stored sample groups.
  package var count: Int { server.numbers["groups"] ?? 0 }

  /// The expected content of a journal of the same epoch after as many sample groups.
  package var expected: JournalContents { get throws { try expected(restoredAfter: 0) } }

  /// The same, if it is a backup that was restored after so many of them.
  package func expected(restoredAfter count: Int) throws -> JournalContents {
    try JournalGroup.contents(
      after: SampleGroups.first(self.count), restoredAfter: count, epoch: epoch)
  }
}
