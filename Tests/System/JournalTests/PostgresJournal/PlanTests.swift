import KillTrial
import LocalNodes
import SystemTestKit
import TestKit
import Testing

@testable import PostgresJournal

/// The plans of what runs in each turn and each second, however many rows there are.
@Suite("The plan of a statement")
struct PlanTests {
  /// Its tables are never analysed, so that the plans do not depend on what other tests have stored.
  private static let server = Result { try PostgresServer(["autovacuum=off"]) }

  private static let hot: [Statement] =
    [GroupCommit.usual, .all].flatMap { [$0.waiting, $0.unlocked] } + [
      .count, .writeRows, .confirm, .take, .takeUnlocked, .own, .release, .readFence, .readSpaces,
      .takeDrags, .addBoard, .renameBoard, .trimLog, .addSnapshot, .trimSnapshots, .addPart,
      .dropParts, .trimParts, .setPolicy, .dropPolicy, .setClient, .dropClient, .trimReplies,
      .addDrag, .readSnapshot, .readPart, .readRevisions, .readPolicies, .readBoards,
      .readBoardNumbers, .readNumbers, .readClients, .readReplies, .readHeads, .renewNode,
      .extendLease, .readOwned, .declareDead, .forget, .readLive, .releaseAll, .pin,
    ]

  /// The lines of the plan that a connection of dropline uses.
  private func plan(of statement: Statement) throws -> [String] {
    let database = try PostgresDatabase(try Self.server.get().url())
    let types = list(statement.parameters.map(\.type))
    let values = list(statement.parameters.map(\.example))
    _ = try database.rows(
      Statement("prepare", [], "PREPARE planned \(types) AS \(statement.sql)")())
    return try database.rows(Statement("explain", [], "EXPLAIN EXECUTE planned \(values)")())
      .map { $0.string(0) }
  }

  private func list(_ words: [String]) -> String {
    words.isEmpty ? "" : "(\(words.joined(separator: ", ")))"
  }

  /// The scans that read more than the rows with a key.
  private func wideScans(in plan: [String]) -> [String] {
    plan.indices.filter { index in
      let line = plan[index]
      guard line.contains(" Scan"), !line.contains("Bitmap Heap Scan") else { return false }
      // The rows of lists that are parameters are all wanted.
      let kinds = ["CTE Scan", "Subquery Scan", "Function Scan"]
      if kinds.contains(where: line.contains) { return false }
      return index + 1 == plan.count || !plan[index + 1].contains("Index Cond:")
    }.map { plan[$0] }
  }

  @Test("reads the rows with its keys and no others", arguments: hot.indices)
  func keys(_ index: Int) throws {
    let statement = Self.hot[index]
    let plan = try plan(of: statement)
    #expect(!plan.isEmpty)
    expectEqual(wideScans(in: plan), [], "\(statement.name)")
  }

  @Test("of the live processes reads them alone")
  func nodes() throws {
    let plan = try plan(of: .readNodes)
    #expect(!plan.contains { $0.contains("Seq Scan on node ") }, "\(plan)")
    #expect(plan.contains { $0.contains("node_link") || $0.contains("node_pkey") })
  }

  @Test("is found to be wide if it is")
  func wide() throws {
    let statement = Statement("wide", [.bytes], "SELECT rev FROM dropline.log WHERE body = $1")
    #expect(try !wideScans(in: plan(of: statement)).isEmpty)
  }
}

extension Statement.Kind {
  fileprivate var type: String {
    switch self {
    case .bytes: "bytea"
    case .int: "bigint"
    case .text: "text"
    case .manyBytes: "bytea[]"
    case .ints: "bigint[]"
    case .texts: "text[]"
    }
  }

  fileprivate var example: String {
    switch self {
    case .bytes: "'\\x00'"
    case .int: "1"
    case .text: "'serving'"
    case .manyBytes: "ARRAY['\\x00'::bytea]"
    case .ints: "ARRAY[1]"
    case .texts: "ARRAY['serving']"
    }
  }
}
