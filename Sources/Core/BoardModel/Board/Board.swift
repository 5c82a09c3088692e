/// A sectioned list. Every look-up and every change of an item takes O(log *n*) for *n* items, in one
/// section or in thousands.
///
/// Items and sections have slots, dense numbers that never leave the board. Two sets of ordered lists
/// have the order: of the item slots in each section, and of the section slots. Index paths and
/// section indices are ranks in these lists and are not stored.
///
/// Of some items a board may know the places alone: those of a client that counts (`Board+Counts.swift`).
///
/// Two boards are equal if they have the same content. A board is a small value: copies share their
/// tables until one of them changes, which then costs O(*n*) once.
///
/// - Invariant: No section and no item occurs twice.
public struct Board: Sendable {
  /// The one list in `order`.
  static let all: Slot = 0

  /// The numbers of the next ids. They do not go back when an item or a section goes.
  public var nextNumbers = NextNumbers()
  var storage: BoardStorage

  /// Makes a board without sections.
  public init() {
    storage = BoardStorage(BoardTables())
  }

  /// Makes a board with a content, which must be consistent.
  ///
  /// - Complexity: O(items).
  public init(_ content: Content) {
    self.init(content, tables: BoardTables())
  }

  /// Makes a board with the caller's empty tables, such as ones with small nodes.
  init(_ content: Content, tables: consuming BoardTables) {
    storage = BoardStorage(tables)
    order.fill(Self.all, with: content.map { add($0) })
    assert(sectionCount == content.count && order.count(of: Self.all) == content.count)
  }
}

extension Board {
  public var sectionCount: Int { sections.count }
  public var itemCount: Int { items.count + unknownCount }

  /// Whether any item has fields.
  public var hasFields: Bool { items.fieldedCount > 0 }

  /// The number of UTF-8 bytes of all ids, texts, fields and titles: a lower bound of a snapshot's size.
  public var textBytes: Int { items.textBytes + sections.textBytes }

  public func contains(_ id: ItemID) -> Bool { items.slot(of: id) != nil }
  public func contains(_ id: SectionID) -> Bool { sections.slot(of: id) != nil }

  /// Whether an item is at the path.
  public func hasItem(at path: IndexPath) -> Bool {
    hasSection(at: path.section) && path.item >= 0 && path.item < itemCount(in: path.section)
  }

  /// Whether an item can be inserted at the path, after the item at the source was removed if given.
  public func hasPlace(at path: IndexPath, takingOut source: IndexPath? = nil) -> Bool {
    guard hasSection(at: path.section) else { return false }
    let others = itemCount(in: path.section) - (source?.section == path.section ? 1 : 0)
    return path.item >= 0 && path.item <= others
  }

  /// Whether the index is that of a section.
  public func hasSection(at index: Int) -> Bool { index >= 0 && index < sectionCount }

  /// The number of items in the section at an index, which must be in range.
  public func itemCount(in section: Int) -> Int { lists.count(of: sectionSlot(at: section)) }

  /// The path of an item, or nil if it is not on the board.
  ///
  /// - Complexity: O(log *n*).
  public func indexPath(of id: ItemID) -> IndexPath? {
    items.slot(of: id).map { path(of: $0) }
  }

  /// The section of an item, or nil if the item is not on the board.
  ///
  /// - Complexity: O(log *n*).
  public func sectionID(of item: ItemID) -> SectionID? {
    items.slot(of: item).map { sections.id(at: lists.position(of: $0).list) }
  }

  /// The index of a section, or nil if it is not on the board.
  ///
  /// - Complexity: O(log sections).
  public func index(of id: SectionID) -> Int? {
    sections.slot(of: id).map { order.position(of: $0).index }
  }

  /// The item at a path, which must be in range. One of which only the place is known has an empty id.
  ///
  /// - Complexity: O(log *n*).
  public func item(at path: IndexPath) -> Item { knownItem(at: path) ?? .unknown }

  /// The id of the item at a path, which must be in range; empty if only the place is known.
  ///
  /// - Complexity: O(log *n*).
  public func itemID(at path: IndexPath) -> ItemID {
    let slot = itemSlot(at: path)
    return slot.isRun ? .unknown : items.id(at: slot)
  }

  /// The item with an id, or nil if it is not on the board.
  ///
  /// - Complexity: O(1).
  public func item(_ id: ItemID) -> Item? { items.slot(of: id).map { item($0) } }

  /// The fields of an item; none if it is not on the board.
  ///
  /// - Complexity: O(fields).
  public func fields(of id: ItemID) -> Fields {
    items.slot(of: id).map { items.fields(at: $0) } ?? Fields()
  }

