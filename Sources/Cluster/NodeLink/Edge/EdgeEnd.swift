/// The end of a link at the edge: the node to which clients are connected.
///
/// It performs no I/O. Pass what was read to `receive`, and write at the end of the turn what `flush` lends. The edge
/// need not wait for `accepted` before it connects clients.
public final class EdgeEnd {
  private var reader = FrameReader()
  var output = FrameBuffer()
  var isAccepted = false
  private var fault: LinkFault?
  var blobs = IncomingBlobs()
  /// The input of each open channel that the owner has not consumed.
  var channels = ChannelTable<Int>()
  /// The channels of the last broadcast.
  var lastBroadcast: [Channel]?
  /// How long that took since the owner was told.
  private var performanceTime: Duration = .zero
  /// The weight of the frames that were performed without telling the owner.
  var unacknowledged = 0

  /// - Parameters:
  ///   - secret: What all nodes of the cluster know, and nobody else.
  ///   - node: The link by which this node is known.
  public init(secret: [UInt8], node: String) {
    precondition(secret.count <= LinkLimits.secretBytes && node.utf8.count <= LinkLimits.nodeBytes)
    output.append(helloWith: secret, version: LinkVersion.newest, node: node)
  }

  /// Whether no frame was cut off, if the owner sends nothing more.
  public var isAtBoundary: Bool { reader.isAtBoundary }

  /// Receives bytes of the owner. After a fault the link must be closed.
  ///
  /// What the callback returns from counts as performed, and is acknowledged by `flush`.
  public func receive(
    _ bytes: UnsafeRawBufferPointer, _ body: (EdgeEvent) -> Void
  ) throws(LinkFault) {
    if let fault { throw fault }
    do throws(LinkFault) {
      try reader.read(bytes) { (kind, fields) throws(LinkFault) in
        guard isAccepted != (kind == .accepted) else { throw .unexpectedFrame(kind) }
        try perform(OwnerFrame(kind, fields, count: channels.count), body)
      }
    } catch {
      fault = error
      throw error
    }
  }

  /// Notes how long it took to perform what was received, which the owner is told with the next acknowledgement.
  public func performed(for time: Duration) { performanceTime += time }

  /// Sends a ping, so that the owner hears something.
  public func ping() { output.appendPing() }

  /// Lends the frames that are to be written, if there are any, and forgets them.
  public func flush(_ body: (UnsafeRawBufferPointer) -> Void) {
    if unacknowledged > 0 {
      output.append(
        acknowledged: unacknowledged, microseconds: Int(performanceTime / .microseconds(1)))
    }
    (unacknowledged, performanceTime) = (0, .zero)
    output.flush(body)
  }
}
