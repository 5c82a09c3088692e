/// A model of a board from the rows of snapshots and batches: an independent implementation of
/// sections 5 and 6 of the specification.
struct BoardModel: Equatable, Sendable {
  /// An element with an id and an unescaped text.
  struct Item: Equatable, Sendable {
    var id: String
    var text: [UInt8]
    /// The unescaped values, by name.
    var fields: [String: [UInt8]] = [:]
  }

  struct Section: Equatable, Sendable {
    var id: String
    var title: [UInt8]
    var items: [Item] = []
  }

  /// An index path, or a section's index with an `item` of nothing.
  struct Path: Hashable, Comparable, Sendable {
    var section: Int
    var item: Int

    static func < (a: Path, b: Path) -> Bool { (a.section, a.item) < (b.section, b.item) }
  }

  var sections: [Section] = []

  /// Parses the rows of a snapshot. Rows of drags and selections are skipped.
  ///
  /// - Returns: nil if they are not rows of a snapshot.
  init?(snapshot rows: [Message.Row]) {
    var counts: [Int] = []
    for row in rows {
      guard let row = row.fields else { return nil }
      switch row.kind {
      case "section":
        guard let id = row.words[0].word, let count = row.number(1), let title = row.plainText
        else { return nil }
        sections.append(Section(id: id, title: title))
        counts.append(count)
      case "item":
        guard let id = row.words[0].word, let text = row.plainText, !sections.isEmpty else {
          return nil
        }
        guard let fields = row.fields, !fields.values.contains([]) else { return nil }
        sections[sections.count - 1].items.append(Item(id: id, text: text, fields: fields))
      case let kind where LineShape.presence.contains(kind): continue
      default: return nil
      }
    }
    guard sections.map(\.items.count) == counts, hasDistinctIDs else { return nil }
  }

  init() {}

  /// Whether all ids are unique.
  var hasDistinctIDs: Bool {
    let items = sections.flatMap { $0.items.map(\.id) }
    return Set(items).count == items.count && Set(sections.map(\.id)).count == sections.count
  }

  /// The ids of its sections and items.
  var names: Set<String> {
    Set(sections.map(\.id) + sections.flatMap { $0.items.map(\.id) })
  }

  /// The path of each item.
  var paths: [String: Path] {
    var paths: [String: Path] = [:]
    for (index, section) in sections.enumerated() {
      for (position, item) in section.items.enumerated() {
        paths[item.id] = Path(section: index, item: position)
      }
    }
    return paths
  }

  func item(at path: Path) -> Item? {
    guard sections.indices.contains(path.section),
      sections[path.section].items.indices.contains(path.item)
    else { return nil }
    return sections[path.section].items[path.item]
  }
}

extension ParsedLine {
  /// The unescaped text, empty if there is none, or nil if it is malformed.
  var plainText: [UInt8]? { text.map(\.plainBytes) ?? [] }

  /// The unescaped fields, of which an empty one is gone; nil if one is malformed.
  var fields: [String: [UInt8]]? {
    var fields: [String: [UInt8]] = [:]
    for key in keys where key.isField {
      guard let value = key.value.plainBytes else { return nil }
      fields[key.name] = value
    }
    return fields
  }

  /// A WORD that is a number.
  func number(_ index: Int) -> Int? { words[index].number }

  /// A WORD that is an index path.
  func path(_ index: Int) -> BoardModel.Path? { words[index].word.flatMap(BoardModel.Path.init) }
}

extension BoardModel.Path {
  init?(_ word: String) {
    let parts = word.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let section = parts[0], let item = parts[1] else { return nil }
    self.init(section: section, item: item)
  }
}
