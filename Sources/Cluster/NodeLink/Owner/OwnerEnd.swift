/// The end of a link at the owner of spaces: the node that has their hubs.
///
/// It performs no I/O. Pass what was read to `receive`, call `reportBlocked` behind it and behind the effects of a
/// turn, and write at the end of the turn what `flush` lends.
///
/// What a client is sent goes out at once if it is short, the client takes what it gets, and the edge keeps up. If
/// not, it is queued for the client, so that the order stays. Large payloads that several clients share cross once.
///
/// - Invariant: The bytes that are queued for a client are those that it was sent and that have not gone out.
public final class OwnerEnd {
  private let secret: [UInt8]
  private var reader = FrameReader()
  private var isAccepted = false
  private var fault: LinkFault?

  var output = FrameBuffer()
  var window = SendWindow()
  var channels: [OwnerChannel] = []
  /// The channels that are direct, apart from the others because broadcasts look at nothing else.
  var directChannels: [Bool] = []
  /// How often a channel became direct, or ceased to be.
  var directChanges = 0
  var blobs = OutgoingBlobs()
  var rotation = SendRotation()
  var lastBroadcast = BroadcastMemory()
  /// The channels whose reports may have to change.
  var touched: [Channel] = []
  /// Whether the last report counted all clients as blocked.
  var reportedFull = false

  /// - Parameter secret: What all nodes of the cluster know, and nobody else.
  public init(secret: [UInt8]) { self.secret = secret }

  /// Whether no frame was cut off, if the edge sends nothing more.
  public var isAtBoundary: Bool { reader.isAtBoundary }

  /// Whether the edge has not performed so much that all clients count as blocked.
  public var isFull: Bool { window.isFull }

  /// Receives bytes of the edge. After a fault the link must be closed.
  public func receive(
    _ bytes: UnsafeRawBufferPointer, _ body: (OwnerEvent) -> Void
  ) throws(LinkFault) {
    if let fault { throw fault }
    do throws(LinkFault) {
      try reader.read(bytes) { (kind, fields) throws(LinkFault) in
        try perform(EdgeFrame(kind, fields), of: kind, body)
      }
    } catch {
      fault = error
      throw error
    }
    sendQueued()
  }

  private func perform(
    _ frame: EdgeFrame, of kind: FrameKind, _ body: (OwnerEvent) -> Void
  ) throws(LinkFault) {
    if case .hello(let secret, let version, let node) = frame {
      try accept(secret, version)
      return body(.accepted(node: node))
    }
    guard isAccepted else { throw .unexpectedFrame(kind) }
    try perform(frame, body)
  }

  /// The time does not depend on how much of the secret is right.
  private func accept(_ other: UnsafeRawBufferPointer, _ version: UInt16) throws(LinkFault) {
    guard !isAccepted else { throw .unexpectedFrame(.hello) }
    guard other.count == secret.count,
      zip(other, secret).reduce(0, { $0 | ($1.0 ^ $1.1) }) == 0
    else { throw .wrongSecret }
    output.append(accepted: try LinkVersion.common(with: version))
    isAccepted = true
  }

  /// Sends a ping, so that the edge hears something.
  public func ping() { output.appendPing() }

  /// Lends the frames that are to be written, if there are any, and forgets them.
  public func flush(_ body: (UnsafeRawBufferPointer) -> Void) {
    output.flush(body)
  }

  /// Frees large payloads that no client has been sent since the last call. To be called each second.
  public func releaseUnused() {
    blobs.releaseUnused()
    tellFreed()
  }
}
