/// A table of named values under dense numbers, so that whatever lies behind a name is an array.
///
/// A slot stays with its value until the value is removed, and is then used again. Values stand on
/// pages, so that neither growing nor changing a copy moves all of them.
struct SlotTable<Value: Identifiable & Sendable>: ~Copyable, Sendable where Value.ID: Sendable {
  private static var pageSize: Slot { 256 }

  private var index = NameIndex()
  private var pages: [[Value?]] = []
  private var freeSlots: [Slot] = []

  init() {}

  private init(copying other: borrowing SlotTable) {
    index = other.index
    pages = other.pages
    freeSlots = other.freeSlots
  }

  /// A copy, which shares the pages until one of the two changes.
  borrowing func copy() -> SlotTable { SlotTable(copying: self) }

  var count: Int { index.count }

  subscript(slot: Slot) -> Value {
    get {
      guard let value = pages[slot / Self.pageSize][slot % Self.pageSize] else {
        preconditionFailure("the slot is free")
      }
      return value
    }
    _modify { yield &pages[slot / Self.pageSize][slot % Self.pageSize]! }
  }

  /// The slot behind a name, or nil if no value has this name.
  ///
  /// - Complexity: O(1).
  func slot(of id: Value.ID) -> Slot? {
    index.slot(hash: hash(id)) { self[$0].id == id }
  }

  /// Adds a value whose name is not in use.
  ///
  /// - Complexity: O(1).
  mutating func insert(_ value: Value) -> Slot {
    let hash = hash(value.id)
    let old = index.slot(hash: hash) { self[$0].id == value.id }
    precondition(old == nil, "a name stands for one value")
    let slot = freeSlots.popLast() ?? makeSlot()
    pages[slot / Self.pageSize][slot % Self.pageSize] = value
    index.insert(slot, hash: hash)
    return slot
  }

  /// Takes away the value at a slot and frees the slot.
  ///
  /// - Complexity: O(1).
  mutating func remove(_ slot: Slot) {
    index.remove(slot, hash: hash(self[slot].id))
    pages[slot / Self.pageSize][slot % Self.pageSize] = nil
    freeSlots.append(slot)
  }

  private mutating func makeSlot() -> Slot {
    if pages.last.map({ $0.count == Self.pageSize }) ?? true { pages.append([]) }
    pages[pages.count - 1].append(nil)
    return Slot((pages.count - 1) * Int(Self.pageSize) + pages[pages.count - 1].count - 1)
  }

  private func hash(_ id: Value.ID) -> UInt32 { UInt32(truncatingIfNeeded: id.hashValue) }
}

extension Item: Identifiable {}
