import BoardJournal
import BoardModel
import Cluster
import KillTrial
import LocalNodes
import SystemTestKit
import TestKit
import Testing

@testable import PostgresJournal

@Suite("The lease of a process")
struct NodeLeaseTests {
  private let server: PostgresServer
  /// What tells the processes and links of this test from those of others.
  private let prefix = "n\(UInt64.random(in: 0...(.max)))"

  init() throws { server = try PostgresServer.shared.get() }

  private func lease(
    _ number: Int, isNode: Bool = true, weight: Int = 1, lasting duration: Duration = .seconds(600)
  ) -> NodeLease {
    server.lease(
      "\(prefix)-p\(number)", at: isNode ? link(number) : nil, weight: weight, lasting: duration)
  }

  private func link(_ number: Int) -> String { "\(prefix):\(number)" }

  private func row(_ id: NodeID?, in view: ClusterView) throws -> NodeRow {
    try #require(view.nodes.first { $0.id == id })
  }

  private func listing(_ number: Int) throws -> NodeListing? {
    try PostgresDatabase(server.url()).nodes().first { $0.link == link(number) }
  }

  @Test("registers it when it is first renewed, and keeps its number")
  func registered() throws {
    let lease = lease(1, weight: 3)
    expectNil(lease.id)
    let view = try lease.renew()
    #expect(view.me == lease.id && view.owned == [])
    try expectEqual(lease.renew().me, view.me)
    let expected = NodeRow(
      id: view.me, address: NodeAddress(link: link(1), certificate: "SHA256:\(link(1))"),
      state: .serving, renewals: 1, lease: .seconds(600), weight: 3, unreached: [])
    try expectEqual(row(view.me, in: view), expected)
    try expectEqual(row(view.me, in: try lease.renew()).renewals, 3)
    expectEqual(view.nodes.map(\.id), view.nodes.map(\.id).sorted())
    lease.leave()
  }

  @Test("is renewed while a standby stalls, and lets what waits for a row end with its client")
  func stalledStandby() throws {
    let own = try PostgresServer()
    let lease = own.lease("p")
    _ = try lease.renew()
    try own.setStandby("missing")
    for _ in 0..<5 { _ = try lease.renew() }
    let rows = try PostgresDatabase(own.url())
      .rows(Statement("show", [], "SHOW client_connection_check_interval")())
    expectEqual(rows.first?.string(0), "2s")
    try own.setStandby("")
    lease.leave()
  }

  @Test("shows each process what the others report")
  func reported() throws {
    let (first, second) = (lease(1), lease(2, isNode: false, lasting: .zero))
    _ = try second.renew()
    let report = NodeReport(
      unreached: [link(7), link(8)], spaces: 4, clients: 30, isDraining: true)
    _ = try first.renew(report)
    let view = try second.renew()
    let row = try row(first.id, in: view)
    #expect(row.unreached == [link(7), link(8)] && row.state == .draining)
    let own = try self.row(second.id, in: view)
    #expect(own.address == nil && own.lease == .zero)
    let listing = try #require(try listing(1))
    #expect(listing.spaces == 4 && listing.clients == 30 && listing.unreached == report.unreached)
    #expect(listing.state == .draining && listing.isAlive)
    _ = try first.renew()
    try expectEqual(self.row(first.id, in: try second.renew()).state, .serving)
    for lease in [first, second] { lease.leave() }
  }

  @Test("shows it the spaces that it owns, with their terms and where they belong")
  func owned() throws {
    let lease = lease(1)
    _ = try lease.renew()
    let space = try server.space()
    let journal = try PostgresJournal(space, of: lease) { _ in }
    _ = try journal.acquire()
    _ = try journal.acquire()
    try expectEqual(lease.renew().owned, [OwnedSpace(name: space, term: 2, pinned: nil)])
    let database = try PostgresDatabase(server.url())
    try database.pin(space, to: link(1))
    try expectEqual(lease.renew().owned, [OwnedSpace(name: space, term: 2, pinned: link(1))])
    try expectEqual(lease.locate(space), .found(owner: lease.id, pinned: link(1)))
    let listing = try #require(try database.spaces().first { $0.name == space.string })
    #expect(listing.holder == "\(prefix)-p1" && listing.link == link(1))
    expectEqual(listing.pinned, link(1))
    try database.pin(space, to: nil)
    try expectEqual(lease.locate(space), .found(owner: lease.id, pinned: nil))
    #expect(throws: JournalFault.self) { try database.pin(space, to: "nobody:1") }
    #expect(throws: JournalFault.self) { try database.pin(SpaceName("no-such")!, to: nil) }
    lease.leave()
  }

