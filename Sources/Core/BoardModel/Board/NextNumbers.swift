// Ids that a board assigns: `i` or `s` and a number. The number is higher than that of every such id the
// board ever had, whoever chose it, so that none comes twice and no set of them is kept.

extension Board {
  /// The numbers of the next ids; persist them with the board.
  public struct NextNumbers: Hashable, Sendable {
    public var item = 1
    public var section = 1

    public init() {}

    /// From this number on ids are assigned and never chosen, so that no choice uses the numbers up: 19
    /// digits of which the first is 9.
    static let onlyAssigned: UInt64 = 9_000_000_000_000_000_000

    /// Notes an id that comes to the board.
    public mutating func note(_ id: ItemID) { Self.note(id.assignedNumber, for: &item) }

    /// Notes an id that comes to the board.
    mutating func note(_ id: SectionID) { Self.note(id.assignedNumber, for: &section) }

    /// Notes all that another one has noted.
    public mutating func note(_ other: Self) {
      item = max(item, other.item)
      section = max(section, other.section)
    }

    private static func note(_ number: UInt64?, for next: inout Int) {
      guard let number, number < onlyAssigned, !PlantedBug.itemIDsReused.isPlanted else { return }
      next = max(next, Int(number) + 1)
    }

    fileprivate func permits(_ id: ItemID) -> Bool { Self.permits(id.assignedNumber, item) }

    fileprivate func permits(_ id: SectionID) -> Bool { Self.permits(id.assignedNumber, section) }

    private static func permits(_ number: UInt64?, _ next: Int) -> Bool {
      number.map { $0 < max(onlyAssigned, UInt64(next)) } ?? true
    }
  }

  /// An id for a new item: `i1`, `i2` and so on. The board never had it, and it is not returned again,
  /// whether it is used or not.
  public mutating func newItemID() -> ItemID {
    while true {
      let id = ItemID(assigned: nextNumbers.item)
      nextNumbers.item += 1
      if !contains(id) { return id }
    }
  }

  /// An id for a new section, `s1`, `s2` and so on, as for an item.
  public mutating func newSectionID() -> SectionID {
    while true {
      let id = SectionID(assigned: nextNumbers.section)
      nextNumbers.section += 1
      if !contains(id) { return id }
    }
  }

  /// The first id that edits bring to the board and that nobody may choose, because only the board assigns
  /// it, or because it is reserved; nil if there is none.
  ///
  /// - Complexity: O(edits and the items of their sections).
  public func firstUnchoosable(
    in edits: some Sequence<Edit>, isReserved: (ItemID) -> Bool = { _ in false }
  ) -> String? {
    func permits(_ id: ItemID) -> Bool { nextNumbers.permits(id) && !isReserved(id) }
    for edit in edits {
      switch edit {
      case .insertItem(let item, _):
        if !permits(item.id) { return item.id.string }
      case .insertSection(let section, _):
        if !nextNumbers.permits(section.id) { return section.id.string }
        if let item = section.items.first(where: { !permits($0.id) }) { return item.id.string }
      case .deleteItem, .moveItem, .reloadItem, .reconfigureItem, .deleteSection, .moveSection,
        .reloadSection:
        break
      }
    }
    return nil
  }
}

/// A kind of things whose ids a board assigns.
private protocol AssignedKind {
  /// What stands in front of the number.
  static var letter: Character { get }
}

extension ItemKind: AssignedKind {
  fileprivate static var letter: Character { "i" }
}

extension SectionKind: AssignedKind {
  fileprivate static var letter: Character { "s" }
}

extension Name where Kind: AssignedKind {
  fileprivate init(assigned number: Int) {
    self.init(unchecked: String(Kind.letter) + String(number))
  }

  /// The number of an id of the form that a board assigns, without zeros in front; nil for all others. One of
  /// 20 digits is never assigned.
  fileprivate var assignedNumber: UInt64? {
    guard 2...20 ~= string.utf8.count else { return nil }
    var bytes = string.utf8.makeIterator()
    guard bytes.next() == Kind.letter.asciiValue else { return nil }
    var number: UInt64 = 0
    while let byte = bytes.next() {
      guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte, number > 0 || byte != UInt8(ascii: "0")
      else { return nil }
      number = 10 * number + UInt64(byte - UInt8(ascii: "0"))
    }
    return number
  }
}
