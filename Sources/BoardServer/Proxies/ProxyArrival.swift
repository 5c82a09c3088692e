import BoardModel
import Libuv

/// A connection that may begin with a header of the PROXY protocol. It has its place among the connections
/// of the server.
final class ProxyArrival: AwaitedStream, SocketStreamHandler {
  let stream: SocketStream
  var deadline = Duration.zero
  let peer: SocketAddress
  /// Whether the peer is a proxy, which must send a header. Others must not.
  let isFromProxy: Bool
  private unowned let server: Server
  /// The link of a node, whose header must have the secret; nil for a proxy.
  private let link: NodeLink?
  /// Begins the conversation.
  private let next: (SocketStream, ProxyArrivalEnd) -> Void
  private var received: [UInt8] = []

  init(
    _ stream: SocketStream, of peer: SocketAddress, isFromProxy: Bool, by link: NodeLink? = nil,
    at server: Server, next: @escaping (SocketStream, ProxyArrivalEnd) -> Void
  ) {
    self.stream = stream
    self.peer = peer
    self.isFromProxy = isFromProxy
    self.link = link
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
      var port = NodeLink.Port.lines
      if let link {
        guard let found = link.port(of: header) else {
          return server.end(self, because: "a link without the secret of the cluster")
        }
        port = found
      }
      stream.proxiedAddresses = header.addresses
      received.removeFirst(byteCount)
      goOn(.header(port))
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
  func goOn(_ end: ProxyArrivalEnd = .header(.lines)) {
    guard server.proxyArrivals.remove(stream) != nil else { return }
    // A stream does not retain its handler, whose callback may be running.
    withExtendedLifetime(self) {
      stream.stopReading()
      next(stream, end)
      stream.receive(received, hasOuterLayer: link != nil)
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

  func streamDidDrain(_ stream: SocketStream) {}

  func streamDidClose(_ stream: SocketStream, error: UVError?) {
    server.proxyArrivals.remove(stream)
  }
}

/// How the wait for a header has ended.
enum ProxyArrivalEnd {
  /// There was a header of a client of this port, or other first bytes.
  case header(NodeLink.Port)
  /// The time for the first bytes is over.
  case late
}
