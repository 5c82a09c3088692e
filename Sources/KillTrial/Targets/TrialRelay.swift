import Glibc
import Synchronization

/// A TCP relay before a server, which can be cut as a network is: nothing passes, and no connection ends by that.
package final class TrialRelay: Sendable {
  /// Where connections go.
  package enum Target: Sendable {
    case port(UInt16)
    /// The path of a Unix socket.
    case unix(String)
  }

  private struct State {
    var target: Target?
    var isCut = false
    var isClosed = false
  }

  private let listener: Int32
  private let state = Mutex(State())
  package let port: UInt16

  /// - Throws: `TrialError.system` if it cannot listen.
  package init(to target: Target? = nil) throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && listen(listener, 64) == 0
          && getsockname(listener, $0, &length) == 0
      }
    }
    guard isListening else { throw TrialError.system(errno) }
    self.listener = listener
    port = UInt16(bigEndian: address.sin_port)
    state.withLock { $0.target = target }
    Self.detach { [self] in accept() }
  }

  /// Where new connections go.
  package func setTarget(_ target: Target) { state.withLock { $0.target = target } }

  /// Lets nothing pass from now on, or lets it pass again.
  package func setCut(_ isCut: Bool) { state.withLock { $0.isCut = isCut } }

  /// Takes no connections any more, and ends those that there are.
  package func close() {
    state.withLock { $0.isClosed = true }
    shutdown(listener, Int32(SHUT_RDWR))
  }

  // MARK: Threads

  private static func detach(_ body: @escaping @Sendable () -> Void) {
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

  private func accept() {
    while true {
      let client = Glibc.accept(listener, nil, nil)
      guard client >= 0 else { break }
      // A program that is started just now may have it, too; so connections are shut down before they are closed.
      _ = fcntl(client, F_SETFD, FD_CLOEXEC)
      Self.detach { [self] in join(client) }
    }
    Glibc.close(listener)
  }

  /// Waits while the relay is cut.
  ///
  /// - Returns: Where connections go; nil if the relay is closed.
  private func pass() -> Target? {
    while true {
      let (target, isClosed) = state.withLock { ($0.isCut ? nil : $0.target, $0.isClosed) }
      if isClosed { return nil }
      if let target { return target }
      usleep(2_000)
    }
  }

  private func join(_ client: Int32) {
    guard let target = pass(), let server = target.connected() else {
      Glibc.close(client)
      return
    }
    let ends = Ends(client, server)
    Self.detach { [self] in copy(from: server, to: client, ends) }
    copy(from: client, to: server, ends)
  }

  /// The two descriptors of a connection, closed when neither direction uses them any more.
  private final class Ends: Sendable {
    private let descriptors: [Int32]
    init(_ descriptors: Int32...) { self.descriptors = descriptors }
    deinit { for descriptor in descriptors { Glibc.close(descriptor) } }
  }

  private func copy(from source: Int32, to target: Int32, _ ends: Ends) {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(source, &bytes, bytes.count)
      // What is under way arrives after the cut, and so does an end.
      guard pass() != nil, count > 0 else { break }
      guard Self.write(bytes[..<count], to: target) else { break }
    }
    // Each direction ends by itself.
    shutdown(target, Int32(SHUT_WR))
    shutdown(source, Int32(SHUT_RD))
    withExtendedLifetime(ends) {}
  }

  private static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Bool {
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
}

extension TrialRelay.Target {
  /// A connected socket; nil if nobody takes it.
  fileprivate func connected() -> Int32? {
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    let descriptor: Int32
    let status: Int32
    switch self {
    case .port(let port):
      descriptor = socket(AF_INET, kind, 0)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
      status = Self.connect(descriptor, &address)
    case .unix(let path):
      descriptor = socket(AF_UNIX, kind, 0)
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
      status = Self.connect(descriptor, &address)
    }
    if status == 0 { return descriptor }
    Glibc.close(descriptor)
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
}
