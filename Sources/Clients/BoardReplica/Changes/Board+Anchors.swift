import BoardModel

extension Board {
  /// The anchor that an index path of this board stands for.
  ///
  /// - Parameters:
  ///   - path: The path of the first item after the move, counted without `items`; a path after
  ///     the last item is the end of its section.
  ///   - items: The items that move there; none for an insert.
  /// - Returns: nil if the board has no such section.
  /// - Complexity: O(*k* log *k* + *k* log *n*) for *k* items.
  public func anchor(at path: IndexPath, moving items: [ItemID] = []) -> Anchor? {
    guard hasSection(at: path.section), path.item >= 0 else { return nil }
    let section = path.section
    var index = path.item
    for taken in items.compactMap({ indexPath(of: $0) }).sorted()
    where taken.section == section && taken.item <= index { index += 1 }
    guard index < itemCount(in: section) else { return .end(sectionID(at: section)) }
    return .before(itemID(at: IndexPath(section: section, item: index)))
  }

  /// The anchor that a section index stands for.
  ///
  /// - Parameter section: The section that moves there, which is not counted; nil for an insert.
  public func anchor(atSection index: Int, moving section: SectionID? = nil) -> SectionAnchor? {
    guard index >= 0 else { return nil }
    let source = section.flatMap { self.index(of: $0) }
    let counted = source.map { $0 <= index ? index + 1 : index } ?? index
    return counted < sectionCount ? .before(sectionID(at: counted)) : .end
  }

  /// The index of a section at the anchor, counted without `section`.
  func index(of anchor: SectionAnchor, moving section: SectionID? = nil) -> Int? {
    let place: Int? =
      switch anchor {
      case .before(let other): index(of: other)
      case .after(let other): index(of: other).map { $0 + 1 }
      case .end: sectionCount
      }
    guard let place else { return nil }
    guard let source = section.flatMap({ index(of: $0) }) else { return place }
    return place.shifted(byDeleteAt: source)
  }
}
