import BoardJournal
import Glibc

/// The thread of a server.
package final class ServerThread: Sendable {
  private let end: ServerEnd
  /// The number of the thread in the system's tables.
  private let thread: pthread_t

  /// Runs a server.
  ///
  /// - Throws: `BoardServerFault.noThread`.
  package init(_ server: Server) throws(BoardServerFault) {
    let end = ServerEnd()
    var thread = pthread_t()
    let start = Unmanaged.passRetained(Start(server, end))
    let status = pthread_create(
      &thread, nil,
      { argument in
        Unmanaged<Start>.fromOpaque(argument!).takeRetainedValue().run()
        return nil
      }, start.toOpaque())
    guard status == 0 else {
      start.release()
      throw .noThread(status)
    }
    pthread_detach(thread)
    (self.thread, self.end) = (thread, end)
  }

  package var isRunning: Bool { !end.has(within: .zero) }

  /// The fault that ended the server; nil if it runs, or was stopped.
  package var fault: JournalFault? { isRunning ? nil : end.fault }

  /// Waits for the end of the server.
  ///
  /// - Returns: Whether it has ended within the time; on its own thread at once.
  @discardableResult
  package func wait(for time: Duration) -> Bool {
    pthread_equal(thread, pthread_self()) == 0 && end.has(within: time)
  }

  private final class Start {
    private var server: Server?
    private let end: ServerEnd

    init(_ server: Server, _ end: ServerEnd) { (self.server, self.end) = (server, end) }

    func run() {
      do throws(JournalFault) { try server?.run() } catch { end.fault = error }
      // What it has of the system is free again before others are told.
      server = nil
      end.note()
    }
  }
}

/// How a server has ended.
private final class ServerEnd: @unchecked Sendable {
  // The gate orders its writing before its reading.
  var fault: JournalFault?
  private let gate = Gate()

  func note() { gate.open() }

  func has(within time: Duration) -> Bool { gate.pass(within: time) }
}
