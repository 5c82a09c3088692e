/// An array that loses elements at its start as it gets new ones at its end.
///
/// Removed elements stay in memory only until they are a quarter of the others; then the others move
/// down in place. So an array that keeps its length also keeps its memory, which an `ArraySlice` does
/// not.
///
/// Its functions are inlinable because other modules use it at each turn.
package struct SlidingArray<Element> {
  @usableFromInline var storage: [Element]
  /// The elements at the start of `storage` that are removed.
  @usableFromInline var removed = 0

  @inlinable package init(_ elements: [Element] = []) { storage = elements }

  @inlinable package var count: Int { storage.count - removed }
  @inlinable package var isEmpty: Bool { count == 0 }
  @inlinable package var last: Element? { isEmpty ? nil : storage.last }

  /// The element at an offset from the start.
  ///
  /// - Complexity: O(1).
  @inlinable package subscript(offset: Int) -> Element {
    precondition(offset >= 0, "an offset is from the start")
    return storage[removed + offset]
  }

  /// The elements at some offsets from the start.
  ///
  /// - Complexity: O(1).
  @inlinable package subscript(offsets: Range<Int>) -> ArraySlice<Element> {
    precondition(offsets.lowerBound >= 0, "an offset is from the start")
    return storage[removed + offsets.lowerBound..<removed + offsets.upperBound]
  }

  /// All elements.
  @inlinable package var all: ArraySlice<Element> { storage[removed..<storage.count] }

  /// - Complexity: O(1), amortised.
  @inlinable package mutating func append(_ element: Element) { storage.append(element) }

  /// - Complexity: O(removed elements), amortised.
  @inlinable package mutating func removeFirst(_ number: Int = 1) {
    precondition(number <= count, "only elements that are there")
    removed += number
    guard 4 * removed > count else { return }
    if isEmpty {
      storage.removeAll(keepingCapacity: true)
    } else {
      storage.removeSubrange(0..<removed)
    }
    removed = 0
  }

  /// Removes the first elements, and releases at once what they have: another element takes the places of all of them.
  ///
  /// - Complexity: As above.
  @inlinable package mutating func removeFirst(_ number: Int, leaving other: Element) {
    for offset in 0..<number { storage[removed + offset] = other }
    removeFirst(number)
  }

  /// Removes and returns the first element; nil if there is none.
  ///
  /// - Complexity: As above.
  @inlinable package mutating func popFirst() -> Element? {
    guard !isEmpty else { return nil }
    defer { removeFirst() }
    return self[0]
  }
}

extension SlidingArray: Sendable where Element: Sendable {}
