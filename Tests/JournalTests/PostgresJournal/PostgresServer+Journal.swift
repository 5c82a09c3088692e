import BoardJournal
import BoardModel
import KillTrial
import PostgresJournal
import SystemTestKit

extension PostgresServer {
  /// A journal in a space, which others may take at any time unless it has a lease.
  ///
  /// - Parameters:
  ///   - port: Of a proxy before the server.
  ///   - outage: How long it waits for a database that does not answer; nil for ever.
  func journal(
    in space: SpaceName, through port: UInt16? = nil, holder: String = "a test",
    for purpose: JournalPurpose = .serving, lease: Duration? = nil, answer: Duration? = nil,
    outage: Duration? = nil, onTrouble: @escaping @Sendable (String) -> Void = { _ in }
  ) throws -> PostgresJournal {
    var patience = Patience()
    patience.outage = outage
    if let answer { patience.answer = answer }
    return try PostgresJournal(
      url(port: port), space: space, holder: holder, for: purpose, lease: lease,
      patience: patience, onTrouble: onTrouble)
  }
}
