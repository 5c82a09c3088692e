import Libuv
import TLS

/// Tries again and again whether a node can be reached at its link, so that a cut is noticed that closes no
/// connection: it connects, and verifies the certificate.
final class LinkProbe: SocketStreamHandler {
  private let address: SocketAddress
  private let link: String
  private let trust: ServerTrust
  private let loop: EventLoop
  private var stream: SocketStream?
  /// When the present try began.
  private var begin = Duration.zero
  /// When the node was last reached, or the probe was made.
  private var lastReached: Duration

  private static let interval: Duration = .seconds(1)
  private static let timeout: Duration = .seconds(2)

  init(of link: String, at address: SocketAddress, trust: ServerTrust, on loop: EventLoop) {
    (self.link, self.address, self.trust, self.loop) = (link, address, trust, loop)
    lastReached = loop.now
  }

  deinit { drop() }

  /// Gives up the present try.
  private func drop() {
    stream?.handler = nil
    stream?.close()
    stream = nil
  }

  /// How long the node has not been reached.
  var silence: Duration { loop.now - lastReached }

  /// Begins the next try if it is time for that. Call it several times a second.
  func tick() {
    guard loop.now - begin >= (stream == nil ? Self.interval : Self.timeout) else { return }
    drop()
    begin = loop.now
    stream = try? SocketStream.connect(to: .internet(address), on: loop) { [weak self] result in
      guard let self, case .success(let stream) = result, stream === self.stream else { return }
      guard let layer = try? trust.makeLayer(to: link) else { return stream.close() }
      stream.handler = self
      stream.secure(with: layer)
      stream.startReading()
    }
  }

  func streamDidSecure(_ stream: SocketStream) {
    lastReached = loop.now
    drop()
  }

  func streamDidRead(_ stream: SocketStream, _ bytes: RawSpan) {}
  func streamDidDrain(_ stream: SocketStream) {}
  func streamDidEnd(_ stream: SocketStream) { stream.close() }
  func streamDidClose(_ stream: SocketStream, error: UVError?) {
    if stream === self.stream { self.stream = nil }
  }
}
