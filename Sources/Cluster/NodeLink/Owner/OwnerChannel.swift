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
