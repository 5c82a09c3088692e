import BoardAuthority
import BoardHub
import BoardJournal
import BoardModel
import BoardServer
import BoardTesting
import Glibc
import Libuv
import Logging
import Net
import Simulation
import TLS
import TestKit

/// A real server on loopback, in a thread of its own, with a port that the system chose.
package final class RunningServer: ServerHost {
  package let port: UInt16
  /// The HTTP port; 0 if there is none.
  package let webPort: UInt16
  /// The Unix socket on which it listens as well.
  package let unixSocket: UnixPath
  private let scratch: Scratch
  package let control: ServerControl
  private let thread: HostedThread

  /// The storage that survives a crash, if the server persists its boards.
  package let store: MemoryStore?

  /// - Parameters:
  ///   - epoch: The epoch, if nothing is stored; by default a new one for each server.
  ///   - space: The name of its only space; nil for a server without spaces.
  ///   - boards: New boards, besides those of the store.
  ///   - store: The storage of changes.
  ///   - journal: The journal on it, if not a `MemoryJournal`.
  ///   - origins: The origins whose pages may connect; nil if there is no HTTP port.
  ///   - port: The number of a `ReservedPort`, for a server that is started again at its port.
  ///   - webPort: The same for the HTTP port.
  ///   - certificate: The files of the certificate and its key, if connections are encrypted.
  ///   - proxies: The addresses whose connections begin with a header of the PROXY protocol.
  ///   - greetingDelay: How long a greeting waits for the first bytes.
  ///   - diskTimeout: The timeout for the disk when the server stops, and what is called then.
  ///   - configure: Changes the other settings.
  package init(
    cadence: Cadence = .fixed(.zero), epoch: Epoch? = nil, space: String? = nil,
    connectionLimit: Int = Limits.connections,
    boards: [(name: BoardName, content: Content, revision: Int)] = [], store: MemoryStore? = nil,
    journal: ((MemoryStore) -> any Journal)? = nil, origins: [WebOrigin]? = nil, port: UInt16 = 0,
    webPort: UInt16 = 0, proxies: [String] = [], greetingDelay: Duration = .zero,
    certificate: (path: String, key: String)? = nil, diskTimeout: Duration = .seconds(600),
    onSilentDisk: (() -> Void)? = nil, configure: (inout Server.Configuration) -> Void = { _ in }
  ) throws {
    ProcessSetup.ignoreBrokenPipes()
    for reserved in [port, webPort] where reserved != 0 { try ReservedPort.waitUntilFree(reserved) }
    scratch = try Scratch()
    self.store = store
    var random = SystemRandomNumberGenerator()
    let hub = Hub(
      cadence: cadence, epoch: epoch ?? .random(using: &random), persists: store != nil,
      space: space.flatMap { SpaceName($0) })
    let journal = store.map { journal?($0) ?? MemoryJournal($0) }
    if let journal { try hub.service.restore(from: journal, at: MonotonicClock.now) }
    for board in boards {
      try hub.service.serve(board.name, content: board.content, revision: board.revision)
    }
    _ = journal?.commit(hub.endTurn(at: MonotonicClock.now).journal)
    var configuration = Server.Configuration(
      address: try SocketAddress(host: "127.0.0.1", port: port))
    unixSocket = try UnixPath(scratch.at("socket"))
    configuration.sources.append(.own(.unix(unixSocket)))
    configuration.proxies = proxies.compactMap { AddressRange($0) }
    configuration.connectionLimit = connectionLimit
    configuration.greetingDelay = greetingDelay
    configuration.diskTimeout = diskTimeout
    configuration.onSilentDisk = onSilentDisk
    configure(&configuration)
    let server = try Server(
      configuration, hub: hub, journal: journal,
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    if let certificate {
      server.secure(
        with: try ServerIdentity(certificate: certificate.path, key: certificate.key))
    }
    self.port = server.port
    var web = WebConfiguration(address: try SocketAddress(host: "127.0.0.1", port: webPort))
    web.origins = origins ?? []
    self.webPort = origins == nil ? 0 : try server.listen(web).port
    control = server.control
    thread = try HostedThread(server)
  }

  package func crash() { thread.crash() }

  /// The fault that ended the server, or nil.
  package func fault() -> JournalFault? { thread.fault() }

  package func accessRules(_ lines: [String]) throws -> AccessRules {
    try AccessRules(labelledWithTokens: lines)
  }

  /// Encrypts new connections with this certificate.
  package func secure(certificate: String, key: String) throws {
    let fault = control.ask { server -> TLSFault? in
      do throws(TLSFault) {
        server.secure(with: try ServerIdentity(certificate: certificate, key: key))
        return nil
      } catch { return error }
    }
    if let fault = fault ?? nil { throw fault }
  }

  /// The unsent bytes of each connection, beyond the kernel's buffers.
  package var unsentBytes: [Int] {
    control.ask { $0.soleSpace.recipients.peers.map(\.unsentBytes) } ?? []
  }

  /// The queued writes and bytes of each connection, beyond the kernel's buffers.
  package var queues: [(writes: Int, bytes: Int)] {
    control.ask { $0.soleSpace.recipients.peers.map { (Int($0.pendingWrites), $0.unsentBytes) } }
      ?? []
  }

  /// The revision of the board `list`.
  package var revision: Int { control.board("list")!.revision }

  /// Returns once the server knows of exactly so many connections.
  ///
  /// - Throws: `LoopbackError.silence` if that does not happen.
  package func wait(forConnections count: Int) throws {
    for _ in 0..<1_000_000 where connectionCount == count { return }
    throw LoopbackError.silence
  }
}
