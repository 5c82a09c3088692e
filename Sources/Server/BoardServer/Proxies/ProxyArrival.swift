import BoardModel
import Libuv
import Net

/// A connection that may begin with a header of the PROXY protocol. It has its place among the connections
/// of the server.
final class ProxyArrival: AwaitedStream, SocketStreamHandler {
  let stream: SocketStream
  var deadline = Duration.zero
  let peer: SocketAddress
  /// Whether the peer is a proxy, which must send a header. Others must not.
  let isFromProxy: Bool
  private unowned let server: Server
  /// Begins the conversation.
  private let next: (SocketStream, _ isLate: Bool) -> Void
  private var received: [UInt8] = []

  init(
    _ stream: SocketStream, of peer: SocketAddress, isFromProxy: Bool, at server: Server,
    next: @escaping (SocketStream, _ isLate: Bool) -> Void
  ) {
    self.stream = stream
    self.peer = peer
    self.isFromProxy = isFromProxy
    self.server = server
    self.next = next
    stream.handler = self
    stream.startReading()
  }

  func streamDidRead(_ stream: SocketStream, _ bytes: RawSpan) {
    bytes.withUnsafeBytes { received += $0 }
    if isFromProxy { readHeader() } else { refuseHeader() }
  }

  private func readHeader() {
    switch ProxyHeader.read(received, limit: Limits.proxyHeaderBytes) {
    case .incomplete: return
    case .failed(let fault): server.end(self, because: fault.description)
    case .complete(let header, let byteCount):
      stream.proxiedAddresses = header.addresses
      received.removeFirst(byteCount)
      goOn()
    }
  }

  private func refuseHeader() {
    switch ProxyHeader.version(of: received) {
    case .undecided: return
    case .none: goOn()
    case .text, .binary:
      server.end(self, because: "a PROXY header from an address that is no --proxy")
    }
  }

  /// Passes the stream on, with the bytes behind the header.
  ///
  /// - Parameter isLate: Whether the time for the first bytes is over.
  func goOn(isLate: Bool = false) {
    guard server.proxyArrivals.remove(stream) != nil else { return }
    // A stream does not retain its handler, whose callback may be running.
    withExtendedLifetime(self) {
      stream.stopReading()
      next(stream, isLate)
      stream.receive(received)
    }
  }

  func streamDidEnd(_ stream: SocketStream) {
    guard isFromProxy else {
      goOn()
      return stream.receiveEnd()
    }
    // A proxy that only looks whether the server is there sends nothing.
    guard received.isEmpty else { return server.end(self, because: "the PROXY header is cut") }
    withExtendedLifetime(server.proxyArrivals.remove(stream)) { stream.close() }
  }

  func streamDidClose(_ stream: SocketStream, error: UVError) {
    server.proxyArrivals.remove(stream)
  }
}
