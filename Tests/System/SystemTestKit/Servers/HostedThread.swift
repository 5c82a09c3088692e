import BoardJournal
import BoardServer

/// The thread of a server of a test. The server ends with it at the latest.
final class HostedThread {
  /// The server may be busy with what a test gave it to do.
  private static let longestEnd: Duration = .seconds(600)

  private let thread: ServerThread
  private let control: ServerControl

  /// Runs a server.
  init(_ server: Server) throws {
    control = server.control
    thread = try ServerThread(server)
  }

  deinit {
    guard thread.isRunning else { return }
    control.stop()
    control.stop()
    thread.wait(for: Self.longestEnd)
  }

  /// Ends the server without sending anything.
  func crash() {
    control.kill()
    thread.wait(for: Self.longestEnd)
  }

  /// The fault that ended the server, or nil.
  func fault() -> JournalFault? {
    thread.wait(for: Self.longestEnd)
    return thread.fault
  }
}
