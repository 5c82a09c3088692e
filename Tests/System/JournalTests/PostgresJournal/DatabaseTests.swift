import BoardJournal
import BoardModel
import Foundation
import KillTrial
import LocalNodes
import Synchronization
import SystemTestKit
import TestKit
import Testing
import TokenHashing

@testable import PostgresJournal

@Suite("A database")
struct DatabaseTests {
  private let server: PostgresServer

  init() throws { server = try PostgresServer.shared.get() }

  private func fault(_ body: () throws -> Void) throws -> String {
    let fault = #expect(throws: JournalFault.self) { try body() }
    return try #require(fault).description
  }

  @Test("has the spaces that were made in it")
  func spaces() throws {
    let name = try server.space()
    let database = try PostgresDatabase(server.url())
    try expectEqual(fault { try database.create(name) }, "there is a space \(name) already")
    let journal = try server.journal(in: name)
    _ = try journal.acquire()
    expectEqual(journal.commit([.created("a", revision: 0)]), .committed)
    let listing = try #require(try database.spaces().first { $0.name == name.string })
    #expect(listing.boards == 1 && listing.state == .ready && listing.holder == nil)
    try expectEqual(
      fault { _ = try server.journal(in: SpaceName("no-such-space")!) },
      "there is no space no-such-space: `dropline space create no-such-space` makes it")
  }

  @Test("without tables says how to make them, and one of another format what it has")
  func tables() throws {
    let own = try PostgresServer(hasTables: false)
    #expect(try fault { _ = try PostgresDatabase(own.url()) }.contains("`dropline schema`"))
    try own.execute(Schema.sql)
    _ = try PostgresDatabase(own.url())
    try own.execute("UPDATE dropline.format SET version = 99, compatible = 99")
    #expect(try fault { _ = try PostgresDatabase(own.url()) }.contains("format \(Schema.format)"))
  }

  @Test("plans once, for tables that are to grow, and compiles nothing")
  func settings() throws {
    let database = try PostgresDatabase(server.url())
    let settings = [
      ("enable_seqscan", "off"), ("plan_cache_mode", "force_generic_plan"), ("jit", "off"),
    ]
    for (name, value) in settings {
      let rows = try database.rows(Statement("show_\(name)", [], "SHOW \(name)")())
      expectEqual(rows.first?.string(0), value)
    }
  }

  @Test("is durable whatever the defaults of the role are, and says with what it is not")
  func durable() throws {
    let own = try PostgresServer()
    for (setting, used) in [("off", "on"), ("local", "on"), ("remote_apply", "remote_apply")] {
      try own.execute("ALTER ROLE dropline SET synchronous_commit = \(setting)")
      let database = try PostgresDatabase(own.url())
      let rows = try database.rows(Statement("show", [], "SHOW synchronous_commit")())
      expectEqual(rows.first?.string(0), used)
    }
    // Those of tests do without the disk.
    try expectEqual(
      own.lease("p").renew().warnings,
      [
        "the database may lose what it has confirmed: fsync = off"
      ])
  }

  @Test("lets those who only read it make backups, and be no nodes")
  func roles() throws {
    let own = try PostgresServer()
    let space = try own.space()
    try own.execute("CREATE ROLE serving LOGIN; CREATE ROLE reading LOGIN")
    try own.execute(Schema.grants(toServer: "serving", backup: "reading"))
    func url(_ role: String) -> StoreURL {
      StoreURL(own.address().replacing("dropline@", with: "\(role)@"))!
    }
    try expectEqual(PostgresDatabase(url("serving")).secret(), PostgresDatabase(own.url()).secret())
    #expect(try !PostgresDatabase(own.url()).secret().isEmpty)
    _ = try SpaceSnapshot(of: space, in: url("reading"))
    let reader = try PostgresDatabase(url("reading"))
    #expect(try fault { _ = try reader.secret() }.contains("lets this user not do"))
  }

