import BoardModel

/// Something with sections and items that can be written as a snapshot, without a copy of it.
public protocol SnapshotSource {
  var sectionCount: Int { get }
  var itemCount: Int { get }
  func itemCount(in section: Int) -> Int
  func sectionID(at index: Int) -> SectionID
  func title(at index: Int) -> Text
  /// Calls `body` with the id and the text of each item of a section, in order.
  func forEachItemBytes(
    in section: Int, _ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Void)
}

/// `board BOARD REV SECTIONS LINES`.
struct SnapshotHead: LineFields {
  let board: BoardName
  let revision: Int
  let sections: Int
  let lines: Int

  init(_ board: BoardName, revision: Int, sections: Int, lines: Int) {
    self.board = board
    self.revision = revision
    self.sections = sections
    self.lines = lines
  }

  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    board = try line.word("board", old?.board)
    revision = try line.word("rev", old?.revision)
    sections = try line.word("sections", old?.sections)
    lines = try line.word("lines", old?.lines)
  }
}

extension WireBuffer {
  /// Appends the whole state of a board (rule 5.3).
  ///
  /// - Parameter presence: The events that say what is live: drags, then selections.
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
    line("board", SnapshotHead(board, revision: revision, sections: sections, lines: lines))
  }

  /// Appends the `section` and `item` lines of a content, without the line that heads a snapshot.
  ///
  /// A board may have a million items, whose bytes are copied as they are: no value is made of them.
  public mutating func appendContent(_ source: some SnapshotSource) {
    for index in 0..<source.sectionCount {
      let section = Section(id: source.sectionID(at: index), title: source.title(at: index))
      line("section", SectionRow(section, items: source.itemCount(in: index)))
      source.forEachItemBytes(in: index) { id, text in
        append("item ")
        append(bytes: id)
        if !text.isEmpty {
          append(byte: 0x20)
          append(rest: text)
        }
        endLine()
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
      var (id, text) = (item.id.string, item.text.string)
      id.withUTF8 { id in
        text.withUTF8 { body(UnsafeRawBufferPointer(id), UnsafeRawBufferPointer($0)) }
      }
    }
  }
}
