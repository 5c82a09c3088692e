/// A channel at the owner.
struct OwnerChannel {
  enum Phase {
    /// The number is in no use.
    case free
    case open
    /// The last frame goes behind what is queued.
    case closing(reason: UInt8)
    /// The last frame is sent. What the edge sends until its own last one is ignored.
    case closed
  }

  /// Whether the hub was told that the client does not take what it is sent, and how much that is.
  struct Report: Equatable {
    var isBlocked = false
    var unsentBytes = 0
  }

  var phase = Phase.free
  var queue = PieceQueue()
  /// The bytes that the client has not taken from the edge; nil if it has taken all.
  var unsentAtEdge: Int?
  /// The input that the owner has not consumed.
  var unconsumedInput = 0
  /// The input that it has consumed without telling the edge.
  var untoldInput = 0
  var report = Report()
  /// How often the number was in use before.
  private(set) var use: UInt32 = 0
  /// Whether the channel is in the rotation, or waits for a blob.
  var isScheduled = false
  /// Whether the report may have to change.
  var isChanged = false

  var isOpen: Bool {
    switch phase {
    case .open: true
    case .free, .closing, .closed: false
    }
  }

  /// Whether the queue may have to be sent.
  var hasQueue: Bool {
    switch phase {
    case .open, .closing: !queue.isEmpty
    case .free, .closed: false
    }
  }

  /// Whether what it is sent goes out at once.
  var isDirect: Bool { isOpen && queue.isEmpty && unsentAtEdge == nil }

  /// Makes the number free for its next user.
  mutating func free() {
    let next = use &+ 1
    let isChanged = isChanged
    self = OwnerChannel()
    use = next
    self.isChanged = isChanged
  }
}

/// One use of a channel's number: whoever waits for it can tell whether the client is still the same.
struct ChannelUse {
  let channel: Channel
  let use: UInt32
}

/// What waits to be sent to one client, in order.
struct PieceQueue {
  enum Content {
    /// Is sent to this client by itself.
    case piece(MessagePiece)
    /// Is sent when the blob has crossed.
    case blob(OutgoingBlobs.ID, byteCount: Int)

    var count: Int {
      switch self {
      case .piece(let piece): piece.count
      case .blob(_, let byteCount): byteCount
      }
    }
  }

  struct Piece {
    let content: Content
    let endsMessage: Bool
  }

  private var pieces = Fifo<Piece>()
  /// The bytes of the first piece that are sent.
  private(set) var sentOfFirst = 0
  /// The bytes of all pieces that are not sent.
  private(set) var unsentBytes = 0

  var isEmpty: Bool { pieces.isEmpty }
  var first: Piece? { pieces.first }

  /// The blobs that the pieces are.
  var blobs: [OutgoingBlobs.ID] {
    pieces.all.compactMap { piece in
      switch piece.content {
      case .blob(let id, _): id
      case .piece: nil
      }
    }
  }

  mutating func append(_ content: Content, endsMessage: Bool) {
    pieces.append(Piece(content: content, endsMessage: endsMessage))
    unsentBytes += content.count
  }

  /// Notes that the first piece is sent.
  mutating func sentFirst() {
    if let first { sent(first.content.count - sentOfFirst) }
  }

  /// Notes that bytes of the first piece are sent.
  mutating func sent(_ count: Int) {
    sentOfFirst += count
    unsentBytes -= count
    guard sentOfFirst == first?.content.count else { return }
    sentOfFirst = 0
    _ = pieces.popFirst()
  }
}
