import Foundation
import Glibc
import KillTrial
import Net
import Synchronization

/// A listener on loopback with a handler for each connection, on its own thread.
package final class Doorkeeper: Sendable {
  package let port: UInt16
  private let listener: Int32

  /// - Parameter welcome: Receives the descriptor of each connection, and must close it.
  package init(_ welcome: @escaping @Sendable (Int32) -> Void) throws {
    (listener, port) = try RelaySocket.listen()
    RelaySocket.detach { [listener] in
      while let client = RelaySocket.accept(from: listener) {
        RelaySocket.detach { welcome(client) }
      }
    }
  }

  /// Stops listening; connections stay open.
  package func close() {
    shutdown(listener, Int32(SHUT_RDWR))
    Glibc.close(listener)
  }
}

/// A rewriting of the bytes of a connection.
package protocol Rewriting: Sendable {
  /// What a client reads instead of these bytes of a server.
  mutating func rewrite(received bytes: [UInt8]) -> [UInt8]

  /// What a server reads instead of these bytes of a client.
  mutating func rewrite(sent bytes: [UInt8]) -> [UInt8]

  /// What is passed on at a time of these bytes.
  func pieces(of bytes: [UInt8]) -> [[UInt8]]

  /// Whether the proxy closes the connection now.
  var hasEnded: Bool { get }
}

extension Rewriting {
  package mutating func rewrite(sent bytes: [UInt8]) -> [UInt8] { bytes }

  package func pieces(of bytes: [UInt8]) -> [[UInt8]] { [bytes] }

  package var hasEnded: Bool { false }
}

/// A proxy between clients and a server.
package enum Proxy {
  /// - Parameters:
  ///   - port: Returns the server's port, for each connection.
  ///   - rewriting: Makes the rewriting of a connection.
  package static func start(
    at port: @escaping @Sendable () -> UInt16,
    _ rewriting: @escaping @Sendable () -> some Rewriting
  ) throws -> Doorkeeper {
    try Doorkeeper { client in
      defer { close(client) }
      let address = ServerAddress.loopback(port())
      guard let server = try? LineSocket(to: address) else { return }
      var noDelay: Int32 = 1
      setsockopt(client, Int32(IPPROTO_TCP), TCP_NODELAY, &noDelay, 4)
      withExtendedLifetime(server) { relay(client, $0.descriptor, rewriting()) }
    }
  }

  /// Relays until both sides have ended.
  private static func relay(_ client: Int32, _ server: Int32, _ rewriting: some Rewriting) {
    let rewriting = Shared(rewriting)
    let end = DispatchSemaphore(value: 0)
    RelaySocket.detach {
      pump(client, server) { bytes in
        rewriting.value.withLock { ($0.pieces(of: $0.rewrite(sent: bytes)), false) }
      }
      end.signal()
    }
    pump(server, client) { bytes in
      rewriting.value.withLock { ($0.pieces(of: $0.rewrite(received: bytes)), $0.hasEnded) }
    }
    // A closed peer reads nothing any more.
    shutdown(client, Int32(SHUT_RDWR))
    end.wait()
  }

  /// Carries bytes until there are no more, or the last ones are sent, and ends the other side.
  private static func pump(
    _ source: Int32, _ destination: Int32, _ rewrite: ([UInt8]) -> (pieces: [[UInt8]], isLast: Bool)
  ) {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    var isLast = false
    while !isLast {
      let count = recv(source, &chunk, chunk.count, 0)
      guard count > 0 else { break }
      let rewritten = rewrite(Array(chunk[..<count]))
      let isWritten = rewritten.pieces.allSatisfy { RelaySocket.write($0[...], to: destination) }
      isLast = rewritten.isLast || !isWritten
    }
    shutdown(destination, Int32(SHUT_WR))
  }

  /// The rewriting of a connection, which both of its threads use.
  private final class Shared<Value: Rewriting>: Sendable {
    let value: Mutex<Value>
    init(_ value: Value) { self.value = Mutex(value) }
  }
}
