import BoardJournal
import BoardServer
import Glibc
import TestKit

/// The thread of a server. The server ends with it at the latest.
final class ServerThread {
  private let thread: pthread_t
  private let control: ServerControl
  private var isJoined = false
  private let end = End()

  /// How the server has ended; to be read after it has.
  private final class End {
    var fault: JournalFault?
  }

  private final class Start {
    private let server: Server
    private let end: End
    init(_ server: Server, _ end: End) { (self.server, self.end) = (server, end) }

    func run() {
      do throws(JournalFault) { try server.run() } catch { end.fault = error }
    }
  }

  /// Runs a server.
  init(_ server: Server) throws {
    control = server.control
    var thread = pthread_t()
    let start = Unmanaged.passRetained(Start(server, end))
    let status = pthread_create(
      &thread, nil,
      { argument in
        Unmanaged<Start>.fromOpaque(argument!).takeRetainedValue().run()
        return nil
      }, start.toOpaque())
    guard status == 0 else { throw LoopbackError.system(status) }
    self.thread = thread
  }

  deinit {
    guard !isJoined else { return }
    control.stop()
    control.stop()
    join()
  }

  /// Ends the server without sending anything.
  func crash() {
    control.kill()
    join()
  }

  private func join() {
    if !isJoined { pthread_join(thread, nil) }
    isJoined = true
  }

  /// The fault that ended the server, or nil.
  func fault() -> JournalFault? {
    join()
    return end.fault
  }

  /// Returns when the server has processed all bytes that had arrived.
  func settle() {
    _ = control.ask { _ in }
    _ = control.ask { _ in }
  }
}
