import BoardAuthority
import BoardModel
import BoardWire

/// Bytes that bring a subscriber from one revision to another.
package struct EncodedUpdate {
  let from: Int
  /// The revision at which it leaves the subscriber: the head, or an earlier one from which on nothing is different.
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
    /// A snapshot of a content that was written earlier. The sessions and selections follow, and what is another policy now.
    case content(WrittenContent)

    var isSnapshot: Bool {
      switch self {
      case .batch: false
      case .snapshot, .content: true
      }
    }
  }

  /// No bytes.
  static let nothing = EncodedUpdate(from: 0, to: 0, pieces: [], kind: .batch)

  /// Whether it replaces all that the reader has.
  var isSnapshot: Bool { kind.isSnapshot }

  /// Where a reader is that was sent the bytes.
  var lastSent: Int { pieces.isEmpty ? from : to }

  /// The number of bytes.
  var count: Int { pieces.reduce(0) { $0 + $1.count } }

  /// Whether these are the very pieces of the update.
  func isMade(of pieces: [Encoding]) -> Bool {
    pieces.count == self.pieces.count && zip(pieces, self.pieces).allSatisfy { $0 === $1 }
  }

  /// The update with these lines behind it; nil if there are none.
  func followed(by lines: Encoding?) -> EncodedUpdate {
    guard let lines else { return self }
    return EncodedUpdate(from: from, to: to, pieces: pieces + [lines], kind: kind)
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
package struct EncodingCache {
  /// An update with the drag events behind it, from the number of the last event seen.
  struct Whole {
    let presence: Int
    let content: WatchedContent?
    let update: EncodedUpdate
  }

  /// Batches, and what those are sent in their place who count.
  struct CountedUpdate {
    let text: EncodedUpdate
    /// Nil if there are more lines than they are sent.
    let counted: EncodedUpdate?
  }

  /// An update in both forms.
  struct JSONUpdate {
    let text: EncodedUpdate
    let json: EncodedUpdate
  }

  /// The positions for which bytes are cached at a time.
  private static let positions = 16

  /// The content as it is now, which drag events do not change.
  var content: WrittenContent?
  /// The whole state with the live drag sessions.
  var snapshot: [Encoding]?
  /// What leads from an earlier content to the head.
  var way: (from: Int, lines: Encoding?)?
  /// The counts as they are now, and the state of those who count.
  var counts: WrittenContent?
  var countedSnapshot: [Encoding]?
  private(set) var updates: [EncodedUpdate] = []
  private(set) var countedUpdates: [CountedUpdate] = []
  private(set) var wholes: [Whole] = []
  private(set) var jsonUpdates: [JSONUpdate] = []

  mutating func add(_ update: EncodedUpdate) { Self.add(update, to: &updates) }
  mutating func add(_ whole: Whole) { Self.add(whole, to: &wholes) }
  mutating func add(_ countedUpdate: CountedUpdate) { Self.add(countedUpdate, to: &countedUpdates) }
  mutating func add(_ jsonUpdate: JSONUpdate) { Self.add(jsonUpdate, to: &jsonUpdates) }

  /// Adds what was made last, in place of the first if there are as many as are kept.
  private static func add<Made>(_ made: Made, to known: inout [Made]) {
    if known.count == positions { known.removeFirst() }
    known.append(made)
  }

  /// Forgets everything: the data or the policies are others.
  package mutating func dataChanged() {
    if content != nil { content = nil }
    if counts != nil { counts = nil }
    if way != nil { way = nil }
    if !countedUpdates.isEmpty { countedUpdates.removeAll(keepingCapacity: true) }
    if !updates.isEmpty { updates.removeAll(keepingCapacity: true) }
    presenceChanged()
  }

  /// Forgets what holds drag events.
  package mutating func presenceChanged() {
    if snapshot != nil { snapshot = nil }
    if countedSnapshot != nil { countedSnapshot = nil }
    if !updates.isEmpty { updates.removeAll(where: \.isSnapshot) }
    if !wholes.isEmpty { wholes.removeAll(keepingCapacity: true) }
    if !jsonUpdates.isEmpty { jsonUpdates.removeAll(keepingCapacity: true) }
  }
}
