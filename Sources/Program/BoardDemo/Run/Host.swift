import BoardHub
import BoardJournal
import BoardModel
import BoardServer
import Glibc
import Logging
import Net

/// The real server, on its own thread.
final class Host {
  /// The kernel's send buffer limit: small, so that even in a demo of a few seconds the server
  /// notices stalled clients.
  private static let unsentInKernel = 1_024

  let address: SocketAddress
  /// The address of the page.
  let webAddress: SocketAddress
  private let control: ServerControl
  private var thread = pthread_t()
  private var isRunning = true
  private let work: Work

  /// Starts the server.
  ///
  /// - Parameter port: The port on loopback; 0 lets the system choose.
  init(_ hub: Hub, journal: (any Journal)?, port: UInt16, logger: Logger) throws {
    var configuration = Server.Configuration(
      address: .loopback(port))
    configuration.unsentInKernel = Self.unsentInKernel
    let server = try Server(configuration, hub: hub, journal: journal, logger: logger)
    address = .loopback(server.port)
    webAddress = try server.listen(
      WebConfiguration(address: .loopback(0)))
    control = server.control
    work = Work(server)
    let status = pthread_create(
      &thread, nil,
      { argument in
        Unmanaged<Work>.fromOpaque(argument!).takeRetainedValue().run()
        return nil
      }, Unmanaged.passRetained(work).toOpaque())
    guard status == 0 else { throw DemoFault("no thread can be had: error \(status)") }
  }

  deinit { _ = stop() }

  /// The server's present board; nil if there is none of that name.
  func servedBoard(_ board: BoardName) -> ServedBoard? { isRunning ? control.board(board) : nil }

  /// Shuts the server down.
  ///
  /// - Returns: The fault that ended it, if any.
  func stop() -> JournalFault? {
    guard isRunning else { return work.fault }
    isRunning = false
    control.stop()
    pthread_join(thread, nil)
    return work.fault
  }

  /// The body of the thread. The fault is read after the thread has ended.
  private final class Work {
    private let server: Server
    private(set) var fault: JournalFault?

    init(_ server: Server) { self.server = server }

    func run() {
      do throws(JournalFault) { try server.run() } catch { fault = error }
    }
  }
}

/// Why a demo cannot continue.
struct DemoFault: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
