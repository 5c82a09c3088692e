import Glibc
import Libuv
import Synchronization

/// A TCP relay before a server, which can be cut as a network is: nothing passes, and no connection ends by that.
package final class TrialRelay: Sendable {
  private struct State {
    var target: ServerAddress?
    var isCut = false
    var isClosed = false
  }

  private let listener: Int32
  private let state = Mutex(State())
  package let port: UInt16

  /// - Throws: `TrialError.system` if it cannot listen.
  package init(to target: ServerAddress? = nil) throws {
    (listener, port) = try RelaySocket.listen()
    state.withLock { $0.target = target }
    RelaySocket.detach { [self] in accept() }
  }

  /// Where new connections go.
  package func setTarget(_ target: ServerAddress) { state.withLock { $0.target = target } }

  /// Lets nothing pass from now on, or lets it pass again.
  package func setCut(_ isCut: Bool) { state.withLock { $0.isCut = isCut } }

  /// Takes no connections any more, and ends those that there are.
  package func close() {
    state.withLock { $0.isClosed = true }
    shutdown(listener, Int32(SHUT_RDWR))
  }

  // MARK: Threads

  private func accept() {
    while true {
      guard let client = RelaySocket.accept(from: listener) else { break }
      RelaySocket.detach { [self] in join(client) }
    }
    Glibc.close(listener)
  }

  /// Waits while the relay is cut.
  ///
  /// - Returns: Where connections go; nil if the relay is closed.
  private func pass() -> ServerAddress? {
    while true {
      let (target, isClosed) = state.withLock { ($0.isCut ? nil : $0.target, $0.isClosed) }
      if isClosed { return nil }
      if let target { return target }
      usleep(2_000)
    }
  }

  private func join(_ client: Int32) {
    guard let target = pass(), let server = RelaySocket.connect(to: target) else {
      Glibc.close(client)
      return
    }
    let ends = Ends(client, server)
    RelaySocket.detach { [self] in copy(from: server, to: client, ends) }
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
      guard RelaySocket.write(bytes[..<count], to: target) else { break }
    }
    // Each direction ends by itself.
    shutdown(target, Int32(SHUT_WR))
    shutdown(source, Int32(SHUT_RD))
    withExtendedLifetime(ends) {}
  }
}
