import BoardJournal
import BoardModel
import CSQLite
import SystemTestKit
import TestKit
import Testing

@testable import SQLiteJournal

/// Counts pages and not time: a journal that has much must be searched as one that has little.
@Suite("A search in a journal of long bodies")
struct SearchTests {
  private let scratch: Scratch
  private let data: String
  private static let body = Array(String(repeating: "a line of a body\n", count: 1 << 16).utf8)
  private static let parts = 24

  init() throws {
    scratch = try Scratch()
    data = scratch.at("data")
    let journal = try SQLiteJournal(data)
    _ = try journal.acquire()
    var groups: [JournalGroup] = [
      [.created("list", revision: 0), .snapshot("list", revision: 0, body: [])]
    ]
    groups += (1...4).map { [.revision(Self.revision($0, Self.body))] }
    groups += (0..<Self.parts).map {
      [.snapshotPart("list", revision: 4, number: $0, body: Self.body)]
    }
    groups.append([.snapshot("list", revision: 4, parts: Self.parts, body: Self.body)])
    for group in groups { expectEqual(journal.commit(group), .committed) }
  }

  private static func revision(_ number: Int, _ body: [UInt8]) -> JournalRevision {
    JournalRevision(
      board: "list", from: number - 1, to: number, at: 1, client: "ann", origin: nil, body: body)
  }

  private static let groups: [JournalGroup] = [
    [.created("new", revision: 0), .snapshot("new", revision: 0, body: [])],
    [.created("new", revision: 0), .removed("new")],
    [.renamed("list", to: "new")],
    [.revision(revision(5, []))],
    [.revision(revision(5, [])), .snapshot("list", revision: 5, body: [])],
    [
      .boardNumber("list", "items", 7),
      .policy("list", target: "*", body: Array("policy *\n".utf8)),
    ],
    [.snapshotPart("list", revision: 5, number: 0, body: [])],
  ]

  @Test("reads the pages on its way, and no bodies", arguments: groups.indices)
  func pages(_ index: Int) throws {
    let journal = try SQLiteJournal(data)
    _ = try journal.acquire()
    _ = pagesRead(by: journal)
    expectEqual(journal.commit(Self.groups[index]), .committed)
    #expect(
      pagesRead(by: journal) < 60, "the bodies have \(Self.parts * Self.body.count / 4_096) pages")
  }

  /// The pages that were not in its cache since it was asked last.
  private func pagesRead(by journal: SQLiteJournal) -> Int {
    var (count, highest): (Int32, Int32) = (0, 0)
    let status = sqlite3_db_status(
      journal.database.raw, SQLITE_DBSTATUS_CACHE_MISS, &count, &highest, 1)
    expectEqual(status, SQLITE_OK)
    return Int(count)
  }
}
