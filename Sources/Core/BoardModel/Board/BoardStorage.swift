/// All tables of a board. The type is not copyable, so that no copy is made by accident.
struct BoardTables: ~Copyable {
  var items = SlotTable<ItemKind>()
  var sections = SlotTable<SectionKind>()
  /// Item slots, in one list for each section slot.
  var lists: OrderedLists
  /// Section slots, in the list `Board.all`.
  var order: OrderedLists
  /// The number of items of which only the place is known, in all sections.
  var unknownCount = 0

  init() {
    lists = OrderedLists()
    order = OrderedLists()
  }

  /// Makes empty tables whose nodes have at most this many children.
  init(nodesOf capacity: Int) {
    lists = OrderedLists(leafCapacity: capacity, branching: capacity)
    order = OrderedLists(leafCapacity: capacity, branching: capacity)
  }

  private init(copying other: borrowing BoardTables) {
    items = other.items.copy()
    sections = other.sections.copy()
    lists = other.lists.copy()
    order = other.order.copy()
    unknownCount = other.unknownCount
  }

  borrowing func copy() -> BoardTables { BoardTables(copying: self) }
}

/// Owns the tables of a board, or of several boards that are copies of one another.
///
/// The tables are behind one pointer, so that an access copies none of their arrays and needs no
/// exclusivity check. As in the collections of the standard library, a board changes them only while
/// it is their only owner.
final class BoardStorage: @unchecked Sendable {
  fileprivate let tables: UnsafeMutablePointer<BoardTables>

  init(_ tables: consuming BoardTables) {
    self.tables = .allocate(capacity: 1)
    self.tables.initialize(to: tables)
  }

  deinit {
    tables.deinitialize(count: 1)
    tables.deallocate()
  }
}

extension Board {
  var items: SlotTable<ItemKind> {
    _read { yield storage.tables.pointee.items }
    _modify { yield &ownTables.pointee.items }
  }

  var sections: SlotTable<SectionKind> {
    _read { yield storage.tables.pointee.sections }
    _modify { yield &ownTables.pointee.sections }
  }

  /// Item slots, in one list for each section slot.
  var lists: OrderedLists {
    _read { yield storage.tables.pointee.lists }
    _modify { yield &ownTables.pointee.lists }
  }

  /// Section slots, in the list `all`.
  var order: OrderedLists {
    _read { yield storage.tables.pointee.order }
    _modify { yield &ownTables.pointee.order }
  }

  /// The number of items of which only the place is known, in all sections.
  var unknownCount: Int {
    _read { yield storage.tables.pointee.unknownCount }
    _modify { yield &ownTables.pointee.unknownCount }
  }

  /// The tables, after a copy if another board shares them.
  private var ownTables: UnsafeMutablePointer<BoardTables> {
    mutating get {
      if !isKnownUniquelyReferenced(&storage) {
        storage = BoardStorage(storage.tables.pointee.copy())
      }
      assert(isKnownUniquelyReferenced(&storage), "only tables of one owner change")
      return storage.tables
    }
  }
}
