import Libuv
import Net
import TLS
import Transcripts

/// A proxy between clients and a server, which can cut and stall connections, and says what passes.
///
/// Clients know only the relay's port; the server behind it may change after a restart.
package final class Relay {
  /// What happens on a connection.
  package enum Event {
    case connected
    case sent([UInt8])
    case received([UInt8])
    /// The client has ended its input.
    case inputEnded
    /// The connection of the client broke.
    case cut
    /// The server has ended its output.
    case closed
    /// There is no server.
    case unreachable(String)
  }

  /// The server for new connections; nil rejects them.
  package var target: ServerAddress?
  /// The number of further bytes from the server after which all connections are cut.
  package var bytesUntilCut: Int?
  /// How long everything takes in each direction.
  package var delay: Duration = .zero
  /// Whether it is before the port for HTTP and WebSockets.
  var isWeb = false
  /// Receives what happens, with the number of the connection, from 1.
  package var onEvent: ((Int, Event) -> Void)?
  package private(set) var connectionCount = 0
  fileprivate let loop: EventLoop
  private var listener: SocketListener?
  private var pipes: [Int: Pipe] = [:]
  package private(set) var isStalled = false

  /// Listens, by default on a free port.
  ///
  /// - Throws: `UVError`.
  package init(
    on loop: EventLoop, at endpoint: Endpoint = .internet(.loopback(0)), to target: ServerAddress?
  ) throws(UVError) {
    self.loop = loop
    self.target = target
    listener = try SocketListener(with: .own(endpoint), on: loop) { [weak self] result in
      if let self, let stream = try? result.get() { self.accept(stream) }
    }
  }

  /// A relay to a server of this machine; nil rejects connections.
  package convenience init(on loop: EventLoop, to port: UInt16?) throws(UVError) {
    try self.init(on: loop, to: port.map { .loopback($0) })
  }

  /// Where it listens, with the actual port.
  package var endpoint: Endpoint { listener!.endpoint }
  package var port: UInt16 { listener!.port }
  /// The connections that have not ended.
  package var openCount: Int { pipes.count }

  private func accept(_ client: SocketStream) {
    guard let target else { return client.reset() }
    connectionCount += 1
    let pipe = Pipe(client, connectionCount, relay: self)
    pipes[connectionCount] = pipe
    onEvent?(connectionCount, .connected)
    pipe.connect(to: target)
  }

  fileprivate func remove(_ pipe: Pipe) { pipes[pipe.number] = nil }

  /// Breaks all connections, with a reset.
  package func cut() {
    for pipe in pipes.values { pipe.cut() }
    pipes = [:]
  }

  /// Stalls: forwards nothing in either direction.
  package func stall() {
    isStalled = true
    for pipe in pipes.values { pipe.stall() }
  }

  /// Lets bytes pass again, those that have waited first.
  package func resume() {
    isStalled = false
    for pipe in pipes.values { pipe.resume() }
  }

  /// Loses everything on the connections that there are, and tells neither side.
  package func discard() {
    for pipe in pipes.values { pipe.isDiscarding = true }
  }

  package func close() {
    cut()
    listener?.close()
  }
}

/// One connection through a relay.
private final class Pipe: SocketStreamHandler {
  let number: Int
  private unowned let relay: Relay
  private let client: SocketStream
  private var connector: ServerConnector?
  private var server: SocketStream?
  private var isJoined = false
  private var hasClientEnded = false
  private var hasServerEnded = false
  /// Whether everything is lost.
  var isDiscarding = false
  /// What is passed on later, in this order, because the network is slow.
  private var delayed: [(due: Duration, act: () -> Void)] = []
  private var timer: Timer?

  init(_ client: SocketStream, _ number: Int, relay: Relay) {
    self.client = client
    self.number = number
    self.relay = relay
    client.handler = self
  }

  func connect(to address: ServerAddress) {
    do throws(UVError) {
      connector = try ServerConnector(to: address, on: relay.loop) { [weak self] result in
        self?.didConnect(result, to: address)
      }
    } catch { fail("\(address): \(error.message)") }
  }

  private func didConnect(_ result: Result<SocketStream, UVError>, to address: ServerAddress) {
    do {
      let server = try result.get()
      self.server = server
      server.handler = self
      try address.secure(server)
      if address.trust == nil { join() } else { server.startReading() }
    } catch let error as UVError {
      fail("\(address): \(error.message)")
    } catch { fail("\(address): \(error)") }
  }

  private func fail(_ reason: String) {
    relay.onEvent?(number, .unreachable(reason))
    cut()
    relay.remove(self)
  }

