extension Board {
  /// The numbers from which the next names are looked for.
  public struct NextNumbers: Hashable, Sendable {
    public var item = 1
    public var section = 1

    public init() {}
  }

  /// The numbers from which the next names are looked for, to be kept with the board.
  public var nextNumbers: NextNumbers {
    get {
      var numbers = NextNumbers()
      numbers.item = nextItemNumber
      numbers.section = nextSectionNumber
      return numbers
    }
    set {
      nextItemNumber = newValue.item
      nextSectionNumber = newValue.section
    }
  }

  /// A name for a new item that no item of the board has: `i1`, `i2` and so on.
  ///
  /// No name comes twice, whether it was used or not, and names that clients brought are skipped.
  public mutating func newItemID() -> ItemID {
    let number = freeNumber(from: nextItemNumber) { contains(ItemID(unchecked: "i\($0)")) }
    nextItemNumber = number + 1
    return ItemID(unchecked: "i\(number)")
  }

  /// A name for a new section that no section of the board has: `s1`, `s2` and so on.
  ///
  /// No name comes twice, whether it was used or not, and names that clients brought are skipped.
  public mutating func newSectionID() -> SectionID {
    let number = freeNumber(from: nextSectionNumber) { contains(SectionID(unchecked: "s\($0)")) }
    nextSectionNumber = number + 1
    return SectionID(unchecked: "s\(number)")
  }

  /// A number from `start` on that is not used.
  ///
  /// It looks one by one at first, so that numbers stay small, then in strides that double, so that
  /// a board full of names that a client counted up itself does not cost a look at each. The
  /// strides have a limit, lest a few names chosen with care drive the numbers out of range.
  private func freeNumber(from start: Int, isUsed: (Int) -> Bool) -> Int {
    var number = start
    var stride = 1
    var looks = 0
    while isUsed(number) {
      looks += 1
      if looks > 64 { stride = min(2 * stride, Limits.items) }
      number += stride
    }
    return number
  }
}
