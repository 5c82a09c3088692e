extension Board {
  /// A name for a new item that no item of the board has: `i1`, `i2` and so on.
  ///
  /// No name comes twice, whether it was used or not, and names that clients brought are skipped.
  /// - Complexity: O(1), amortized over the inserts that brought the skipped names.
  public mutating func newItemID() -> ItemID {
    defer { nextItemNumber += 1 }
    while contains(ItemID(unchecked: "i\(nextItemNumber)")) { nextItemNumber += 1 }
    return ItemID(unchecked: "i\(nextItemNumber)")
  }

  /// A name for a new section that no section of the board has: `s1`, `s2` and so on.
  ///
  /// No name comes twice, whether it was used or not, and names that clients brought are skipped.
  /// - Complexity: O(1), amortized over the inserts that brought the skipped names.
  public mutating func newSectionID() -> SectionID {
    defer { nextSectionNumber += 1 }
    while contains(SectionID(unchecked: "s\(nextSectionNumber)")) { nextSectionNumber += 1 }
    return SectionID(unchecked: "s\(nextSectionNumber)")
  }
}
