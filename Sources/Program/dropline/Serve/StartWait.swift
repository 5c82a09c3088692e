import BoardJournal
import Glibc
import Logging
import Net
import PostgresJournal

/// The wait of a server that starts for a database that is not there yet, and for the lease of a process that was killed.
struct StartWait {
  /// For how long a database may be away.
  private static let outage: Duration = .seconds(30)
  /// For how long a dead process may seem to be alive.
  static let lease: Duration = NodeLease.duration + .seconds(3)

  private let logger: Logger
  private let start = MonotonicClock.now

  init(logger: Logger) { self.logger = logger }

  /// Waits until something succeeds, which is tried again and again.
  ///
  /// - Throws: `JournalFault` if it does not pass, or has not in time.
  func wait<Result>(
    _ body: () throws(JournalFault) -> Result
  ) throws(JournalFault) -> Result {
    var isToldOf = false
    while true {
      do throws(JournalFault) { return try body() } catch {
        guard let limit = Self.limit(of: error), MonotonicClock.now - start < limit else {
          throw error
        }
        if !isToldOf {
          logger.warning("waiting for at most \(limit.components.seconds) s: \(error)")
        }
        isToldOf = true
      }
      usleep(200_000)
    }
  }

  private static func limit(of fault: JournalFault) -> Duration? {
    switch fault {
    case .failed: outage
    case .inUse: lease
    case .damaged, .unusable: nil
    }
  }
}
