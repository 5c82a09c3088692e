/// Maps ids to slots, dense numbers, and slots to ids, texts and fields. All other tables are arrays
/// indexed by slot.
///
/// An id has its slot until it is removed; the slot is then reused. Ids, texts and fields are stored as bytes
/// on pages: a million strings would take three times as much memory.
struct SlotTable<Kind>: ~Copyable, Sendable {
  private var index = LinearHashIndex()
  private var pages: [TextPage] = []
  private var freeSlots: [Slot] = []
  /// The number of bytes of all ids, texts and fields.
  private(set) var textBytes = 0
  /// The number of slots with fields.
  private(set) var fieldedCount = 0

  init() {}

  private init(copying other: borrowing SlotTable) {
    index = other.index
    pages = other.pages
    freeSlots = other.freeSlots
    textBytes = other.textBytes
    fieldedCount = other.fieldedCount
  }

  /// A copy that shares the pages until one of the two changes.
  borrowing func copy() -> SlotTable { SlotTable(copying: self) }

  var count: Int { index.count }

  func id(at slot: Slot) -> Name<Kind> {
    withBytes(at: slot) { name, _, _ in Name(unchecked: String(decoding: name, as: UTF8.self)) }
  }

  func text(at slot: Slot) -> Text {
    withBytes(at: slot) { _, text, _ in Text(String(decoding: text, as: UTF8.self)) }
  }

  func fields(at slot: Slot) -> Fields {
    guard fieldedCount > 0, hasFields(slot) else { return Fields() }
    return withBytes(at: slot) { _, _, fields in PackedFields.fields(in: fields) }
  }

  /// Calls the body with the fields at a slot as they are stored.
  func withFields<R>(at slot: Slot, _ body: (FieldBytes) -> R) -> R {
    withBytes(at: slot) { _, _, fields in body(FieldBytes(packed: fields)) }
  }

  private func hasFields(_ slot: Slot) -> Bool {
    pages[Self.page(of: slot)].hasFields(Self.place(of: slot))
  }

  /// Calls the body with the id, the text and the packed fields at a slot as bytes.
  func withBytes<R>(
    at slot: Slot,
    _ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> R
  ) -> R {
    pages[Self.page(of: slot)].withBytes(of: Self.place(of: slot), body)
  }

  /// The slot of an id, or nil if the id is not in the table.
  ///
  /// - Complexity: O(1).
  func slot(of id: Name<Kind>) -> Slot? {
    count == 0 ? nil : slot(of: id, hash: Self.hash(id))
  }

  private func slot(of id: Name<Kind>, hash: UInt32) -> Slot? {
    var string = id.string
    return string.withUTF8 { bytes in
      index.slot(hash: hash) { slot in
        withBytes(at: slot) { known, _, _ in known.holdsSameBytes(as: UnsafeRawBufferPointer(bytes))
        }
      }
    }
  }

  /// Whether an id is the one at a slot in use, with this text if one is given.
  ///
  /// - Complexity: O(bytes).
  func holds(_ id: Name<Kind>, _ text: Text?, at slot: Slot) -> Bool {
    withBytes(at: slot) { known, old, _ in
      known.holdsSameBytes(as: id.string)
        && (text.map { old.holdsSameBytes(as: $0.string) } ?? true)
    }
  }

  /// Adds an id that is not in the table, with its text and fields.
  ///
  /// - Complexity: O(bytes).
  mutating func insert(_ id: Name<Kind>, _ text: Text, _ fields: Fields = Fields()) -> Slot {
    guard let slot = insertIfNew(id, text, fields) else {
      preconditionFailure("an id is in the table once")
    }
    return slot
  }

  /// Adds an id with its text and fields, or returns nil if it is in the table.
  ///
  /// - Complexity: O(bytes).
  mutating func insertIfNew(_ id: Name<Kind>, _ text: Text, _ fields: Fields) -> Slot? {
    let hash = Self.hash(id)
    guard slot(of: id, hash: hash) == nil else { return nil }
    let slot = freeSlots.popLast() ?? makeSlot()
    pages[Self.page(of: slot)].fill(Self.place(of: slot), with: id.string, text.string, fields)
    index.insert(slot, hash: hash)
    count(slot, as: 1)
    assert(isBalanced, "a slot is in use or free")
    return slot
  }

  /// Changes the text, fields or both at a slot. A text of nil stays as it is.
  ///
  /// - Complexity: O(bytes), amortised.
  mutating func change(
    _ slot: Slot, text: Text? = nil, fields changes: FieldChanges = FieldChanges()
  ) {
    count(slot, as: -1)
    pages[Self.page(of: slot)].change(Self.place(of: slot), text: text?.string, fields: changes)
    count(slot, as: 1)
  }

  /// Adds what a slot in use has to the counts, or takes it from them.
  private mutating func count(_ slot: Slot, as sign: Int) {
    textBytes += sign * pages[Self.page(of: slot)].byteCount(of: Self.place(of: slot))
    if hasFields(slot) { fieldedCount += sign }
  }

  /// Removes the id at a slot and frees the slot.
  ///
  /// - Complexity: O(bytes), amortised.
  mutating func remove(_ slot: Slot) {
    index.remove(slot, hash: Self.hash(id(at: slot)))
    count(slot, as: -1)
    pages[Self.page(of: slot)].clear(Self.place(of: slot))
    freeSlots.append(slot)
    assert(isBalanced && textBytes >= 0 && fieldedCount >= 0, "a slot is in use or free")
  }

  /// Whether each slot is in use or free, and none is both.
  private var isBalanced: Bool {
    let slotCount = max(0, pages.count - 1) * TextPage.size + (pages.last?.entryCount ?? 0)
    return index.count + freeSlots.count == slotCount
  }

  private mutating func makeSlot() -> Slot {
    if pages.last?.isFull ?? true { pages.append(TextPage()) }
    let place = pages[pages.count - 1].makePlace()
    return Slot((pages.count - 1) * TextPage.size + place)
  }

  private static func page(of slot: Slot) -> Int { Int(slot) / TextPage.size }
  private static func place(of slot: Slot) -> Int { Int(slot) % TextPage.size }
  private static func hash(_ id: Name<Kind>) -> UInt32 {
    UInt32(truncatingIfNeeded: id.hashValue)
  }
}

extension UnsafeRawBufferPointer {
  func holdsSameBytes(as other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count else { return false }
    for offset in 0..<count where self[offset] != other[offset] { return false }
    return true
  }

  func holdsSameBytes(as string: String) -> Bool {
    var string = string
    return string.withUTF8 { holdsSameBytes(as: UnsafeRawBufferPointer($0)) }
  }
}
