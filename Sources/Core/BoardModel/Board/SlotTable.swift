/// Maps ids to slots, dense numbers, and slots to ids and texts. All other tables are arrays indexed
/// by slot.
///
/// An id has its slot until it is removed; the slot is then reused. Ids and texts are stored as bytes
/// on pages: a million strings would take three times as much memory.
struct SlotTable<Kind>: ~Copyable, Sendable {
  private var index = LinearHashIndex()
  private var pages: [TextPage] = []
  private var freeSlots: [Slot] = []
  /// The number of bytes of all ids and texts.
  private(set) var textBytes = 0

  init() {}

  private init(copying other: borrowing SlotTable) {
    index = other.index
    pages = other.pages
    freeSlots = other.freeSlots
    textBytes = other.textBytes
  }

  /// A copy that shares the pages until one of the two changes.
  borrowing func copy() -> SlotTable { SlotTable(copying: self) }

  var count: Int { index.count }

  func id(at slot: Slot) -> Name<Kind> {
    withBytes(at: slot) { name, _ in Name(unchecked: String(decoding: name, as: UTF8.self)) }
  }

  func text(at slot: Slot) -> Text {
    withBytes(at: slot) { _, text in Text(String(decoding: text, as: UTF8.self)) }
  }

  /// Calls the body with the id and the text at a slot as bytes.
  func withBytes<R>(
    at slot: Slot, _ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> R
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
        withBytes(at: slot) { known, _ in known.holdsSameBytes(as: UnsafeRawBufferPointer(bytes)) }
      }
    }
  }

  /// Whether an id is the one at a slot in use, with this text if one is given.
  ///
  /// - Complexity: O(bytes).
  func holds(_ id: Name<Kind>, _ text: Text?, at slot: Slot) -> Bool {
    withBytes(at: slot) { known, old in
      known.holdsSameBytes(as: id.string)
        && (text.map { old.holdsSameBytes(as: $0.string) } ?? true)
    }
  }

  /// Adds an id that is not in the table, with its text.
  ///
  /// - Complexity: O(bytes).
  mutating func insert(_ id: Name<Kind>, _ text: Text) -> Slot {
    guard let slot = insertIfNew(id, text) else {
      preconditionFailure("an id is in the table once")
    }
    return slot
  }

  /// Adds an id with its text, or returns nil if it is in the table.
  ///
  /// - Complexity: O(bytes).
  mutating func insertIfNew(_ id: Name<Kind>, _ text: Text) -> Slot? {
    let hash = Self.hash(id)
    guard slot(of: id, hash: hash) == nil else { return nil }
    let slot = freeSlots.popLast() ?? makeSlot()
    pages[Self.page(of: slot)].set(Self.place(of: slot), to: id.string, text.string)
    index.insert(slot, hash: hash)
    textBytes += id.string.utf8.count + text.byteCount
    assert(isBalanced, "a slot is in use or free")
    return slot
  }

  /// Changes the text at a slot.
  ///
  /// - Complexity: O(bytes), amortised.
  mutating func setText(at slot: Slot, to text: Text) {
    let id = id(at: slot)
    textBytes += text.byteCount - self.text(at: slot).byteCount
    pages[Self.page(of: slot)].set(Self.place(of: slot), to: id.string, text.string)
  }

  /// Removes the id at a slot and frees the slot.
  ///
  /// - Complexity: O(bytes), amortised.
  mutating func remove(_ slot: Slot) {
    index.remove(slot, hash: Self.hash(id(at: slot)))
    textBytes -= withBytes(at: slot) { name, text in name.count + text.count }
    pages[Self.page(of: slot)].clear(Self.place(of: slot))
    freeSlots.append(slot)
    assert(isBalanced && textBytes >= 0, "a slot is in use or free")
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
  fileprivate func holdsSameBytes(as other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count else { return false }
    for offset in 0..<count where self[offset] != other[offset] { return false }
    return true
  }

  fileprivate func holdsSameBytes(as string: String) -> Bool {
    var string = string
    return string.withUTF8 { holdsSameBytes(as: UnsafeRawBufferPointer($0)) }
  }
}
