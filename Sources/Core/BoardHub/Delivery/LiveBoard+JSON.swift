import BoardAuthority
import BoardModel
import BoardWire

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
      from: update.from, to: update.to, pieces: translation(of: update),
      isSnapshot: update.isSnapshot)
    encodings.add(.init(text: update, json: json))
    return json
  }

  private func translation(of update: EncodedUpdate) -> [Encoding] {
    var translator = JSONTranslator()
    if update.isSnapshot, update.pieces.count > 1, update.pieces[1] === encodings.content {
      return translation(ofLarge: update, by: &translator)
    }
    var json = WireBuffer(capacity: 2 * update.count)
    for piece in update.pieces { translator.translate(piece.bytes, to: &json) }
    return [Encoding(json)]
  }

  /// The same for the snapshot of a large board, whose content is translated once for all of them.
  private func translation(
    ofLarge update: EncodedUpdate, by translator: inout JSONTranslator
  ) -> [Encoding] {
    var head = WireBuffer()
    translator.translate(update.pieces[0].bytes, to: &head)
    let content = jsonContent(of: update.pieces[1])
    var tail = WireBuffer()
    let board = versions.board
    translator.skip(contentLines: board.sectionCount + board.itemCount, to: &tail)
    for piece in update.pieces[2...] { translator.translate(piece.bytes, to: &tail) }
    return [Encoding(head), content, Encoding(tail)]
  }

  private func jsonContent(of content: Encoding) -> Encoding {
    if let jsonUpdate = encodings.jsonContent { return jsonUpdate }
    var json = WireBuffer(capacity: 2 * content.count)
    var translator = JSONTranslator.forContent
    translator.translate(content.bytes, to: &json)
    let jsonUpdate = Encoding(json)
    encodings.jsonContent = jsonUpdate
    return jsonUpdate
  }
}
