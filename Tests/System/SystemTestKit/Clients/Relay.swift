import Libuv
import Net

/// A TCP proxy between a client and a server, which can cut and stall the connection.
///
/// The client knows only the relay's port; the server behind it may change after a restart.
package final class Relay {
  /// The server's port for new connections; nil rejects them.
  package var target: UInt16?
  /// The number of further bytes from the server after which all connections are cut.
  package var bytesUntilCut: Int?
  package private(set) var connectionCount = 0
  private let loop: EventLoop
  private var listener: SocketListener?
  fileprivate var pipes: [Pipe] = []
  package private(set) var isHolding = false

  package init(on loop: EventLoop, to target: UInt16?) throws {
    self.loop = loop
    self.target = target
    listener = try SocketListener(at: try SocketAddress(host: "127.0.0.1", port: 0), on: loop) {
      [weak self] result in
      if let self, let stream = try? result.get() { self.accept(stream) }
    }
  }

  package var port: UInt16 { listener!.port }

  private func accept(_ client: SocketStream) {
    connectionCount += 1
    guard let target, let address = try? SocketAddress(host: "127.0.0.1", port: target) else {
      return client.reset()
    }
    let pipe = Pipe(client, relay: self)
    pipes.append(pipe)
    do {
      pipe.server = try SocketStream.connect(to: .internet(address), on: loop) {
        [weak pipe] result in
        if case .success = result { pipe?.join() } else { pipe?.cut() }
      }
    } catch { pipe.cut() }
  }

  /// Breaks all connections, with a reset.
  package func cut() {
    for pipe in pipes { pipe.cut() }
    pipes = []
  }

  /// Stalls: forwards nothing in either direction.
  package func hold() {
    isHolding = true
    for pipe in pipes { pipe.hold() }
  }

  /// Accepts new connections again.
  package func release() { isHolding = false }

  package func close() {
    cut()
    listener?.close()
  }
}

/// One connection through a relay.
private final class Pipe: SocketStreamHandler {
  private unowned let relay: Relay
  private let client: SocketStream
  var server: SocketStream?

  init(_ client: SocketStream, relay: Relay) {
    self.client = client
    self.relay = relay
  }

  func join() {
    client.handler = self
    server?.handler = self
    guard !relay.isHolding else { return }
    client.startReading()
    server?.startReading()
  }

  func hold() {
    client.stopReading()
    server?.stopReading()
  }

  func cut() {
    client.reset()
    server?.reset()
  }

  func streamDidRead(_ stream: SocketStream, _ bytes: RawSpan) {
    bytes.withUnsafeBytes { bytes in
      guard stream === server else {
        _ = server?.write(bytes)
        return
      }
      guard let limit = relay.bytesUntilCut else {
        _ = client.write(bytes)
        return
      }
      client.write(UnsafeRawBufferPointer(rebasing: bytes.prefix(limit)))
      relay.bytesUntilCut = limit - bytes.count
      guard limit <= bytes.count else { return }
      relay.bytesUntilCut = nil
      // Bytes in flight to the client must arrive before the end.
      client.finishWriting()
      server?.close()
    }
  }

  func streamDidEnd(_ stream: SocketStream) { end(stream) }
  func streamDidClose(_ stream: SocketStream, error: UVError) { end(stream) }

  private func end(_ stream: SocketStream) {
    if stream === server { client.finishWriting() } else { server?.close() }
    if stream === client { client.close() }
  }
}
