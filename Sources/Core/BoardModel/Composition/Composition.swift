/// Many sequential edits as one change. Its size depends on the edits and not on the board.
///
/// The sections, and the items of each touched section, are `PieceTable`s: runs of untouched old
/// indices, and records of what was touched. A record has the origin of its item. So one walk at the
/// end finds what was moved, inserted and deleted (`batch(content:)`).
///
/// The result depends only on what was touched and on the two boards, not on the order of the edits
/// or on how they were folded.
public struct Composition: Sendable {
  /// An item that some edit named.
  struct ItemRecord: Sendable {
    var id: ItemID
    /// The record of its section before, or nil if it was not on the board.
    var section: Int?
    /// The index in that section before.
    var index = 0
    /// Whether it was ever removed and inserted again.
    var hasMoved: Bool
    /// The text before its first change, if it was changed.
    var original: Text?
    /// The text now, if an edit named it.
    var text: Text?
    /// All fields that it has now, if an edit inserted it, or had when one deleted it.
    var fields: Fields?
    /// Of an item that was on the board before: the values before of the fields that were changed.
    var oldFields = FieldChanges()
    /// The values now of the same fields.
    var newFields = FieldChanges()
  }

  /// A section that an edit named, or whose items an edit named.
  struct SectionRecord: Sendable {
    /// The id, if an edit named it.
    var id: SectionID?
    /// The index before, or nil if it was not on the board.
    var index: Int?
    var hasMoved: Bool
    var original: Text?
    var title: Text?
    var items: PieceTable
    /// The content it had when it was deleted; `items` then stays as it was at that moment.
    var deletedContent: Section?
  }

  var items: [ItemRecord] = []
  var sections: [SectionRecord] = []
  var list = PieceTable.old

  /// The composition of no edits.
  public init() {}

  /// The composition of some edits.
  ///
  /// - Complexity: as that of `append(_:)`, for each edit.
  public init(_ edits: ArraySlice<Edit>) {
    items.reserveCapacity(edits.count)
    for edit in edits { append(edit) }
  }

  /// The composition of some edits.
  ///
  /// - Complexity: as that of `append(_:)`, for each edit.
  public init(_ edits: [Edit]) { self.init(edits[...]) }

  /// Whether no edit was appended.
  public var isEmpty: Bool { sections.isEmpty }

  /// Whether an edit named fields.
  var hasFields: Bool {
    items.contains { !($0.fields?.isEmpty ?? true) || !$0.newFields.isEmpty }
  }

  /// Adds an edit that follows all others.
  ///
  /// The edit must be legal on the board that the others lead to.
  ///
  /// - Complexity: O(√k) with a small factor for k edits, and the items of an inserted section.
  public mutating func append(_ edit: Edit) {
    switch edit {
    case .insertItem(let item, let path):
      let record = newItem(item)
      sections[section(at: path.section)].items.insert(record: record, at: path.item)
    case .deleteItem(let item, let path):
      let record = removeItem(item.id, from: section(at: path.section), at: path.item)
      if items[record].text == nil { items[record].text = item.text }
      if items[record].fields == nil { items[record].fields = item.fields }
    case .moveItem(let id, let from, let to):
      let source = section(at: from.section)
      let record = removeItem(id, from: source, at: from.item)
      items[record].hasMoved = true
      let target = from.section == to.section ? source : section(at: to.section)
      sections[target].items.insert(record: record, at: to.item)
    case .reloadItem(let id, let path, let old, let new):
      items[record(id, at: path)].change(from: old, to: new)
    case .reconfigureItem(let id, let path, let old, let new):
      items[record(id, at: path)].change(from: old, to: new)
    case .insertSection, .deleteSection, .moveSection, .reloadSection:
      appendSectionEdit(edit)
    }
  }
}

extension Composition {
  private mutating func appendSectionEdit(_ edit: Edit) {
    switch edit {
    case .insertSection(let section, let index):
      list.insert(record: newSection(section), at: index)
    case .deleteSection(let section, let index):
      let record = removeSection(at: index)
      assert(sections[record].deletedContent == nil, "a section is deleted once")
      sections[record].id = section.id
      sections[record].deletedContent = section
    case .moveSection(let id, let from, let to):
      let record = removeSection(at: from)
      sections[record].id = id
      sections[record].hasMoved = true
      list.insert(record: record, at: to)
    case .reloadSection(let id, let index, let old, let new):
      let record = section(at: index)
      sections[record].id = id
      sections[record].change(from: old, to: new)
    case .insertItem, .deleteItem, .moveItem, .reloadItem, .reconfigureItem:
      preconditionFailure("an item's edit is no section's")
    }
  }

  private mutating func newSection(_ section: Section) -> Int {
    let first = items.count
    for item in section.items { _ = newItem(item) }
    var record = SectionRecord(id: section.id, hasMoved: true, items: .new)
    record.title = section.title
    record.items.append(records: first..<items.count)
    record.items.append(unknown: section.unknownCount)
    sections.append(record)
    return sections.count - 1
  }

  private mutating func removeSection(at index: Int) -> Int {
    let piece = list.remove(at: index)
    return piece.record ?? oldSection(piece.start)
  }

  private mutating func oldSection(_ index: Int) -> Int {
    sections.append(SectionRecord(index: index, hasMoved: false, items: .old))
    return sections.count - 1
  }

  /// The record of the section at an index now, made at the first touch.
  mutating func section(at index: Int) -> Int {
    let cursor = list.find(index)
    if let record = cursor.piece.record { return record }
    let record = oldSection(cursor.piece.start + cursor.offset)
    list.record(cursor, record: record)
    return record
  }

  private mutating func newItem(_ item: Item) -> Int {
    items.append(ItemRecord(id: item.id, hasMoved: true, text: item.text, fields: item.fields))
    return items.count - 1
  }

  private mutating func removeItem(_ id: ItemID, from section: Int, at index: Int) -> Int {
    let piece = sections[section].items.remove(at: index)
    return piece.record ?? oldItem(id, in: section, at: piece.start)
  }

  private mutating func oldItem(_ id: ItemID, in section: Int, at index: Int) -> Int {
    items.append(ItemRecord(id: id, section: section, index: index, hasMoved: false))
    return items.count - 1
  }

  private mutating func record(_ id: ItemID, at path: IndexPath) -> Int {
    record(id, in: section(at: path.section), at: path.item)
  }

  /// The record of the item at an index of a section's record now, made at the first touch.
  mutating func record(_ id: ItemID, in section: Int, at index: Int) -> Int {
    let cursor = sections[section].items.find(index)
    if let record = cursor.piece.record { return record }
    let record = oldItem(id, in: section, at: cursor.piece.start + cursor.offset)
    sections[section].items.record(cursor, record: record)
    return record
  }
}

extension Composition.ItemRecord {
  mutating func change(from old: Text, to new: Text) {
    if original == nil { original = old }
    text = new
  }
}

extension Composition.ItemRecord {
  /// Notes a change of fields, whose values were and are these.
  mutating func change(from old: FieldChanges, to new: FieldChanges) {
    fields = fields?.applying(new)
    guard section != nil else { return }
    var first = old
    first.add(oldFields)
    oldFields = first
    newFields.add(new)
  }
}

extension Composition.SectionRecord {
  mutating func change(from old: Text, to new: Text) {
    if original == nil { original = old }
    title = new
  }
}
