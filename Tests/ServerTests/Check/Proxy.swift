import Foundation
import Glibc
import Libuv
import Synchronization
import SystemTestKit

/// A listener on loopback with a handler for each connection, on its own thread.
final class Doorkeeper: Sendable {
  let port: UInt16
  private let listener: Int32

  /// - Parameter welcome: Receives the descriptor of each connection, and must close it.
  init(_ welcome: @escaping @Sendable (Int32) -> Void) throws {
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = listener
    let status = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, size) | listen(descriptor, 64) | getsockname(descriptor, $0, &size)
      }
    }
    guard status == 0 else { throw LoopbackError.system(errno) }
    port = UInt16(bigEndian: address.sin_port)
    Thread.detachNewThread {
      while true {
        let client = accept(descriptor, nil, nil)
        guard client >= 0 else { return }
        Thread.detachNewThread { welcome(client) }
      }
    }
  }

  /// Stops listening; connections stay open.
  func close() {
    shutdown(listener, Int32(SHUT_RDWR))
    Glibc.close(listener)
  }
}

/// A rewriting of the bytes of a connection.
protocol Rewriting: Sendable {
  /// What a client reads instead of these bytes of a server.
  mutating func rewrite(received bytes: [UInt8]) -> [UInt8]

  /// What a server reads instead of these bytes of a client.
  mutating func rewrite(sent bytes: [UInt8]) -> [UInt8]

  /// Whether the proxy closes the connection now.
  var hasEnded: Bool { get }
}

extension Rewriting {
  mutating func rewrite(sent bytes: [UInt8]) -> [UInt8] { bytes }

  var hasEnded: Bool { false }
}

/// A proxy between clients and a server.
enum Proxy {
  /// - Parameters:
  ///   - port: Returns the server's port, for each connection.
  ///   - rewriting: Makes the rewriting of a connection.
  static func start(
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
    Thread.detachNewThread {
      pump(client, server) { bytes in rewriting.value.withLock { ($0.rewrite(sent: bytes), false) }
      }
      end.signal()
    }
    pump(server, client) { bytes in
      rewriting.value.withLock { ($0.rewrite(received: bytes), $0.hasEnded) }
    }
    // A closed peer reads nothing any more.
    shutdown(client, Int32(SHUT_RDWR))
    end.wait()
  }

  /// Carries bytes until there are no more, or the last ones are sent, and ends the other side.
  private static func pump(
    _ source: Int32, _ destination: Int32, _ rewrite: ([UInt8]) -> (bytes: [UInt8], isLast: Bool)
  ) {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    var isLast = false
    while !isLast {
      let count = recv(source, &chunk, chunk.count, 0)
      guard count > 0 else { break }
      let rewritten = rewrite(Array(chunk[..<count]))
      isLast = rewritten.isLast || !sendAll(rewritten.bytes, to: destination)
    }
    shutdown(destination, Int32(SHUT_WR))
  }

  /// - Returns: Whether the other side took all of it.
  private static func sendAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// The rewriting of a connection, which both of its threads use.
  private final class Shared<Value: Rewriting>: Sendable {
    let value: Mutex<Value>
    init(_ value: Value) { self.value = Mutex(value) }
  }
}