  @Test(
    "tells what passes from what stays, for whoever asks it",
    arguments: [
      ("57014", FaultKind.passing), ("55P03", .passing), ("40P01", .passing), ("53300", .passing),
      ("25006", .passing), ("58030", .passing), ("28P01", .passing), ("3D000", .passing),
      ("53100", .full), ("57P01", .lost),
      ("08006", .lost), ("22012", .overtaken), ("23505", .overtaken), ("XX001", .damaged),
      ("XX000", .refused), ("P0001", .refused), ("42703", .refused),
    ])
  func kinds(_ state: String, _ kind: FaultKind) throws {
    let error = PostgresError.refused(state: state, message: "no")
    expectEqual(error.kind, kind)
    guard case .damaged = error.fault else {
      #expect(kind != .damaged && error.fault.description.hasSuffix(": no (\(state))"))
      return
    }
    expectEqual(kind, .damaged)
  }

  /// What the tables of each format were before the step to the next one.
  private static let downgrades = [
    """
    ALTER TABLE dropline.space DROP COLUMN certificate;
    ALTER TABLE dropline.space DROP CONSTRAINT space_state_check;
    ALTER TABLE dropline.space ADD CONSTRAINT space_state_check
      CHECK (state IN ('ready', 'arriving', 'moved'));
    """,
    """
    DROP TABLE dropline.drag;
    ALTER TABLE dropline.node DROP COLUMN unreached, DROP COLUMN unreached_since;
    """,
    """
    DROP TABLE dropline.node, dropline.node_setting;
    CREATE TABLE dropline.node (
      link text PRIMARY KEY, process text NOT NULL, space text NOT NULL, version text NOT NULL,
      lease_until timestamptz NOT NULL, unreached text, unreached_since timestamptz
    );
    DROP INDEX dropline.space_owner;
    ALTER TABLE dropline.space DROP COLUMN owner, DROP COLUMN pinned,
      ADD COLUMN holder text, ADD COLUMN link text, ADD COLUMN certificate text,
      ADD COLUMN lease_until timestamptz;
    INSERT INTO dropline.node VALUES ('h:1', 'process 7 on one', 'main', '1', clock_timestamp());
    UPDATE dropline.space SET holder = 'process 7 on one', link = 'h:1', certificate = 'c',
      lease_until = clock_timestamp() + interval '1 h';
    """,
    """
    ALTER TABLE dropline.node DROP COLUMN reads, DROP COLUMN links, DROP COLUMN commits,
      DROP COLUMN commit_p99;
    """,
    "UPDATE dropline.node SET reads = 5",
    "UPDATE dropline.node SET reads = 6",
    """
    UPDATE dropline.node SET reads = 7;
    ALTER TABLE dropline.space DROP COLUMN system, DROP COLUMN timeline, DROP COLUMN is_confirmed;
    ALTER TABLE dropline.format ADD COLUMN secret text;
    UPDATE dropline.format SET secret = (SELECT value FROM dropline.secret);
    DROP TABLE dropline.secret;
    """,
    """
    ALTER TABLE dropline.node DROP COLUMN renewals, DROP COLUMN lease, DROP COLUMN default_space,
      DROP COLUMN complaints, ADD COLUMN lease_until timestamptz NOT NULL DEFAULT clock_timestamp();
    ALTER TABLE dropline.format DROP COLUMN compatible;
    UPDATE dropline.node SET reads = 8;
    """,
    "UPDATE dropline.node SET reads = 9",
    "UPDATE dropline.node SET reads = 10",
    """
    ALTER TABLE dropline.space DROP COLUMN heads, DROP COLUMN heads_at;
    UPDATE dropline.node SET reads = 11;
    """,
  ]

  /// What lets the leases of all servers of a format end so much later.
  ///
  /// From format 9 on they have no end, and are renewed or not.
  private static func setLeases(of format: Int, _ interval: String) -> String {
    guard format < 9 else { return "SELECT 1" }
    return
      "UPDATE dropline.\(format < 4 ? "space" : "node") SET lease_until = clock_timestamp() + interval '\(interval)'"
  }