  /// The id of the section at an index, which must be in range.
  public func sectionID(at index: Int) -> SectionID { sections.id(at: sectionSlot(at: index)) }

  /// The title of the section at an index, which must be in range.
  public func title(at index: Int) -> Text { sections.text(at: sectionSlot(at: index)) }
}

extension Board {
  func item(_ slot: Slot) -> Item {
    Item(id: items.id(at: slot), text: items.text(at: slot), fields: items.fields(at: slot))
  }

  func path(of item: Slot) -> IndexPath {
    let (section, index) = lists.position(of: item)
    return IndexPath(section: order.position(of: section).index, item: index)
  }

  func itemSlot(at path: IndexPath) -> Slot {
    lists.element(at: path.item, in: sectionSlot(at: path.section))
  }

  func sectionSlot(at index: Int) -> Slot { order.element(at: index, in: Self.all) }
}

extension Board {
  /// The whole content as a plain value.
  ///
  /// - Complexity: O(items).
  public var content: Content { (0..<sectionCount).map { sectionContent(at: $0) } }

  /// The section at an index, which must be in range, with all its items.
  ///
  /// - Complexity: O(items of the section).
  public func sectionContent(at index: Int) -> Section {
    var items: [Item] = []
    if unknownCount == 0 { items.reserveCapacity(itemCount(in: index)) }
    forEachItem(in: index) { items.append($0) }
    let unknown = itemCount(in: index) - items.count
    assert(unknown >= 0, "a section counts its items")
    return Section(
      id: sectionID(at: index), title: title(at: index), items: items, unknownCount: unknown)
  }

  /// Calls `body` for each known item of the section at an index, which must be in range, in order.
  ///
  /// - Complexity: O(items of the section).
  public func forEachItem(in section: Int, _ body: (Item) throws -> Void) rethrows {
    try forEachItem(in: section, 0..<itemCount(in: section), body)
  }

  /// Calls `body` for the known items at a range of indices in a section, in order. All must be in range.
  ///
  /// - Complexity: O(log *n* + items of the range).
  public func forEachItem(
    in section: Int, _ range: Range<Int>, _ body: (Item) throws -> Void
  ) rethrows {
    precondition(range.lowerBound >= 0 && range.upperBound <= itemCount(in: section))
    try lists.forEach(in: sectionSlot(at: section), range) { slot in
      if !slot.isRun { try body(item(slot)) }
    }
  }

  /// Calls `body` with the id, the text and the fields of each item of the section at an index, which
  /// must be in range, in order. The bytes are valid UTF-8 and only valid during the call.
  ///
  /// - Complexity: O(items of the section).
  public func forEachItemBytes(
    in section: Int, _ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer, FieldBytes) -> Void
  ) {
    forEachItemBytes(in: section, 0..<itemCount(in: section), body)
  }

  /// The same for the items at a range of indices in the section. All must be in range.
  ///
  /// - Complexity: O(log *n* + items of the range).
  package func forEachItemBytes(
    in section: Int, _ range: Range<Int>,
    _ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer, FieldBytes) -> Void
  ) {
    precondition(range.lowerBound >= 0 && range.upperBound <= itemCount(in: section))
    lists.forEach(in: sectionSlot(at: section), range) { slot in
      if slot.isRun { return }
      items.withBytes(at: slot) { body($0, $1, FieldBytes(packed: $2)) }
    }
  }
}

extension Board: Equatable {
  /// Whether two boards have the same sections and items in the same order, and know the same of them.
  ///
  /// - Complexity: O(items).
  public static func == (a: Self, b: Self) -> Bool {
    a.sectionCount == b.sectionCount && a.itemCount == b.itemCount && a.textBytes == b.textBytes
      && (0..<a.sectionCount).allSatisfy { a.sectionContent(at: $0) == b.sectionContent(at: $0) }
      && (a.unknownCount == 0 || a.unknownRanges == b.unknownRanges)
  }
}

extension Board: BoardShape, BoardContent {}

/// Why a board cannot change as asked. The board is then as it was.
public enum BoardError: Error, Hashable, Sendable {
  /// No item of the board has this id.
  case noSuchItem(ItemID)
  /// No section of the board has this id.
  case noSuchSection(SectionID)
  /// The path's section does not exist, or the path is past the end of its section.
  case noSuchPlace(IndexPath)
  /// The index is past the end of the sections.
  case noSuchSectionPlace(Int)
  /// An item with this id is on the board, or is named twice in the arguments.
  case duplicateItem(ItemID)
  /// A section with this id is on the board.
  case duplicateSection(SectionID)
}
