extension Composition {
  /// Adds a composition that follows this one.
  ///
  /// `other` begins on the board that this one leads to. The result is the same as that of
  /// appending its edits one by one, so any folding of a stream gives the same batch.
  ///
  /// - Complexity: O(k √k) with a small factor for k records in both.
  public mutating func append(_ other: Composition) {
    if other.isEmpty { return }
    if isEmpty {
      self = other
      return
    }
    let first = self
    self = Composition()
    var fold = CompositionFold(consume first, other)
    fold.adoptSections()
    fold.adoptItems()
    fold.removeItems()
    fold.insertItems()
    fold.moveSections()
    self = fold.result
  }
}

/// Merges the records of a composition into the one that it follows.
///
/// Each step refers to sections by record, so that section edits and item edits are independent: first
/// everything is found on the board between the two, then removed, then inserted.
private struct CompositionFold {
  private(set) var result: Composition
  private let other: Composition
  /// The records in the result of the other's sections.
  private var sections: [Int] = []
  /// The records in the result of the other's items; nil for what was inserted and deleted within it.
  private var items: [Int?] = []
  /// Whether an item's record is in a section, deleted sections included.
  private var isPlaced: [Bool]

  init(_ first: consuming Composition, _ other: Composition) {
    result = first
    self.other = other
    isPlaced = [Bool](repeating: false, count: other.items.count)
    for section in other.sections {
      section.items.walk { piece, _ in if let record = piece.record { isPlaced[record] = true } }
    }
  }

  /// Finds or makes the record of each section.
  mutating func adoptSections() {
    for section in other.sections {
      let record: Int
      if let index = section.index {
        record = result.section(at: index)
        result.sections[record].adopt(section)
      } else {
        record = result.sections.count
        result.sections.append(section)
        result.sections[record].items = .new
      }
      sections.append(record)
    }
    assert(sections.count == other.sections.count, "each section has a record")
  }

  /// Finds or makes the record of each item.
  mutating func adoptItems() {
    for (number, item) in other.items.enumerated() {
      if let section = item.section {
        let record = result.record(item.id, in: sections[section], at: item.index)
        result.items[record].adopt(item)
        items.append(record)
      } else if isPlaced[number] {
        items.append(result.items.count)
        result.items.append(item)
      } else {
        items.append(nil)
      }
    }
    assert(items.count == other.items.count, "each item has a record, or was inserted and deleted")
  }

  /// Removes what was moved or deleted, the last index first.
  mutating func removeItems() {
    let removed = other.items.indices.filter { number in
      let item = other.items[number]
      return item.section != nil && (item.hasMoved || !isPlaced[number])
    }
    for number in removed.sorted(by: { other.items[$0].index > other.items[$1].index }) {
      let item = other.items[number]
      guard let section = item.section else { continue }
      let piece = result.sections[sections[section]].items.remove(at: item.index)
      assert(piece.record == items[number], "an item is at its old index until it is removed")
    }
  }

  /// Inserts what was moved or inserted, the first index first.
  mutating func insertItems() {
    for (number, section) in other.sections.enumerated() {
      section.items.walk { piece, index in
        guard let item = piece.record, other.items[item].hasMoved, let record = items[item]
        else { return }
        result.sections[sections[number]].items.insert(record: record, at: index)
      }
    }
  }

  /// Removes sections, the last index first, and inserts them, the first index first.
  mutating func moveSections() {
    let removed = other.sections.filter { $0.hasMoved || $0.deletedContent != nil }.compactMap(
      \.index)
    for index in removed.sorted(by: >) { _ = result.list.remove(at: index) }
    other.list.walk { piece, index in
      guard let section = piece.record, other.sections[section].hasMoved else { return }
      result.list.insert(record: sections[section], at: index)
    }
  }
}

extension Composition.SectionRecord {
  /// Merges what a later composition knows of this section.
  fileprivate mutating func adopt(_ later: Composition.SectionRecord) {
    id = later.id ?? id
    hasMoved = hasMoved || later.hasMoved
    original = original ?? later.original
    title = later.title ?? title
    deletedContent = later.deletedContent
  }
}

extension Composition.ItemRecord {
  /// Merges what a later composition knows of this item.
  fileprivate mutating func adopt(_ later: Composition.ItemRecord) {
    hasMoved = hasMoved || later.hasMoved
    original = original ?? later.original
    text = later.text ?? text
    change(from: later.oldFields, to: later.newFields)
    fields = later.fields ?? fields
  }
}
