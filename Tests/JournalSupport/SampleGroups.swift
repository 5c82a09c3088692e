import BoardCore
import BoardJournal

/// Groups that use every entry, the same for everybody who asks.
public enum SampleGroups {
  /// The groups with the numbers 0, 1, … up to a count.
  public static func first(_ count: Int) -> [JournalGroup] { (0..<count).map(group) }

  /// The group with a number, which continues the groups before it.
  public static func group(_ number: Int) -> JournalGroup {
    var group = number == 0 ? beginning : JournalGroup()
    group.append(.revision(revision("a", 2 * number)))
    group.append(.revision(revision("a", 2 * number + 1, origin: "d\(number)")))
    group.append(.revision(revision("b", 3 + number, origin: "undo \(number)")))
    group.append(.reply("anna", reply(number)))
    if number % 3 == 1 { group.append(.policies("b", body: text("| s1 max-items=\(number)\n"))) }
    if number % 4 == 2 { snapshot(into: &group, number) }
    if number % 5 == 3 { group.append(.client(guest(number), token: "token-\(number)")) }
    if number % 5 == 4 { group.append(.forgotten(guest(number - 1))) }
    group.append(.number("groups", number + 1))
    return group
  }

  /// Board `a` begins empty, board `b` at revision 3.
  private static var beginning: JournalGroup {
    [
      .created("a", revision: 0),
      .created("b", revision: 3),
      .snapshot("b", revision: 3, body: text("board b 3 1 0\nsection s1 0 To buy\n")),
      .client("anna", token: "secret"),
    ]
  }

  /// Two snapshots are kept, and the revisions since the older one.
  private static func snapshot(into group: inout JournalGroup, _ number: Int) {
    let head = 2 * number + 2
    group.append(.snapshot("a", revision: head, body: text(rows(head, 60))))
    if number > 4 { group.append(.trim("a", upTo: head - 8)) }
  }

  private static func revision(
    _ board: BoardName, _ from: Int, origin: String? = nil
  ) -> JournalRevision {
    JournalRevision(
      board: board, from: from, to: from + 1, at: 1_700_000_000_000 + from, client: "anna",
      origin: origin, body: text("batch \(board) \(from) \(from + 1) 1\n" + rows(from, from % 7)))
  }

  private static func reply(_ number: Int) -> StoredReply {
    StoredReply(
      tag: "t\(number)", digest: .max - UInt64(number), body: text("ok insert i\(number)\n"))
  }

  private static func guest(_ number: Int) -> ClientName {
    ClientName(unchecked: "guest-\(number)")
  }

  private static func rows(_ seed: Int, _ count: Int) -> String {
    (0..<count).map { "insert 0.\($0) i\(seed)-\($0) - Käse\n" }.joined()
  }

  private static func text(_ string: String) -> [UInt8] { Array(string.utf8) }
}

extension JournalGroup {
  /// What a journal holds after these groups, found out in memory.
  public static func contents(after groups: [JournalGroup]) throws -> JournalContents {
    let journal = MemoryJournal()
    _ = journal.acquire()
    for group in groups { precondition(journal.commit(group) == .committed) }
    return try JournalContents(of: journal)
  }
}

/// All that a journal tells, but for the epochs.
public struct JournalContents: Equatable {
  public var server: StoredServer
  public var steps: [BoardName: [ReplayStep]] = [:]

  /// Acquires a journal and reads all of it.
  public init(of journal: any Journal) throws {
    server = try journal.acquire()
    for index in server.boards.indices {
      server.boards[index].epoch = 0
      let name = server.boards[index].name
      var steps: [ReplayStep] = []
      try journal.replay(name) { step throws(JournalFault) in steps.append(step) }
      self.steps[name] = steps
    }
  }

  /// How many of the sample groups are there.
  public var count: Int { server.numbers["groups"] ?? 0 }
}