  @Test(
    "of an earlier format says how it is upgraded, and keeps what it has",
    arguments: 1..<Schema.format)
  func upgrade(from format: Int) throws {
    let own = try PostgresServer()
    let space = try own.space()
    do {
      let journal = try own.journal(in: space)
      _ = try journal.acquire()
      expectEqual(journal.commit(SampleGroups.group(0)), .committed)
    }
    for step in Self.downgrades[(format - 1)...].reversed() { try own.execute(step) }
    try own.execute("UPDATE dropline.format SET version = \(format)")
    let reason = try fault { _ = try PostgresDatabase(own.url()) }
    #expect(reason.contains("`dropline schema --from \(format)`"))
    try own.execute(Self.setLeases(of: format, "0"))
    try own.execute(try #require(Schema.upgrade(from: format)))
    let journal = try own.journal(in: space)
    try expectEqual(JournalContents(of: journal).count, 1)
    expectEqual(journal.commit(SampleGroups.group(1)), .committed)
    #expect(Schema.upgrade(from: 0) == nil && Schema.upgrade(from: Schema.format) == nil)
  }

  @Test(
    "of any format is not upgraded while servers run that do not read the new tables (slow: a database of its own)",
    arguments: 1..<Schema.compatible)
  func gate(from format: Int) throws {
    let own = try PostgresServer()
    let space = try own.space()
    let journal = try own.journal(in: space, lease: .milliseconds(format < 9 ? 0 : 500))
    _ = try journal.acquire()
    for step in Self.downgrades[(format - 1)...].reversed() { try own.execute(step) }
    try own.execute("UPDATE dropline.format SET version = \(format)")
    try own.execute(Self.setLeases(of: format, "1 h"))
    let upgrade = try #require(Schema.upgrade(from: format))
    // A server whose lease ends while somebody else holds the tables has been there.
    let isOver = Mutex(false)
    // In the place of a server of that format.
    let renewals = Thread {
      while !isOver.withLock({ $0 }) {
        _ = try? own.execute("UPDATE dropline.node SET renewals = renewals + 1")
      }
    }
    if format >= 9 { renewals.start() }
    let refusal = #expect(throws: PostgresServerError.self) { try own.execute(upgrade) }
    isOver.withLock { $0 = true }
    while renewals.isExecuting { sched_yield() }
    #expect("\(try #require(refusal))".contains("stop these servers first"))
    #expect(try own.execute("SELECT version FROM dropline.format").hasPrefix("\(format)"))
    try own.execute(Self.setLeases(of: format, "0"))
    try own.execute(upgrade)
    // A server that was paused all the time can store nothing.
    expectEqual(journal.commit([.created("late", revision: 0)]), .fenced("late"))
  }

  @Test("of a later format with which its programs go on ends nobody, and lets them start")
  func compatible() throws {
    let own = try PostgresServer()
    let journal = try own.journal(in: own.space())
    _ = try journal.acquire()
    try own.execute(
      """
      ALTER TABLE dropline.node ADD COLUMN later text;
      ALTER TABLE dropline.space ADD COLUMN later bigint NOT NULL DEFAULT 0;
      UPDATE dropline.format SET version = \(Schema.format + 1), compatible = \(Schema.format);
      """)
    expectEqual(journal.renew(), .renewed)
    expectEqual(journal.commit(SampleGroups.group(0)), .committed)
    #expect(try own.journal(in: own.space()).acquire().boards.isEmpty)
  }

  @Test("of a later format ends servers that do not read it, at the next renewal of their leases")
  func upgradedMeanwhile() throws {
    let own = try PostgresServer()
    let lease = NodeLease(
      own.url(), as: NodeRegistration(address: nil, process: "one", version: "1"))
    _ = try lease.renew()
    #expect(try own.execute("SELECT reads FROM dropline.node").hasPrefix("\(Schema.format)"))
    try own.execute("UPDATE dropline.format SET version = 99, compatible = 99")
    #expect(try fault { _ = try lease.renew() }.contains("tables of format 99"))
  }

  @Test("of a later format ends a server that is no node, too")
  func upgradedUnderServer() throws {
    let own = try PostgresServer()
    let lease = NodeLease(
      own.url(), as: NodeRegistration(address: nil, process: "one", version: "1"))
    let journal = try PostgresJournal(own.space(), of: lease, renewsLease: true) { _ in }
    _ = try journal.acquire()
    expectEqual(journal.renew(), .renewed)
    try own.execute("UPDATE dropline.format SET version = 99, compatible = 99")
    guard case .ended(.unusable) = journal.renew() else {
      Issue.record("It goes on.")
      return
    }
  }

  @Test("of another encoding is of no use")
  func encoding() throws {
    let own = try PostgresServer(encoding: "LATIN1")
    #expect(try fault { _ = try PostgresDatabase(own.url()) }.contains("LATIN1"))
  }

  @Test("that lets a user not in, or is not there, answers all the same")
  func refusedConnection() throws {
    let address = try PostgresServer.shared.get().address()
    for (name, state) in [("nobody@", "28000"), ("dropline@/missing", "3D000")] {
      let former = name.hasSuffix("@") ? "dropline@" : "dropline@/postgres"
      let url = try #require(StoreURL(address.replacing(former, with: name)))
      let fault = try fault { _ = try PostgresDatabase(url) }
      #expect(fault.hasPrefix("the database refuses: "), "\(fault)")
      #expect(fault.hasSuffix("does not exist (\(state))"), "\(fault)")
    }
  }

  @Test("that cannot be reached is named, without its password")
  func unreachable() throws {
    let url = try #require(StoreURL("postgres://ann:secret@127.0.0.1:1/boards?sslpassword=a&x=1"))
    expectEqual("\(url)", "postgres://ann@127.0.0.1:1/boards?x=1")
    #expect(!(try fault { _ = try PostgresDatabase(url) }.contains("secret")))
    for text in ["mysql://a", "postgres:/a", "postgres://a b", ""] {
      expectNil(StoreURL(text))
    }
  }

  @Test("that is read-only refuses, and nothing is lost when it can be written again")
  func readOnly() throws {
    let own = try PostgresServer()
    let space = try own.space()
    let journal = try own.journal(in: space, outage: .milliseconds(300))
    _ = try journal.acquire()
    expectEqual(journal.commit(SampleGroups.group(0)), .committed)
    try own.execute("ALTER SYSTEM SET default_transaction_read_only = on; SELECT pg_reload_conf()")
    // A new connection has the setting as soon as all others have been told to read it.
    while try own.execute("SHOW default_transaction_read_only") != "on\n" {}
    guard case .unknown = journal.commit(SampleGroups.group(1)) else {
      Issue.record("It was committed.")
      return
    }
    try own.execute(
      """
      SET default_transaction_read_only = off; ALTER SYSTEM RESET default_transaction_read_only;
      SELECT pg_reload_conf()
      """)
    let found = try JournalContents(of: try own.journal(in: space))
    expectEqual(found.count, 1)
  }

  @Test("whose rows were changed is damaged")
  func changed() throws {
    let space = try server.space()
    let journal = try server.journal(in: space)
    _ = try journal.acquire()
    for number in 0..<3 { expectEqual(journal.commit(SampleGroups.group(number)), .committed) }
    let id = "(SELECT id FROM dropline.space WHERE name = '\(space)')"
    try server.execute("UPDATE dropline.log SET body = body || 'x' WHERE space = \(id)")
    #expect(throws: JournalFault.self) {
      _ = try JournalContents(of: try server.journal(in: space))
    }
  }

  @Test("has a large snapshot in parts (slow: 20 MB)")
  func large() throws {
    let space = try server.space()
    let journal = try server.journal(in: space)
    _ = try journal.acquire()
    let body = (0..<20_000_000).map { UInt8(truncatingIfNeeded: $0 % 251) }
    let group: JournalGroup = [
      .created("a", revision: 4), .snapshot("a", revision: 4, body: body),
    ]
    expectEqual(journal.commit(group), .committed)
    try expectEqual(
      JournalContents(of: try server.journal(in: space)).steps["a"],
      [.snapshot(revision: 4, body: body)])
  }

  @Test("has at most twice the replies that count")
  func replies() throws {
    let space = try server.space()
    let journal = try server.journal(in: space)
    _ = try journal.acquire()
    for number in 0..<300 {
      let reply = StoredReply(tag: "t\(number)", digest: 1, body: [])
      expectEqual(journal.commit([.reply("ann", reply)]), .committed)
    }
    let id = "(SELECT id FROM dropline.space WHERE name = '\(space)')"
    let count = try server.execute("SELECT count(*) FROM dropline.reply WHERE space = \(id)")
    #expect(try #require(Int(count.prefix { $0.isNumber })) <= 2 * Limits.rememberedReplies)
  }
}