  @Test("is refused while another live process has its link")
  func sameLink() throws {
    let first = lease(1)
    _ = try first.renew()
    let second = server.lease("\(prefix)-other", at: link(1))
    let fault = JournalFault.inUse("\(prefix)-p1 is the node \(link(1))")
    #expect(throws: fault) { _ = try second.renew() }
    expectNil(second.id)
    first.leave()
    _ = try second.renew()
    try expectEqual(listing(1)?.process, "\(prefix)-other")
    second.leave()
  }

  @Test("is had by the next process at its link when it is over, or when it is the same process")
  func successor() throws {
    let first = lease(1, lasting: .zero)
    let old = try first.renew().me
    let again = lease(1)
    #expect(try again.renew().me > old)
    let third = server.lease("\(prefix)-other", at: link(1))
    #expect(throws: JournalFault.self) { _ = try third.renew() }
    let fourth = lease(1)
    let view = try fourth.renew()
    #expect(!view.nodes.contains { $0.id == again.id })
    fourth.leave()
  }

  @Test(
    "can be declared over only if it was not renewed since it was looked at, and its process registers anew"
  )
  func dead() throws {
    let (first, second) = (lease(1), lease(2))
    let dead = try first.renew().me
    _ = try second.renew()
    _ = try first.renew()
    #expect(try !second.declareDead(dead, after: 1))
    #expect(try second.declareDead(dead, after: 2) && second.declareDead(dead, after: 2))
    #expect(try second.declareDead(NodeID(1 << 40), after: 0))
    try expectEqual(listing(1)?.state, .dead)
    #expect(try !second.renew().nodes.contains { $0.id == dead })
    let view = try first.renew()
    #expect(view.me > dead && view.me == first.id && view.owned == [])
    #expect(try second.renew().nodes.contains { $0.id == view.me })
    for lease in [first, second] { lease.leave() }
  }

  @Test(
    "drains by an operator's word, whatever it reports and whoever follows it, until that is undone"
  )
  func drained() throws {
    let database = try PostgresDatabase(server.url())
    #expect(throws: JournalFault.self) { try database.setDraining(link(1), true) }
    #expect(throws: JournalFault.self) { try database.setWeight(link(1), 2) }
    let first = lease(1)
    _ = try first.renew()
    try database.setDraining(link(1), true)
    try database.setWeight(link(1), 5)
    var row = try row(first.id, in: try first.renew())
    #expect(row.state == .draining && row.weight == 5)
    first.leave()
    let second = lease(1)
    row = try self.row(try second.renew().me, in: try second.renew())
    #expect(row.state == .draining && row.weight == 5)
    #expect(try listing(1)?.state == .draining && listing(1)?.weight == 5)
    try database.setDraining(link(1), false)
    row = try self.row(second.id, in: try second.renew())
    #expect(row.state == .serving && row.weight == 5)
    second.leave()
  }

  @Test("ends with its process, whose spaces are released")
  func left() throws {
    let (first, second) = (lease(1), lease(2))
    for lease in [first, second] { _ = try lease.renew() }
    let space = try server.space()
    let journal = try PostgresJournal(space, of: first) { _ in }
    _ = try journal.acquire()
    first.leave()
    expectNil(first.id)
    try expectEqual(second.locate(space), .found(owner: nil, pinned: nil))
    let listing = try #require(try listing(1))
    #expect(listing.state == .left && !listing.isAlive)
    // Its term has not ended: nobody has come.
    expectEqual(journal.commit(SampleGroups.group(0)), .committed)
    second.leave()
  }

