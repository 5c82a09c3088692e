/// Two connections, each of which gets what the other one sends.
///
/// If one does not take what it gets, the other one is not read: at most `heldBytes` and one read are held for
/// each direction.
public final class StreamBridge: SocketStreamHandler {
  /// The bytes that one side has not taken, from which on the other one is not read.
  public static let heldBytes = 64 << 10

  public let client: SocketStream
  private let header: [UInt8]
  private var server: SocketStream?
  /// Whether the server was reached.
  public private(set) var wasConnected = false
  /// Why the connection with the server could not be encrypted, if that is why it was not reached.
  package private(set) var fault: StreamLayerFault?
  private var endedCount = 0
  /// Called once, when both connections are closed, or when the server cannot be reached: the client is open
  /// then, and has not been read.
  private let onClose: (StreamBridge) -> Void

  /// Connects to a server for a client.
  ///
  /// - Parameters:
  ///   - client: A stream that has not been read.
  ///   - layer: What encrypts the connection with the server.
  ///   - header: What the server gets before all that the client sends.
  package init(
    from client: SocketStream, to server: Endpoint, through layer: any StreamLayer,
    header: [UInt8], on loop: EventLoop, onClose: @escaping (StreamBridge) -> Void
  ) throws(UVError) {
    self.client = client
    self.header = header
    self.onClose = onClose
    self.server = try SocketStream.connect(to: server, on: loop) { [weak self] result in
      switch result {
      case .success: self?.encrypt(with: layer)
      case .failure: self?.giveUp()
      }
    }
  }

  private func encrypt(with layer: any StreamLayer) {
    guard let server, server.isOpen, client.isOpen else { return close() }
    server.handler = self
    server.secure(with: layer)
    server.startReading()
  }

  /// The server is who it should be.
  public func streamDidSecure(_ stream: SocketStream) {
    guard let server, client.isOpen else { return close() }
    wasConnected = true
    client.handler = self
    if case .failed = server.write(header) { return close() }
    client.startReading()
  }

  private func giveUp() {
    fault = server?.layerFault
    server = nil
    onClose(self)
  }

  /// Gives up a server that has not been reached yet, without a call of `onClose`.
  ///
  /// - Returns: The client, which has not been read; nil if the server was reached.
  package func release() -> SocketStream? {
    guard !wasConnected, client.isOpen else { return nil }
    let other = server
    server = nil
    other?.handler = nil
    other?.close()
    return client
  }

  /// Closes both connections.
  public func close() {
    guard client.isOpen || server != nil else { return }
    client.close()
    let other = server
    server = nil
    other?.close()
    onClose(self)
  }

  private func other(_ stream: SocketStream) -> SocketStream? {
    stream === client ? server : client
  }

  public func streamDidRead(_ stream: SocketStream, _ bytes: RawSpan) {
    guard let other = other(stream) else { return }
    switch bytes.withUnsafeBytes({ other.write($0) }) {
    case .sent: break
    case .queued(let count): if count >= Self.heldBytes { stream.stopReading() }
    case .failed: close()
    }
  }

  public func streamDidDrain(_ stream: SocketStream) { other(stream)?.startReading() }

  /// Each side ends by itself, so that what one has sent before its end arrives.
  public func streamDidEnd(_ stream: SocketStream) {
    endedCount += 1
    guard endedCount == 2 else {
      other(stream)?.finishWriting()
      return
    }
    // The first one to end has got its end by now, and the last bytes go to the other one.
    other(stream)?.shutdownAfterWrites()
    stream.shutdownAfterWrites()
  }

  public func streamDidClose(_ stream: SocketStream, error: UVError?) {
    guard wasConnected else { return giveUp() }
    guard endedCount == 2, error == nil else { return close() }
    // The other one may still have to take its last bytes.
    if !client.isOpen, server?.isOpen != true { close() }
  }
}
