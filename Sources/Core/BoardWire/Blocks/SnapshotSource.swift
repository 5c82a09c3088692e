import BoardModel

/// Something with sections and items that can be written as a snapshot, without a copy of it.
public protocol SnapshotSource {
  var sectionCount: Int { get }
  var itemCount: Int { get }
  func itemCount(in section: Int) -> Int
  func sectionID(at index: Int) -> SectionID
  func title(at index: Int) -> Text
  /// Calls `body` with the id, the text and the fields of each item of a section, in order.
  func forEachItemBytes(
    in section: Int, _ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer, FieldBytes) -> Void)
}

extension WireBuffer {
  /// Appends the line that heads a snapshot.
  ///
  /// - Parameters:
  ///   - lines: the number of lines that follow.
  ///   - content: What of the content they have; nil if they have all.
  public mutating func appendSnapshotHead(
    _ board: BoardName, revision: Int, sections: Int, lines: Int, content: WatchedContent? = nil
  ) {
    line(
      "board",
      BoardHead(board, revision: revision, sections: sections, lines: lines, content: content))
  }

  /// Appends the `section` lines of a content alone, which say how many items each has.
  ///
  /// - Complexity: O(sections).
  public mutating func appendSections(_ source: some SnapshotSource) {
    for index in 0..<source.sectionCount {
      let more = index == 0 && PlantedBug.countOffByOne.isPlanted ? 1 : 0
      appendSection(at: index, of: source, itemCount: source.itemCount(in: index) + more)
    }
  }

  private mutating func appendSection(
    at index: Int, of source: some SnapshotSource, itemCount: Int
  ) {
    line(
      "section",
      SectionRow(
        source.sectionID(at: index), items: ItemCount(itemCount), text: source.title(at: index)))
  }

  /// Appends the `section` and `item` lines of a content, without the line that heads a snapshot.
  ///
  /// A board may have a million items, whose bytes are copied as they are: no value is made of them.
  public mutating func appendContent(_ source: some SnapshotSource) {
    for index in 0..<source.sectionCount {
      appendSection(at: index, of: source, itemCount: source.itemCount(in: index))
      source.forEachItemBytes(in: index) { id, text, fields in
        append("item ")
        append(bytes: id)
        append(fields: fields)
        if !text.isEmpty {
          append(byte: 0x20)
          append(rest: text)
        }
        endLine()
      }
    }
  }
}

extension WireBuffer {
  /// Appends the rows of items.
  mutating func append(rows items: [Item]) {
    for item in items {
      line("item", ItemRow(item.id, fields: item.fields, text: item.text))
    }
  }
}

extension Content: SnapshotSource {
  public var sectionCount: Int { count }
  public var itemCount: Int { reduce(0) { $0 + $1.items.count } }
  public func itemCount(in section: Int) -> Int { self[section].items.count }
  public func sectionID(at index: Int) -> SectionID { self[index].id }
  public func title(at index: Int) -> Text { self[index].title }
  public func forEachItemBytes(
    in section: Int, _ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer, FieldBytes) -> Void
  ) {
    for item in self[section].items {
      var (id, text) = (item.id.string, item.text.string)
      id.withUTF8 { id in
        text.withUTF8 { text in
          item.fields.withBytes {
            body(UnsafeRawBufferPointer(id), UnsafeRawBufferPointer(text), $0)
          }
        }
      }
    }
  }
}
