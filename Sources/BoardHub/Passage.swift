import BoardCore
import BoardWire

/// Bytes that bring a watcher from one revision to another.
struct Passage {
  let from: Int
  /// The revision at which it leaves the watcher: the head, or `from` if nothing is different.
  let to: Int
  let encoding: Encoding
  /// Whether it is a snapshot, which holds the live drag sessions as well.
  let isSnapshot: Bool

  /// The passage with drag events behind it. Behind a snapshot only the ends count of drags that
  /// began earlier: the rest is in it, or was never told.
  func followed(by entries: some Sequence<PresenceLog.Entry>) -> Passage {
    guard isSnapshot else { return followed(by: entries.lazy.map(\.line)) }
    var begun: Set<SessionID> = []
    let ends = entries.filter { entry in
      switch entry.event {
      case .began(let session, _, _, _, _):
        begun.insert(session)
        return false
      case .ended(let session, _):
        return !begun.contains(session)
      default:
        return false
      }
    }
    return followed(by: ends.lazy.map(\.line))
  }

  /// The passage with these lines behind it.
  func followed(by lines: some Sequence<[UInt8]>) -> Passage {
    var buffer = WireBuffer()
    var isLonger = false
    for line in lines {
      if !isLonger { encoding.withBytes { buffer.append(bytes: $0) } }
      isLonger = true
      buffer.append(bytes: line)
    }
    guard isLonger else { return self }
    return Passage(from: from, to: to, encoding: Encoding(buffer), isSnapshot: isSnapshot)
  }
}

/// What was encoded for watchers of a board, by their position.
struct EncodingCache {
  /// A passage with the drag events behind it, from the number of the last event seen.
  struct Whole {
    let presence: Int
    let passage: Passage
  }

  /// The positions for which bytes are kept at a time.
  private static let positions = 16

  /// The section and item lines at the head.
  var content: Encoding?
  /// The whole state with the live drag sessions.
  var snapshot: Encoding?
  private(set) var passages: [Passage] = []
  private(set) var wholes: [Whole] = []

  mutating func keep(_ passage: Passage) {
    if passages.count == Self.positions { passages.removeFirst() }
    passages.append(passage)
  }

  mutating func keep(_ whole: Whole) {
    if wholes.count == Self.positions { wholes.removeFirst() }
    wholes.append(whole)
  }

  /// Forgets everything: the data is another.
  mutating func dataChanged() {
    content = nil
    passages.removeAll(keepingCapacity: true)
    presenceChanged()
  }

  /// Forgets what holds drag events.
  mutating func presenceChanged() {
    snapshot = nil
    passages.removeAll(where: \.isSnapshot)
    wholes.removeAll(keepingCapacity: true)
  }
}
