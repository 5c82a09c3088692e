/// The index of a section and the index of an item in it, both counted from zero.
///
/// Each declaration with a path says whether it is counted before or after a change. `[2, 0]` in
/// Swift, `2.0` on the wire.
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
