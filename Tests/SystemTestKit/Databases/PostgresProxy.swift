import Glibc
import KillTrial
import Libuv
import Synchronization

/// A TCP proxy before a PostgreSQL server that spoils one commit.
///
/// It reads the frames of the protocol to find where a group is committed.
package final class PostgresProxy: Sendable {
  package enum Fault: Sendable {
    /// The connection ends before the server gets the `COMMIT`.
    case lostBeforeCommit
    /// The server commits, and the connection ends before anybody is told.
    case lostAfterCommit
    /// The server gets the `COMMIT`, and its answer is held back for ever.
    case answerHeld
  }

  private struct State {
    /// What happens to the next commit.
    var fault: Fault?
    var descriptors: [Int32] = []
    var isClosed = false
  }

  private let listener: Int32
  private let server: String
  private let state = Mutex(State())
  package let port: UInt16

  /// - Parameter server: The path of the server's socket.
  package init(before server: String) throws {
    self.server = server
    (listener, port) = try RelaySocket.listen()
    RelaySocket.detach { [self] in accept() }
  }

  /// Spoils the next commit.
  package func spoil(_ fault: Fault) { state.withLock { $0.fault = fault } }

  /// Ends all connections, and takes none any more.
  package func close() {
    let open = state.withLock { state in
      state.isClosed = true
      return state.descriptors
    }
    for descriptor in open + [listener] { shutdown(descriptor, Int32(SHUT_RDWR)) }
  }

  private func accept() {
    while true {
      guard let client = RelaySocket.accept(from: listener) else { return }
      guard let server = RelaySocket.connect(to: ServerAddress(.unix(server))) else {
        Glibc.close(client)
        continue
      }
      state.withLock { $0.descriptors += [client, server] }
      let link = Link()
      RelaySocket.detach { [self] in forward(from: client, to: server, link) }
      RelaySocket.detach { [self] in answer(from: server, to: client, link) }
    }
  }

  /// What the two directions of a connection know of each other.
  private final class Link: Sendable {
    let fault = Mutex<Fault?>(nil)
  }

  /// Passes on what the client sends. libpq sends the whole pipeline of a small group in one piece.
  private func forward(from client: Int32, to server: Int32, _ link: Link) {
    let commit = Array("\0commit\0".utf8)
    while let bytes = Self.read(client) {
      if bytes.firstRange(of: commit) != nil, let fault = state.withLock({ $0.fault.take() }) {
        link.fault.withLock { $0 = fault }
        if case .lostBeforeCommit = fault { break }
      }
      guard RelaySocket.write(bytes[...], to: server) else { break }
    }
    if link.fault.withLock({ $0 }) == nil || link.fault.withLock({ $0.isLostBefore }) {
      shutdown(server, Int32(SHUT_RDWR))
      shutdown(client, Int32(SHUT_RDWR))
    }
  }

  /// Passes on what the server answers.
  private func answer(from server: Int32, to client: Int32, _ link: Link) {
    let committed = Array("COMMIT\0".utf8)
    var held: [UInt8] = []
    reading: while let bytes = Self.read(server) {
      switch link.fault.withLock({ $0 }) {
      case nil, .lostBeforeCommit:
        guard RelaySocket.write(bytes[...], to: client) else { break reading }
      case .answerHeld: continue
      case .lostAfterCommit:
        held += bytes
        guard held.firstRange(of: committed) != nil else { continue }
        shutdown(client, Int32(SHUT_RDWR))
        shutdown(server, Int32(SHUT_RDWR))
      }
    }
    shutdown(client, Int32(SHUT_RDWR))
  }

  private static func read(_ descriptor: Int32) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    return count > 0 ? Array(bytes.prefix(count)) : nil
  }
}

extension PostgresProxy.Fault? {
  fileprivate var isLostBefore: Bool {
    switch self {
    case .lostBeforeCommit: true
    case nil, .lostAfterCommit, .answerHeld: false
    }
  }
}
