/// A place on a board: a section's index and an item's index in it, both counted from zero.
///
/// Whether the place is meant before or after a change is the business of whoever holds the path;
/// every declaration that takes or returns one says which. `[2, 0]` in Swift, `2.0` on the wire.
public struct IndexPath: Hashable, Sendable, Comparable {
  public var section: Int
  public var item: Int

  @inlinable
  public init(section: Int, item: Int) {
    self.section = section
    self.item = item
  }

  @inlinable
  public static func < (a: Self, b: Self) -> Bool {
    (a.section, a.item) < (b.section, b.item)
  }
}

extension IndexPath: ExpressibleByArrayLiteral, CustomStringConvertible {
  public init(arrayLiteral elements: Int...) {
    precondition(elements.count == 2, "an index path has a section and an item")
    self.init(section: elements[0], item: elements[1])
  }

  public var description: String { "\(section).\(item)" }
}