  func streamDidSecure(_ stream: SocketStream) { join() }

  private func join() {
    isJoined = true
    if !relay.isStalled { resume() }
  }

  func stall() {
    client.stopReading()
    server?.stopReading()
  }

  func resume() {
    guard isJoined else { return }
    client.startReading()
    server?.startReading()
  }

  func cut() {
    connector?.cancel()
    client.reset()
    server?.reset()
  }

  /// Does something now, or later if the network is slow.
  private func inTime(_ act: @escaping () -> Void) {
    guard relay.delay > .zero || !delayed.isEmpty else { return act() }
    delayed.append((relay.loop.now + relay.delay, act))
    if delayed.count == 1 { startTimer() }
  }

  private func startTimer() {
    guard let first = delayed.first else { return }
    timer = timer ?? (try? Timer(on: relay.loop) { [unowned self] in actInTime() })
    timer?.start(after: max(.zero, first.due - relay.loop.now))
  }

  private func actInTime() {
    while let first = delayed.first, first.due <= relay.loop.now {
      delayed.removeFirst()
      first.act()
    }
    startTimer()
  }

  func streamDidRead(_ stream: SocketStream, _ bytes: RawSpan) {
    guard !isDiscarding else { return }
    guard relay.delay > .zero || !delayed.isEmpty else {
      return bytes.withUnsafeBytes { didRead(stream, $0) }
    }
    let copy = bytes.withUnsafeBytes { Array($0) }
    inTime { [unowned self] in copy.withUnsafeBytes { didRead(stream, $0) } }
  }

  private func didRead(_ stream: SocketStream, _ bytes: UnsafeRawBufferPointer) {
    if stream !== server {
      relay.onEvent?(number, .sent(Array(bytes)))
      if let server { pass(bytes, to: server, from: client) }
    } else if let limit = relay.bytesUntilCut, limit <= bytes.count {
      passLast(UnsafeRawBufferPointer(rebasing: bytes.prefix(limit)))
    } else {
      relay.bytesUntilCut = relay.bytesUntilCut.map { $0 - bytes.count }
      relay.onEvent?(number, .received(Array(bytes)))
      pass(bytes, to: client, from: stream)
    }
  }

  /// Passes bytes on, and reads no more while the other side does not take them.
  private func pass(
    _ bytes: UnsafeRawBufferPointer, to other: SocketStream, from stream: SocketStream
  ) {
    if case .queued = other.write(bytes) { stream.stopReading() }
  }

  func streamDidDrain(_ stream: SocketStream) {
    guard isJoined, !relay.isStalled else { return }
    if stream === server { client.startReading() } else { server?.startReading() }
  }

  /// Passes the last bytes before a cut, which must arrive before the end.
  private func passLast(_ bytes: UnsafeRawBufferPointer) {
    client.write(bytes)
    relay.bytesUntilCut = nil
    client.finishWriting()
    server?.close()
    hasServerEnded = true
  }

  func streamDidEnd(_ stream: SocketStream) {
    guard !isDiscarding else { return }
    inTime { [unowned self] in didEnd(stream) }
  }

  private func didEnd(_ stream: SocketStream) {
    if stream === server {
      hasServerEnded = true
      relay.onEvent?(number, .closed)
      client.finishWriting()
    } else {
      hasClientEnded = true
      relay.onEvent?(number, .inputEnded)
      server?.finishWriting()
    }
    guard hasServerEnded, hasClientEnded else { return }
    client.close()
    server?.close()
    relay.remove(self)
  }

  func streamDidClose(_ stream: SocketStream, error: UVError) {
    guard !isDiscarding else { return }
    if stream === server { return didEnd(stream) }
    relay.onEvent?(number, .cut)
    server?.reset()
    relay.remove(self)
  }
}

extension TranscriptRecorder {
  /// Writes down what has happened on a connection through a relay.
  ///
  /// - Parameter number: The number of the connection.
  /// - Returns: Why there is no server; nil if there is one.
  package mutating func record(
    _ event: Relay.Event, of number: Int, at time: Duration
  ) -> String? {
    switch event {
    case .connected: connect(number, at: time)
    case .sent(let bytes): send(bytes, from: number, at: time)
    case .received(let bytes): receive(bytes, by: number, at: time)
    case .inputEnded: endInput(of: number, at: time)
    case .cut: cut(number, at: time)
    case .closed: close(number, at: time)
    case .unreachable(let reason): return reason
    }
    return nil
  }
}
