import Glibc

/// The sockets and threads of relays: blocking, a thread for each direction of a connection.
package enum RelaySocket {
  /// Where connections go.
  package enum Target: Sendable {
    case port(UInt16)
    /// The path of a Unix socket.
    case unix(String)
  }

  private static let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)

  /// Listens at a free port of the loopback interface.
  ///
  /// - Throws: `TrialError.system`.
  package static func listen() throws -> (descriptor: Int32, port: UInt16) {
    let listener = socket(AF_INET, kind, 0)
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
    guard isListening else { throw TrialError.system(errno) }
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

  /// A connected socket; nil if nobody takes it.
  package static func connect(to target: Target) -> Int32? {
    let descriptor: Int32
    let status: Int32
    switch target {
    case .port(let port):
      descriptor = socket(AF_INET, kind, 0)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
      status = connect(descriptor, &address)
    case .unix(let path):
      descriptor = socket(AF_UNIX, kind, 0)
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
      status = connect(descriptor, &address)
    }
    if status == 0 { return descriptor }
    close(descriptor)
    return nil
  }

  private static func connect<Address>(_ descriptor: Int32, _ address: inout Address) -> Int32 {
    let length = socklen_t(MemoryLayout<Address>.size)
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(descriptor, $0, length)
      }
    }
  }

  /// Writes all bytes.
  ///
  /// - Returns: false if the connection is broken.
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
