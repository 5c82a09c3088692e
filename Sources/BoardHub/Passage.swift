import BoardAuthority
import BoardModel
import BoardWire

/// Bytes that bring a watcher from one revision to another.
struct Passage {
  let from: Int
  /// The revision at which it leaves the watcher: the head, or `from` if nothing is different.
  let to: Int
  /// The bytes in order. What is small is in one piece; what is large is not copied for something
  /// small that goes before or behind it.
  let pieces: [Encoding]
  /// Whether it is a snapshot, which holds the live drag sessions as well.
  let isSnapshot: Bool

  /// The number of bytes.
  var count: Int { pieces.reduce(0) { $0 + $1.count } }

  /// Whether these are the very pieces of the passage.
  func isMade(of pieces: [Encoding]) -> Bool {
    pieces.count == self.pieces.count && zip(pieces, self.pieces).allSatisfy { $0 === $1 }
  }

  /// The passage with these lines behind it.
  func followed(by lines: consuming WireBuffer) -> Passage {
    guard !lines.isEmpty else { return self }
    return Passage(from: from, to: to, pieces: pieces + [Encoding(lines)], isSnapshot: isSnapshot)
  }

  /// The passage in one piece, if it is small.
  var gathered: Passage {
    guard pieces.count > 1, count < Encoding.copyBelow else { return self }
    var buffer = WireBuffer(capacity: count)
    for piece in pieces { piece.withBytes { buffer.append(bytes: $0) } }
    return Passage(from: from, to: to, pieces: [Encoding(buffer)], isSnapshot: isSnapshot)
  }
}

/// What was encoded for watchers of a board, by their position.
struct EncodingCache {
  /// A passage with the drag events behind it, from the number of the last event seen.
  struct Whole {
    let presence: Int
    let passage: Passage
  }

  /// A passage in both forms.
  struct Twin {
    let text: Passage
    let json: Passage
  }

  /// The positions for which bytes are kept at a time.
  private static let positions = 16

  /// The section and item lines at the head, which drag events do not change.
  var content: Encoding?
  /// The whole state with the live drag sessions.
  var snapshot: [Encoding]?
  private(set) var passages: [Passage] = []
  private(set) var wholes: [Whole] = []
  /// The content in the JSON form.
  var contentTwin: Encoding?
  private(set) var twins: [Twin] = []

  mutating func keep(_ passage: Passage) {
    if passages.count == Self.positions { passages.removeFirst() }
    passages.append(passage)
  }

  mutating func keep(_ whole: Whole) {
    if wholes.count == Self.positions { wholes.removeFirst() }
    wholes.append(whole)
  }

  mutating func keep(_ twin: Twin) {
    if twins.count == Self.positions { twins.removeFirst() }
    twins.append(twin)
  }

  /// Forgets everything: the data is another.
  mutating func dataChanged() {
    content = nil
    contentTwin = nil
    passages.removeAll(keepingCapacity: true)
    presenceChanged()
  }

  /// Forgets what holds drag events.
  mutating func presenceChanged() {
    snapshot = nil
    passages.removeAll(where: \.isSnapshot)
    wholes.removeAll(keepingCapacity: true)
    twins.removeAll(keepingCapacity: true)
  }
}
