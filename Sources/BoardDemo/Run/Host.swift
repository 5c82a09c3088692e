import BoardHub
import BoardJournal
import BoardModel
import BoardServer
import Glibc
import Libuv
import Logging

/// The real server, on a thread of its own.
final class Host {
  /// What the kernel takes of what a stalled client does not read: little, so that in a demo of a
  /// few seconds, too, the server sees that it is slow.
  private static let unsentInKernel = 1_024

  let address: SocketAddress
  private let control: ServerControl
  private var thread = pthread_t()
  private var isRunning = true
  private let work: Work

  /// Begins to serve.
  ///
  /// - Parameter port: Where to listen on loopback; 0 lets the system choose.
  init(_ hub: Hub, journal: (any Journal)?, port: UInt16, logger: Logger) throws {
    var configuration = Server.Configuration(
      address: try SocketAddress(host: "127.0.0.1", port: port))
    configuration.unsentInKernel = Self.unsentInKernel
    let server = try Server(configuration, hub: hub, journal: journal, logger: logger)
    address = server.address
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

  /// A board as the server has it now; nil if there is none of that name.
  func servedBoard(_ board: BoardName) -> ServedBoard? { isRunning ? control.board(board) : nil }

  /// Tells everyone and ends the server.
  ///
  /// - Returns: Why it ended, if not in peace.
  func stop() -> JournalFault? {
    guard isRunning else { return work.fault }
    isRunning = false
    control.stop()
    pthread_join(thread, nil)
    return work.fault
  }

  /// What the thread does. The fault is read after it has ended.
  private final class Work {
    private let server: Server
    private(set) var fault: JournalFault?

    init(_ server: Server) { self.server = server }

    func run() {
      do throws(JournalFault) { try server.run() } catch { fault = error }
    }
  }
}

/// Why a demo cannot go on, in words for people.
struct DemoFault: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
