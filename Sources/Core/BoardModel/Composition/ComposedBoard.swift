/// The board that a composition leads to, seen through the board it starts from.
///
/// Nothing is copied: what no edit named is looked up on the board before. With the inverses of the
/// latest edits it is the board at an earlier revision.
public struct ComposedBoard<Board: BoardContent>: BoardContent {
  private let composition: Composition
  private let before: Board

  /// - Complexity: O(1).
  public init(_ composition: Composition, before: Board) {
    self.composition = composition
    self.before = before
  }

  public var hasFields: Bool { before.hasFields || composition.hasFields }

  /// - Complexity: O(k) for k edits, as is all that follows; less if little was touched.
  public var sectionCount: Int { composition.list.count(old: before.sectionCount) }

  public func itemCount(in section: Int) -> Int {
    switch place(ofSection: section) {
    case .untouched(let index): before.itemCount(in: index)
    case .touched(let record):
      record.items.count(old: record.index.map { before.itemCount(in: $0) } ?? 0)
    }
  }

  public func sectionID(at index: Int) -> SectionID {
    switch place(ofSection: index) {
    case .untouched(let index): before.sectionID(at: index)
    case .touched(let record): record.id ?? before.sectionID(at: known(record.index))
    }
  }

  public func title(at index: Int) -> Text {
    switch place(ofSection: index) {
    case .untouched(let index): before.title(at: index)
    case .touched(let record): record.title ?? before.title(at: known(record.index))
    }
  }

  public func item(at path: IndexPath) -> Item {
    switch place(ofSection: path.section) {
    case .untouched(let index): before.item(at: IndexPath(section: index, item: path.item))
    case .touched(let record): item(at: path.item, in: record)
    }
  }

  /// - Complexity: O(k) for each item.
  public func sectionContent(at index: Int) -> Section {
    let items = (0..<itemCount(in: index)).map { item(at: IndexPath(section: index, item: $0)) }
    assert(index < sectionCount, "the section is on the board after")
    return Section(id: sectionID(at: index), title: title(at: index), items: items)
  }
}

extension ComposedBoard {
  private enum SectionPlace {
    /// An untouched section, by its index before.
    case untouched(Int)
    case touched(Composition.SectionRecord)
  }

  private func place(ofSection index: Int) -> SectionPlace {
    let cursor = composition.list.find(index)
    if let record = cursor.piece.record { return .touched(composition.sections[record]) }
    return .untouched(cursor.piece.start + cursor.offset)
  }

  private func item(at index: Int, in section: Composition.SectionRecord) -> Item {
    let cursor = section.items.find(index)
    guard let number = cursor.piece.record else {
      let index = cursor.piece.start + cursor.offset
      return before.item(at: IndexPath(section: known(section.index), item: index))
    }
    let record = composition.items[number]
    if let text = record.text, let fields = record.fields ?? knownFields(of: record) {
      return Item(id: record.id, text: text, fields: fields)
    }
    let home = composition.sections[known(record.section)]
    var item = before.item(at: IndexPath(section: known(home.index), item: record.index))
    item.text = record.text ?? item.text
    item.fields = record.fields ?? item.fields.applying(record.newFields)
    return item
  }

  /// The fields of an item that was on the board before, if no item had any.
  private func knownFields(of record: Composition.ItemRecord) -> Fields? {
    before.hasFields ? nil : Fields().applying(record.newFields)
  }

  /// A value that every record has: it was on the board before, or an edit named it.
  private func known<Value>(_ value: Value?) -> Value {
    guard let value else { preconditionFailure("a record with neither origin nor content") }
    return value
  }
}
