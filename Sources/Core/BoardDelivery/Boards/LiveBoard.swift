import BoardAuthority
import BoardModel
import BoardWire

/// A board that is served: its data and its past, and who watches it.
package final class LiveBoard {
  package let versions: VersionedBoard
  /// What clients have selected.
  @exclusivity(unchecked) package var selections = Selections()
  @exclusivity(unchecked) package var presence = PresenceLog()
  @exclusivity(unchecked) package var subscribers: [Subscriber] = []
  /// The cadences of those subscribers that asked for one.
  @exclusivity(unchecked) var intervals: [ConnectionID: MinimumInterval] = [:]
  /// How far among the subscribers the last flush began, as a fraction of 2^32.
  @exclusivity(unchecked) private var flushStart: UInt32 = 0
  /// What is left of a flush that was cut short, since the budget of its turn was spent.
  @exclusivity(unchecked) var flushRest: FlushRest?
  /// What leads those to the head who wait for their turn.
  @exclusivity(unchecked) package var way = ComposedWay()
  /// When subscribers were last sent something.
  @exclusivity(unchecked) var lastFlush: Duration?
  /// Whether some subscriber may not be at the head.
  @exclusivity(unchecked) var isDirty = false
  /// Whether that is news since subscribers were last looked at.
  @exclusivity(unchecked) var isBehind = false
  /// When those subscribers may be sent what they are owed; nil if they are all blocked.
  @exclusivity(unchecked) var nextFlush: Duration?
  /// The bytes of the board's log that `BoardDirectory` has counted.
  @exclusivity(unchecked) var countedLogBytes = 0
  /// What the journal has of the board.
  @exclusivity(unchecked) package var persisted = PersistedBoard()
  /// What was encoded for subscribers at the present head.
  @exclusivity(unchecked) package var encodings = EncodingCache()
  /// What another thread writes of the content of a large board.
  @exclusivity(unchecked) package internal(set) var contentWriter = ContentWriter()
  /// Pays for what is encoded.
  let budget: TurnBudget

  package init(_ versions: VersionedBoard, budget: TurnBudget) {
    self.versions = versions
    self.budget = budget
  }

  package var name: BoardName { versions.name }
  package var revision: Int { versions.revision }

  /// Forgets what was encoded of it, since it is another now.
  ///
  /// - Parameter content: What another thread has written of it already.
  package func contentChanged(_ content: WrittenContent? = nil) {
    encodings.dataChanged()
    contentWriter.dataChanged(versions, content: content)
  }

  /// The place among the subscribers with which a flush begins: where the last one was cut short, or another one each time,
  /// so that nobody is always the last.
  func beginFlush() -> Int {
    if let flushRest, flushRest.position < subscribers.count { return flushRest.position }
    // Steps of the golden section fall everywhere equally often, however many subscribers there are.
    flushStart &+= 0x9E37_79B9
    return Int((UInt64(flushStart) * UInt64(subscribers.count)) >> 32)
  }
}

extension LiveBoard: Comparable {
  package static func == (a: LiveBoard, b: LiveBoard) -> Bool { a === b }
  package static func < (a: LiveBoard, b: LiveBoard) -> Bool { a.name < b.name }
}

extension LiveBoard {
  var row: BoardsRow {
    BoardsRow(
      name, revision: revision, sections: versions.board.sectionCount,
      items: versions.board.itemCount, watchers: subscribers.count,
      title: versions.policies.forBoard.title)
  }
}

// The same bytes in the JSON form, for those who asked for it.

extension LiveBoard {
  /// An update of the text form in the form of a connection. It is translated once and shared, as
  /// the update itself is.
  func update(_ update: EncodedUpdate, in form: WireForm) -> EncodedUpdate {
    guard form == .json, !update.pieces.isEmpty else { return update }
    if let jsonUpdate = encodings.jsonUpdates.last(where: { $0.text.isMade(of: update.pieces) }) {
      return jsonUpdate.json
    }
    let json = EncodedUpdate(
      from: update.from, to: update.to, pieces: translation(of: update), kind: update.kind)
    encodings.add(.init(text: update, json: json))
    return json
  }

  private func translation(of update: EncodedUpdate) -> [Encoding] {
    var translator = JSONTranslator()
    if update.isSnapshot, update.pieces.count > 1, let content = content(of: update.pieces[1]) {
      return translation(of: update, with: content, by: &translator)
    }
    var json = WireBuffer(capacity: 2 * update.count)
    for piece in update.pieces { translator.translate(piece.bytes, to: &json) }
    return [Encoding(json)]
  }

  /// The same for a snapshot whose content is translated once for all of them.
  private func translation(
    of update: EncodedUpdate, with content: WrittenContent, by translator: inout JSONTranslator
  ) -> [Encoding] {
    var head = WireBuffer()
    translator.translate(update.pieces[0].bytes, to: &head)
    var tail = WireBuffer()
    translator.skip(contentLines: content.lines, to: &tail)
    for piece in update.pieces[2...] { translator.translate(piece.bytes, to: &tail) }
    return [Encoding(head), content.json, Encoding(tail)].compactMap(\.self)
  }

  /// The content of which a text is, with the JSON form; nil if it is not shared.
  private func content(of text: Encoding) -> WrittenContent? {
    if let written = contentWriter.withJSON(of: text) { return written }
    if encodings.counts?.text === text {
      encodings.counts?.write(.json)
      return encodings.counts
    }
    guard encodings.content?.text === text else { return nil }
    encodings.content?.write(.json)
    return encodings.content
  }
}
