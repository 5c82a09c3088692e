import BoardAuthority
import BoardModel
import BoardWire

/// Bytes that bring a subscriber from one revision to another.
struct EncodedUpdate {
  let from: Int
  /// The revision at which it leaves the subscriber: the head, or `from` if nothing is different.
  let to: Int
  /// The bytes in order. What is small is in one piece; what is large is not copied for something
  /// small that goes before or behind it.
  let pieces: [Encoding]
  let kind: Kind
  /// The other boards whose index paths or revisions its events have.
  var boards: Set<BoardName> = []

  /// What brings the reader there.
  enum Kind {
    case batch
    /// A snapshot, which holds the live drag sessions as well.
    case snapshot
    /// A snapshot of the sections and items alone. The sessions, selections and policies follow.
    case content
  }

  /// No bytes.
  static let nothing = EncodedUpdate(from: 0, to: 0, pieces: [], kind: .batch)

  /// Whether it replaces all that the reader has.
  var isSnapshot: Bool {
    switch kind {
    case .batch: false
    case .snapshot, .content: true
    }
  }

  /// The number of bytes.
  var count: Int { pieces.reduce(0) { $0 + $1.count } }

  /// Whether these are the very pieces of the update.
  func isMade(of pieces: [Encoding]) -> Bool {
    pieces.count == self.pieces.count && zip(pieces, self.pieces).allSatisfy { $0 === $1 }
  }

  /// The update with these lines behind it.
  func followed(by lines: consuming WireBuffer) -> EncodedUpdate {
    guard !lines.isEmpty else { return self }
    return EncodedUpdate(
      from: from, to: to, pieces: pieces + [Encoding(lines)], kind: kind)
  }

  /// The update in one piece, if it is small.
  var gathered: EncodedUpdate {
    guard pieces.count > 1, count < Encoding.copyBelow else { return self }
    var buffer = WireBuffer(capacity: count)
    for piece in pieces { piece.withBytes { buffer.append(bytes: $0) } }
    return EncodedUpdate(
      from: from, to: to, pieces: [Encoding(buffer)], kind: kind, boards: boards)
  }
}

extension EncodedUpdate {
  /// Lines of events alone.
  init(lines: Encoding) { self.init(from: 0, to: 0, pieces: [lines], kind: .batch) }

  /// Lines of events in a form.
  func translated(to form: WireForm) -> EncodedUpdate {
    guard form == .json else { return self }
    var json = WireBuffer(capacity: 2 * count)
    var translator = JSONTranslator()
    for piece in pieces { translator.translate(piece.bytes, to: &json) }
    return EncodedUpdate(lines: Encoding(json))
  }
}

/// What was encoded for subscribers of a board, by their position.
struct EncodingCache {
  /// An update with the drag events behind it, from the number of the last event seen.
  struct Whole {
    let presence: Int
    let update: EncodedUpdate
  }

  /// An update in both forms.
  struct JSONUpdate {
    let text: EncodedUpdate
    let json: EncodedUpdate
  }

  /// The positions for which bytes are cached at a time.
  private static let positions = 16

  /// The section and item lines at the head, which drag events do not change.
  var content: Encoding?
  /// The whole state with the live drag sessions.
  var snapshot: [Encoding]?
  private(set) var updates: [EncodedUpdate] = []
  private(set) var wholes: [Whole] = []
  /// The content in the JSON form.
  var jsonContent: Encoding?
  private(set) var jsonUpdates: [JSONUpdate] = []

  mutating func add(_ update: EncodedUpdate) {
    if updates.count == Self.positions { updates.removeFirst() }
    updates.append(update)
  }

  mutating func add(_ whole: Whole) {
    if wholes.count == Self.positions { wholes.removeFirst() }
    wholes.append(whole)
  }

  mutating func add(_ jsonUpdate: JSONUpdate) {
    if jsonUpdates.count == Self.positions { jsonUpdates.removeFirst() }
    jsonUpdates.append(jsonUpdate)
  }

  /// Forgets everything: the data is another.
  mutating func dataChanged() {
    if content != nil { content = nil }
    if jsonContent != nil { jsonContent = nil }
    if !updates.isEmpty { updates.removeAll(keepingCapacity: true) }
    presenceChanged()
  }

  /// Forgets what holds drag events.
  mutating func presenceChanged() {
    if snapshot != nil { snapshot = nil }
    if !updates.isEmpty { updates.removeAll(where: \.isSnapshot) }
    if !wholes.isEmpty { wholes.removeAll(keepingCapacity: true) }
    if !jsonUpdates.isEmpty { jsonUpdates.removeAll(keepingCapacity: true) }
  }
}
