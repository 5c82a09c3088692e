import Foundation
import Glibc

/// A listener on loopback that does something with everyone who comes, on a thread of its own.
final class Doorkeeper: Sendable {
  let port: UInt16
  private let listener: Int32

  /// - Parameter welcome: Gets the descriptor of each connection, which is its own to close.
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
    guard status == 0 else { throw LoopbackError.connect(errno) }
    port = UInt16(bigEndian: address.sin_port)
    Thread.detachNewThread {
      while true {
        let client = accept(descriptor, nil, nil)
        guard client >= 0 else { return }
        Thread.detachNewThread { welcome(client) }
      }
    }
  }

  /// Ends the listening; whoever is there stays.
  func close() {
    shutdown(listener, Int32(SHUT_RDWR))
    Glibc.close(listener)
  }
}

/// A server that says what another one says, but for some lines.
enum LyingServer {
  /// Ends the connection in the middle of a lie.
  struct HangUp: Error {}

  static func start(
    before port: UInt16, _ lie: @escaping @Sendable (String) throws -> String?
  ) throws -> Doorkeeper {
    try start(at: { port }, lie)
  }

  /// - Parameters:
  ///   - port: Where the server is that tells the truth; asked for each connection.
  ///   - lie: What is said instead of a line; nil for nothing at all.
  static func start(
    at port: @escaping @Sendable () -> UInt16,
    _ lie: @escaping @Sendable (String) throws -> String? = { $0 }
  ) throws -> Doorkeeper {
    try Doorkeeper { client in
      guard let server = try? LoopbackClient(port: port()) else {
        close(client)
        return
      }
      let end = DispatchSemaphore(value: 0)
      nonisolated(unsafe) let truth = server
      Thread.detachNewThread {
        pump(from: client, to: truth)
        end.signal()
      }
      while let line = try? truth.line() {
        let said: String?
        do { said = try lie(line) } catch { break }
        guard let said else { continue }
        let bytes = Array(said.utf8) + [0x0A]
        guard send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL)) > 0 else { break }
      }
      shutdown(client, Int32(SHUT_RDWR))
      end.wait()
      close(client)
    }
  }

  private static func pump(from client: Int32, to server: LoopbackClient) {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(client, &chunk, chunk.count, 0)
      guard count > 0 else { return server.halfClose() }
      server.send(Array(chunk[..<count]))
    }
  }
}
