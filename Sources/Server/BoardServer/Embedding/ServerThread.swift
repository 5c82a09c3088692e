import BoardJournal
import Net

/// The thread of a server.
package final class ServerThread: Sendable {
  private let outcome: Outcome
  private let thread: WorkerThread

  /// How the server has ended.
  private final class Outcome: @unchecked Sendable {
    // The end of the thread orders its writing before its reading.
    var fault: JournalFault?
  }

  /// Runs a server.
  ///
  /// - Throws: `BoardServerFault.noThread`.
  package init(_ server: Server) throws(BoardServerFault) {
    let outcome = Outcome()
    var server: Server? = server
    do throws(WorkerThread.Unavailable) {
      thread = try WorkerThread {
        do throws(JournalFault) { try server?.run() } catch { outcome.fault = error }
        // What it has of the system is free again before others are told.
        server = nil
      }
    } catch { throw .noThread(error.code) }
    self.outcome = outcome
  }

  package var isRunning: Bool { thread.isRunning }

  /// The fault that ended the server; nil if it runs, or was stopped.
  package var fault: JournalFault? { isRunning ? nil : outcome.fault }

  /// Waits for the end of the server.
  ///
  /// - Returns: Whether it has ended within the time; on its own thread at once.
  @discardableResult
  package func wait(for time: Duration) -> Bool { thread.wait(for: time) }
}