  @Test("is forgotten when another process has seen it silent for an hour")
  func forgotten() throws {
    let own = try PostgresServer()
    let registration = NodeRegistration(address: nil, process: "p", version: "1")
    let first = NodeLease(own.url(), as: registration)
    let old = try first.renew().me
    let second = NodeLease(
      own.url(), as: registration, lasting: .seconds(5), forgettingAfter: .milliseconds(50))
    let id = try second.renew().me
    while try own.execute("SELECT id FROM dropline.node") != "\(id)\n" { _ = try second.renew() }
    #expect(try first.renew().me > old)
  }

  @Test("is over when whoever wants its space has seen it silent for so long, and not before")
  func watched() throws {
    let owner = lease(1, isNode: false, lasting: .milliseconds(300))
    let keeper = try LeaseKeeper(owner, every: .milliseconds(20))
    let space = try server.space()
    let first = try PostgresJournal(space, of: owner) { _ in }
    _ = try first.acquire()
    let other = server.lease("\(prefix)-p2", watching: .seconds(60))
    _ = try other.renew()
    let second = try PostgresJournal(space, of: other) { _ in }
    #expect(throws: JournalFault.inUse("space \(space) is served by \(prefix)-p1")) {
      _ = try second.acquire()
    }
    withExtendedLifetime(keeper) {}
    let silent = lease(3, isNode: false, lasting: .milliseconds(300))
    _ = try silent.renew()
    try server.execute("UPDATE dropline.space SET owner = \(silent.id!) WHERE name = '\(space)'")
    let start = ContinuousClock.now
    _ = try second.acquire()
    #expect(ContinuousClock.now - start >= .milliseconds(300))
    expectEqual(first.commit(SampleGroups.group(0)), .fenced("a"))
    other.leave()
  }

  @Test("is over for the next process at its link when that has seen it silent for so long")
  func watchedLink() throws {
    let first = lease(1, lasting: .milliseconds(300))
    _ = try first.renew()
    let second = server.lease("\(prefix)-other", at: link(1))
    let start = ContinuousClock.now
    while (try? second.renew()) == nil {}
    #expect(ContinuousClock.now - start >= .milliseconds(300))
    second.leave()
  }

  @Test("tells its process that the database is another one, is not durable, or has lost groups")
  func health() throws {
    let own = try PostgresServer(["fsync=on"])
    let space = try own.space()
    let lease = own.lease("p", at: "p:1")
    try expectEqual(lease.renew().warnings, [])
    let journal = try PostgresJournal(space, of: lease) { _ in }
    _ = try journal.acquire()
    for number in 0..<2 { expectEqual(journal.commit(SampleGroups.group(number)), .committed) }
    try expectEqual(lease.renew().owned.count, 1)
    try own.execute("ALTER SYSTEM SET full_page_writes = off")
    try own.execute("SELECT pg_reload_conf()")
    let warning = "the database may lose what it has confirmed: full_page_writes = off"
    while try lease.renew().warnings != [warning] {}
    // It has lost the last group, of which the process has heard nothing since.
    try own.execute("UPDATE dropline.space SET groups = groups - 1")
    try expectEqual(lease.renew().owned, [])
    guard case .unusable(let reason) = try lease.locate(space) else {
      Issue.record("It can be served.")
      return
    }
    #expect(reason.contains("the database was restored to an earlier time"))
    lease.leave()
  }

  @Test("is not what tells strangers: that is a secret of the database, which all processes read")
  func secret() throws {
    let secrets = try (1...2).map { _ in try PostgresDatabase(server.url()).secret() }
    #expect(secrets[0] == secrets[1] && secrets[0].count > 60)
  }

  @Test("is kept by a thread for a process that does nothing else meanwhile")
  func kept() throws {
    let lease = lease(1, lasting: .seconds(5))
    do {
      let keeper = try LeaseKeeper(lease, every: .milliseconds(20))
      let id = try #require(lease.id)
      let renewals = "SELECT renewals > 3 FROM dropline.node WHERE id = \(id)"
      while try server.execute(renewals) != "t\n" {}
      withExtendedLifetime(keeper) {}
    }
    try expectEqual(listing(1)?.state, .left)
  }
}
