/// What waits to be sent to one client, in order.
struct PieceQueue {
  enum Content {
    case own([UInt8])
    /// Is sent to this client by itself.
    case shared(SharedPayload)
    /// Is sent when the blob has crossed.
    case blob(OutgoingBlobs.ID, byteCount: Int)

    var count: Int {
      switch self {
      case .own(let bytes): bytes.count
      case .shared(let payload): payload.bytes.count
      case .blob(_, let byteCount): byteCount
      }
    }
  }

  struct Piece {
    let content: Content
    let endsMessage: Bool
  }

  private var pieces: [Piece] = []
  /// The index of the first piece that is not sent.
  private var head = 0
  /// The bytes of that piece that are sent.
  private(set) var sentOfFirst = 0
  /// The bytes of all pieces that are not sent.
  private(set) var unsentBytes = 0

  var isEmpty: Bool { head == pieces.count }
  var first: Piece? { isEmpty ? nil : pieces[head] }

  /// The blobs that the pieces are.
  var blobs: [OutgoingBlobs.ID] {
    pieces[head...].compactMap { piece in
      switch piece.content {
      case .blob(let id, _): id
      case .own, .shared: nil
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
    guard sentOfFirst == pieces[head].content.count else { return }
    sentOfFirst = 0
    head += 1
    if isEmpty {
      pieces = []
      head = 0
    } else if head >= 32, head * 2 >= pieces.count {
      pieces.removeFirst(head)
      head = 0
    }
  }
}
