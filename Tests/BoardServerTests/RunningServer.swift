import BoardCore
import BoardHub
import Glibc
import Libuv
import Logging

@testable import BoardServer

/// A real server on loopback, in a thread of its own, with a port that the system chose.
final class RunningServer {
  let port: UInt16
  let control: ServerControl
  private let thread: pthread_t

  init(
    cadence: Cadence = .fixed(.zero), connectionLimit: Int = Limits.connections,
    boards: [(name: BoardName, content: Content, revision: Int)] = []
  ) throws {
    ProcessSetup.ignoreBrokenPipes()
    let hub = Hub(cadence: cadence)
    for board in boards {
      try hub.serve(board.name, content: board.content, revision: board.revision)
    }
    var configuration = Server.Configuration(address: try SocketAddress(host: "127.0.0.1", port: 0))
    configuration.connectionLimit = connectionLimit
    let server = try Server(
      configuration, hub: hub, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    port = server.address.port
    control = server.control
    thread = try Self.run(server)
  }

  deinit {
    control.stop()
    control.stop()
    pthread_join(thread, nil)
  }

  /// The connections that the server knows of.
  var connectionCount: Int { control.ask { $0.hub.connectionCount } ?? 0 }

  /// The bytes that each connection has not taken yet, beyond what the kernel holds.
  var unsentBytes: [Int] {
    control.ask { $0.peers.compactMap { $0?.unsentBytes } } ?? []
  }

  /// Lets time pass for the server, and returns once it has acted on it.
  func advance(by time: Duration) {
    control.advance(by: time)
    settle()
  }

  /// Returns once the server has read what had come to its sockets and acted on it.
  func settle() {
    _ = control.ask { _ in }
    _ = control.ask { _ in }
  }

  /// Returns once the server knows of exactly so many connections.
  ///
  /// - Throws: `LoopbackError.silence` if that does not come to pass.
  func wait(forConnections count: Int) throws {
    for _ in 0..<1_000_000 where connectionCount == count { return }
    throw LoopbackError.silence
  }

  private static func run(_ server: Server) throws -> pthread_t {
    var thread = pthread_t()
    let start = Unmanaged.passRetained(Box(server))
    let status = pthread_create(
      &thread, nil,
      { argument in
        Unmanaged<Box>.fromOpaque(argument!).takeRetainedValue().server.run()
        return nil
      }, start.toOpaque())
    guard status == 0 else { throw LoopbackError.connect(status) }
    return thread
  }

  private final class Box {
    let server: Server
    init(_ server: Server) { self.server = server }
  }
}
