import Glibc
import LocalNodes
import Net

/// The sockets and threads of relays: blocking, a thread for each direction of a connection.
package enum RelaySocket {
  /// Listens at a free port of the loopback interface.
  ///
  /// - Throws: `LocalServerError.system`.
  package static func listen() throws -> (descriptor: Int32, port: UInt16) {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && Glibc.listen(listener, 64) == 0
          && getsockname(listener, $0, &length) == 0
      }
    }
    guard isListening else { throw LocalServerError.system(errno) }
    return (listener, UInt16(bigEndian: address.sin_port))
  }

  /// The next connection; nil if the listener is shut down.
  package static func accept(from listener: Int32) -> Int32? {
    let client = Glibc.accept(listener, nil, nil)
    guard client >= 0 else { return nil }
    // A program that is started just now may have it, too; so connections are shut down before they are closed.
    _ = fcntl(client, F_SETFD, FD_CLOEXEC)
    return client
  }

  /// A connected socket, which the caller closes; nil if nobody takes it.
  package static func connect(to address: ServerAddress) -> Int32? {
    // A side that does not read holds up the other one for as long.
    guard let socket = try? LineSocket(to: address, timeout: .seconds(3_600)) else { return nil }
    let descriptor = fcntl(socket.descriptor, F_DUPFD_CLOEXEC, 0)
    return descriptor < 0 ? nil : descriptor
  }

  /// Writes all bytes.
  ///
  /// - Returns: false if the connection is broken.
  @discardableResult
  package static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Bool {
    var bytes = bytes
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes {
        send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      bytes = bytes.dropFirst(count)
    }
    return true
  }

  /// Runs a body on a thread of its own.
  package static func detach(_ body: @escaping @Sendable () -> Void) {
    var thread = pthread_t()
    let box = Unmanaged.passRetained(Job(body))
    pthread_create(
      &thread, nil,
      {
        Unmanaged<Job>.fromOpaque($0!).takeRetainedValue().body()
        return nil
      }, box.toOpaque())
    pthread_detach(thread)
  }

  private final class Job: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
}
