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
    items.reserveCapacity(itemCount(in: index))
    forEachItem(in: index) { items.append($0) }
    assert(items.count == itemCount(in: index), "a section counts its items")
    return Section(id: sectionID(at: index), title: title(at: index), items: items)
  }

  /// Calls `body` for each item of the section at an index, which must be in range, in order.
  ///
  /// - Complexity: O(items of the section).
  public func forEachItem(in section: Int, _ body: (Item) throws -> Void) rethrows {
    try forEachItem(in: section, 0..<itemCount(in: section), body)
  }

  /// Calls `body` for the items at a range of indices in a section, in order. All must be in range.
  ///
  /// - Complexity: O(log *n* + items of the range).
  public func forEachItem(
    in section: Int, _ range: Range<Int>, _ body: (Item) throws -> Void
  ) rethrows {
    precondition(range.lowerBound >= 0 && range.upperBound <= itemCount(in: section))
    try lists.forEach(in: sectionSlot(at: section), range) { try body(item($0)) }
  }

  /// Calls `body` with the id and the text of each item of the section at an index, which must be
  /// in range, in order. The bytes are valid UTF-8 and only valid during the call.
  ///
  /// - Complexity: O(items of the section).
  public func forEachItemBytes(
    in section: Int, _ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Void
  ) {
    forEachItemBytes(in: section, 0..<itemCount(in: section), body)
  }

  /// The same for the items at a range of indices in the section. All must be in range.
  ///
  /// - Complexity: O(log *n* + items of the range).
  package func forEachItemBytes(
    in section: Int, _ range: Range<Int>,
    _ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Void
  ) {
    precondition(range.lowerBound >= 0 && range.upperBound <= itemCount(in: section))
    lists.forEach(in: sectionSlot(at: section), range) { slot in
      items.withBytes(at: slot, body)
    }
  }
}

extension Board: Equatable {
  /// Whether two boards have the same sections and items in the same order.
  ///
  /// - Complexity: O(items).
  public static func == (a: Self, b: Self) -> Bool {
    a.sectionCount == b.sectionCount && a.itemCount == b.itemCount && a.textBytes == b.textBytes
      && (0..<a.sectionCount).allSatisfy { a.sectionContent(at: $0) == b.sectionContent(at: $0) }
  }
}

extension Board: BoardShape, BoardContent {}
