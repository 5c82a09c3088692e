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

  /// How long a node may not be reached until it counts as cut off.
  static let patience: Duration = .seconds(3)
  private static let interval: Duration = .seconds(1)

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

  /// Whether the node has been reached lately.
  var isReached: Bool { loop.now - lastReached < Self.patience }

  /// Begins the next try if it is time for that. Call it several times a second.
  func tick() {
    guard stream == nil || loop.now - begin >= Self.patience, loop.now - begin >= Self.interval
    else { return }
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
