import BoardAuthority
import BoardModel
import BoardWire

// The same bytes in the JSON form, for those who asked for it.

extension LiveBoard {
  /// A passage of the text form in the form of a connection. It is translated once and shared, as
  /// the passage itself is.
  func passage(_ passage: Passage, in form: WireForm) -> Passage {
    guard form == .json, !passage.pieces.isEmpty else { return passage }
    if let twin = encodings.twins.last(where: { $0.text.isMade(of: passage.pieces) }) {
      return twin.json
    }
    let json = Passage(
      from: passage.from, to: passage.to, pieces: translation(of: passage),
      isSnapshot: passage.isSnapshot)
    encodings.keep(.init(text: passage, json: json))
    return json
  }

  private func translation(of passage: Passage) -> [Encoding] {
    var translator = JSONTranslator()
    if passage.isSnapshot, passage.pieces.count > 1, passage.pieces[1] === encodings.content {
      return translation(ofLarge: passage, by: &translator)
    }
    var json = WireBuffer(capacity: 2 * passage.count)
    for piece in passage.pieces { translator.translate(piece.bytes, to: &json) }
    return [Encoding(json)]
  }

  /// The same for the snapshot of a large board, whose content is translated once for all of them.
  private func translation(
    ofLarge passage: Passage, by translator: inout JSONTranslator
  ) -> [Encoding] {
    var head = WireBuffer()
    translator.translate(passage.pieces[0].bytes, to: &head)
    let content = contentTwin(of: passage.pieces[1])
    var tail = WireBuffer()
    let board = versions.board
    translator.skip(contentLines: board.sectionCount + board.itemCount, to: &tail)
    for piece in passage.pieces[2...] { translator.translate(piece.bytes, to: &tail) }
    return [Encoding(head), content, Encoding(tail)]
  }

  private func contentTwin(of content: Encoding) -> Encoding {
    if let twin = encodings.contentTwin { return twin }
    var json = WireBuffer(capacity: 2 * content.count)
    var translator = JSONTranslator.forContent
    translator.translate(content.bytes, to: &json)
    let twin = Encoding(json)
    encodings.contentTwin = twin
    return twin
  }
}
