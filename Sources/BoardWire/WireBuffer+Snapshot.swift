import BoardCore

/// Something with sections and items that can be written as a snapshot, without a copy of it.
public protocol SnapshotSource {
  var sectionCount: Int { get }
  var itemCount: Int { get }
  func itemCount(in section: Int) -> Int
  func sectionID(at index: Int) -> SectionID
  func title(at index: Int) -> Text
  /// Calls `body` with the name and the text of each item of a section, in order.
  func forEachItemBytes(
    in section: Int, _ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Void)
}

extension WireBuffer {
  /// Appends the whole state of a board (rule 5.3).
  ///
  /// - Parameter presence: for each live drag session the event that began it and the one that says
  ///   where it is, then what each client has selected.
  public mutating func append(
    snapshot source: some SnapshotSource, board: BoardName, revision: Int, presence: [Event] = []
  ) {
    appendSnapshotHead(
      board, revision: revision, sections: source.sectionCount,
      lines: source.sectionCount + source.itemCount + presence.count)
    appendContent(source)
    for event in presence { append(event) }
  }

  /// Appends the line that heads a snapshot.
  ///
  /// - Parameter lines: the number of lines that follow.
  public mutating func appendSnapshotHead(
    _ board: BoardName, revision: Int, sections: Int, lines: Int
  ) {
    append("board")
    words(board, revision, sections, lines)
    endLine()
  }

  /// Appends the `section` and `item` lines of a content, without the line that heads a snapshot.
  public mutating func appendContent(_ source: some SnapshotSource) {
    for index in 0..<source.sectionCount {
      append("section")
      words(source.sectionID(at: index), source.itemCount(in: index))
      endLine(text: source.title(at: index))
      source.forEachItemBytes(in: index) { name, text in
        append("item ")
        append(bytes: name)
        append(" -")
        endLine(text: text)
      }
    }
  }

  /// Appends a content as a snapshot.
  public mutating func append(
    snapshot content: Content, board: BoardName, revision: Int, presence: [Event] = []
  ) {
    append(
      snapshot: ContentSource(content: content), board: board, revision: revision,
      presence: presence)
  }

  /// Appends the `section` and `item` lines of a content.
  public mutating func appendContent(_ content: Content) {
    appendContent(ContentSource(content: content))
  }
}

/// A plain content, to be written.
private struct ContentSource: SnapshotSource {
  let content: Content

  var sectionCount: Int { content.count }
  var itemCount: Int { content.reduce(0) { $0 + $1.items.count } }
  func itemCount(in section: Int) -> Int { content[section].items.count }
  func sectionID(at index: Int) -> SectionID { content[index].id }
  func title(at index: Int) -> Text { content[index].title }
  func forEachItemBytes(
    in section: Int, _ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Void
  ) {
    for item in content[section].items {
      var (name, text) = (item.id.string, item.text.string)
      name.withUTF8 { name in
        text.withUTF8 { body(UnsafeRawBufferPointer(name), UnsafeRawBufferPointer($0)) }
      }
    }
  }
}
