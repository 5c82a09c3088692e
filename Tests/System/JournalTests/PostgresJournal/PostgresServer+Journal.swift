import BoardJournal
import BoardModel
import Cluster
import KillTrial
import LocalNodes
import PostgresJournal
import SystemTestKit

extension PostgresServer {
  /// A journal in a space, which others may take at any time unless it has a lease.
  ///
  /// - Parameters:
  ///   - port: Of a proxy before the server.
  ///   - holder: What its process is called.
  ///   - outage: How long it waits for a database that does not answer; nil for ever.
  func journal(
    in space: SpaceName, through port: UInt16? = nil, holder: String = "a test",
    for purpose: JournalPurpose = .serving, lease: Duration = .zero, answer: Duration? = nil,
    outage: Duration? = nil, onTrouble: @escaping @Sendable (String) -> Void = { _ in }
  ) throws -> PostgresJournal {
    var timeouts = DatabaseTimeouts()
    timeouts.outage = outage
    if let answer { timeouts.answer = answer }
    return try PostgresJournal(
      space, of: self.lease(holder, lasting: lease, through: port), for: purpose,
      renewsLease: true, timeouts: timeouts, onTrouble: onTrouble)
  }

  /// Lets commits wait for a standby of this name; empty for none.
  func setStandby(_ name: String) throws {
    try execute("ALTER SYSTEM SET synchronous_standby_names = '\(name)'")
    try execute("SELECT pg_reload_conf()")
    try awaitCount(
      "FROM pg_settings WHERE name = 'synchronous_standby_names' AND setting = '\(name)'")
  }

  /// Asks until there are rows.
  func awaitCount(_ rows: String) throws {
    while try execute("SELECT count(*) \(rows)").hasPrefix("0") {}
  }

  /// The lease of a process, which is not registered yet.
  ///
  /// - Parameters:
  ///   - link: Where others reach it; nil for a server that is no node.
  ///   - watch: For how long it watches the owner of a space that it wants.
  ///   - port: Of a proxy before the server.
  func lease(
    _ process: String, at link: String? = nil, weight: Int = 1,
    lasting duration: Duration = .seconds(600), watching watch: Duration = .zero,
    through port: UInt16? = nil
  ) -> NodeLease {
    let address = link.map { NodeAddress(link: $0, certificate: "SHA256:\($0)") }
    let registration = NodeRegistration(
      address: address, process: process, version: "1.0", weight: weight)
    return NodeLease(url(port: port), as: registration, lasting: duration, watching: watch)
  }
}
