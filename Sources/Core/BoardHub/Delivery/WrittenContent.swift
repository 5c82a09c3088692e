import BoardAuthority
import BoardModel
import BoardWire

/// The sections and items of a large board at one revision, written by another thread for all who begin to watch it.
///
/// Edits go on meanwhile, and behind it: whoever is sent it is sent a batch from its revision to the head with it.
struct WrittenContent {
  let revision: Int
  let sections: Int
  /// The section and item lines.
  let lines: Int
  let text: Encoding
  /// The same in the JSON form, the elements of an array; nil if nobody has asked for it.
  var json: Encoding?

  /// - Complexity: O(bytes of the names and texts).
  init(of board: Board, at revision: Int) {
    self.revision = revision
    sections = board.sectionCount
    lines = board.sectionCount + board.itemCount
    var buffer = WireBuffer()
    buffer.appendContent(board)
    text = Encoding(buffer)
  }

  func has(_ form: WireForm) -> Bool { form == .text || json != nil }

  /// - Complexity: O(bytes of the text form).
  mutating func write(_ form: WireForm) {
    guard !has(form) else { return }
    json = Encoding(jsonOfContent: text)
  }
}

extension VersionedBoard {
  /// The content, if it is large and readers at a revision are sent a snapshot of it.
  ///
  /// - Parameters:
  ///   - forms: The forms of the readers.
  ///   - steps: From so many steps on a content is large.
  func contentDue(
    for forms: Set<WireForm>, from revision: Int, steps: Int
  ) -> WrittenContent? {
    let writer = ContentWriter(for: self)
    guard forms.contains(where: { writer.isLarge(in: $0, from: steps) }),
      isSnapshotDue(from: revision)
    else { return nil }
    var content = WrittenContent(of: board, at: self.revision)
    for form in forms { content.write(form) }
    return content
  }
}

extension Encoding {
  /// The section and item lines of a snapshot in the JSON form.
  convenience init(jsonOfContent content: Encoding) {
    var json = WireBuffer(capacity: 2 * content.count)
    var translator = JSONTranslator.forContent
    translator.translate(content.bytes, to: &json)
    self.init(json)
  }
}
