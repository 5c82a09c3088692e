import Glibc
import LocalNodes
import Net
import Synchronization

/// A TCP relay before a server, which can be cut as a network is: nothing passes, and no connection ends by that.
package final class TrialRelay: Sendable {
  /// What passes.
  private enum Cut {
    case nothing
    case everything
    /// Everything but one connection.
    case others(than: Int)
  }

  private struct State {
    var target: ServerAddress?
    var cut = Cut.nothing
    var isClosed = false
    var connections: Set<Int> = []
    var connectionCount = 0

    func lets(_ connection: Int) -> Bool {
      switch cut {
      case .nothing: true
      case .everything: false
      case .others(let kept): connection == kept
      }
    }
  }

  private let listener: Int32
  private let state = Mutex(State())
  package let port: UInt16

  /// - Throws: `LocalServerError.system` if it cannot listen.
  package init(to target: ServerAddress? = nil) throws {
    (listener, port) = try RelaySocket.listen()
    state.withLock { $0.target = target }
    RelaySocket.detach { [self] in accept() }
  }

  /// Where new connections go.
  package func setTarget(_ target: ServerAddress) { state.withLock { $0.target = target } }

  /// Lets nothing pass from now on, or lets it pass again.
  package func setCut(_ isCut: Bool) { state.withLock { $0.cut = isCut ? .everything : .nothing } }

  /// Lets nothing pass from now on but what the oldest connection sends and gets.
  func cutAllButOldest() {
    state.withLock { $0.cut = $0.connections.min().map { .others(than: $0) } ?? .everything }
  }

  /// Takes no connections any more, and ends those that there are.
  package func close() {
    state.withLock { $0.isClosed = true }
    shutdown(listener, Int32(SHUT_RDWR))
  }

  // MARK: Threads

  private func accept() {
    while true {
      guard let client = RelaySocket.accept(from: listener) else { break }
      let number = state.withLock {
        $0.connectionCount += 1
        $0.connections.insert($0.connectionCount)
        return $0.connectionCount
      }
      RelaySocket.detach { [self] in join(client, number) }
    }
    Glibc.close(listener)
  }

  /// Waits while a connection is cut.
  ///
  /// - Returns: Where it goes; nil if the relay is closed.
  private func pass(_ connection: Int) -> ServerAddress? {
    while true {
      let (target, isClosed) = state.withLock {
        ($0.lets(connection) ? $0.target : nil, $0.isClosed)
      }
      if isClosed { return nil }
      if let target { return target }
      usleep(2_000)
    }
  }

  private func join(_ client: Int32, _ number: Int) {
    guard let target = pass(number), let server = RelaySocket.connect(to: target) else {
      Glibc.close(client)
      forget(number)
      return
    }
    let ends = Ends(client, server)
    RelaySocket.detach { [self] in copy(from: server, to: client, ends, number) }
    copy(from: client, to: server, ends, number)
    forget(number)
  }

  private func forget(_ number: Int) { state.withLock { _ = $0.connections.remove(number) } }

  /// The two descriptors of a connection, closed when neither direction uses them any more.
  private final class Ends: Sendable {
    private let descriptors: [Int32]
    init(_ descriptors: Int32...) { self.descriptors = descriptors }
    deinit { for descriptor in descriptors { Glibc.close(descriptor) } }
  }

  private func copy(from source: Int32, to target: Int32, _ ends: Ends, _ number: Int) {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(source, &bytes, bytes.count)
      // What is under way arrives after the cut, and so does an end.
      guard pass(number) != nil, count > 0 else { break }
      guard RelaySocket.write(bytes[..<count], to: target) else { break }
    }
    // Each direction ends by itself.
    shutdown(target, Int32(SHUT_WR))
    shutdown(source, Int32(SHUT_RD))
    withExtendedLifetime(ends) {}
  }
}
