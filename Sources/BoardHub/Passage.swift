import BoardWire

/// Bytes that bring a watcher from one revision to another.
struct Passage {
  let from: Int
  /// The revision at which it leaves the watcher: the head, or `from` if nothing is different.
  let to: Int
  let encoding: Encoding
  /// Whether it is a snapshot, which holds the live drag sessions as well.
  let isSnapshot: Bool

  /// The passage with drag events behind it. Behind a snapshot only ends count: the rest is in it.
  func followed(by entries: some Sequence<PresenceLog.Entry>) -> Passage {
    followed(by: entries.lazy.filter { !isSnapshot || $0.event.isEnd }.map(\.line))
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
