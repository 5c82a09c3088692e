import BoardModel
import BoardWire

// Whole snapshots: a server writes their parts apart.

extension WireBuffer {
  /// Appends the whole state of a board (rule 5.3).
  ///
  /// - Parameter presence: The events that say what is live: drags, then selections.
  package mutating func append(
    snapshot source: some SnapshotSource, board: BoardName, revision: Int, presence: [Event] = []
  ) {
    appendSnapshotHead(
      board, revision: revision, sections: source.sectionCount,
      lines: source.sectionCount + source.itemCount + presence.count)
    appendContent(source)
    for event in presence { append(event) }
  }

  /// Appends the state of a board without its items (rule 20.1).
  package mutating func append(
    counts sections: [CountedSection], board: BoardName, revision: Int, presence: [Event]
  ) {
    appendSnapshotHead(
      board, revision: revision, sections: sections.count,
      lines: sections.count + presence.count, content: .counts)
    appendSections(CountedSections(sections: sections))
    for event in presence { append(event) }
  }
}

/// Sections of which the numbers of their items alone are known.
private struct CountedSections: SnapshotSource {
  let sections: [CountedSection]

  var sectionCount: Int { sections.count }
  var itemCount: Int { sections.reduce(0) { $0 + $1.itemCount } }
  func itemCount(in section: Int) -> Int { sections[section].itemCount }
  func sectionID(at index: Int) -> SectionID { sections[index].id }
  func title(at index: Int) -> Text { sections[index].title }
  func forEachItemBytes(
    in section: Int, _ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer, FieldBytes) -> Void
  ) {}
}
