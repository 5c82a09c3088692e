extension Board {
  /// The numbers at which the search for the next ids starts.
  public struct NextNumbers: Hashable, Sendable {
    public var item = 1
    public var section = 1

    public init() {}
  }

  /// The numbers at which the search for the next ids starts; persist them with the board.
  public var nextNumbers: NextNumbers {
    get {
      var numbers = NextNumbers()
      numbers.item = nextItemNumber
      numbers.section = nextSectionNumber
      return numbers
    }
    set {
      precondition(newValue.item > 0 && newValue.section > 0, "numbers count from 1")
      nextItemNumber = newValue.item
      nextSectionNumber = newValue.section
    }
  }

  /// An id for a new item that no item of the board has: `i1`, `i2` and so on.
  ///
  /// No id is returned twice, whether it was used or not, and ids that clients chose are skipped.
  public mutating func newItemID() -> ItemID {
    let number = freeNumber(from: nextItemNumber) { contains(ItemID(unchecked: "i\($0)")) }
    nextItemNumber = number + 1
    return ItemID(unchecked: "i\(number)")
  }

  /// An id for a new section that no section of the board has: `s1`, `s2` and so on.
  ///
  /// No id is returned twice, whether it was used or not, and ids that clients chose are skipped.
  public mutating func newSectionID() -> SectionID {
    let number = freeNumber(from: nextSectionNumber) { contains(SectionID(unchecked: "s\($0)")) }
    nextSectionNumber = number + 1
    return SectionID(unchecked: "s\(number)")
  }

  /// A number from `start` on that is not used.
  ///
  /// It tries number by number first, so that numbers stay small, then in strides that double, so that
  /// a board full of ids of this form does not cost a look-up for each. The stride has a limit, so that
  /// a few chosen ids cannot drive the numbers out of range.
  private func freeNumber(from start: Int, isUsed: (Int) -> Bool) -> Int {
    var number = start
    var stride = 1
    var looks = 0
    while isUsed(number) {
      looks += 1
      if looks > 64 { stride = min(2 * stride, Limits.items) }
      number += stride
    }
    assert(number >= start && !isUsed(number), "the number is new")
    return number
  }
}
