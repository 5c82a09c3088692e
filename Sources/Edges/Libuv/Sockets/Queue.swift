/// Elements in the order of their coming.
struct Queue<Element> {
  private var elements: [Element] = []
  private var first = 0

  var count: Int { elements.count - first }

  /// - Complexity: O(1), amortised.
  mutating func append(_ element: Element) { elements.append(element) }

  /// Hands over the first element; nil if there is none.
  ///
  /// - Complexity: O(1), amortised.
  mutating func popFirst() -> Element? {
    guard first < elements.count else { return nil }
    defer {
      first += 1
      if first * 2 > elements.count {
        elements.removeFirst(first)
        first = 0
      }
    }
    return elements[first]
  }
}
