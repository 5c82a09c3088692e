import BoardModel

extension Board {
  /// The neighbour that an index path of this board means.
  ///
  /// - Parameters:
  ///   - path: The path of the first item right after, counted with `items` taken out; a path behind
  ///     the last item is the end of its section.
  ///   - items: What moves there; nothing for an insert.
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

  /// The neighbour that the index of a section right after means.
  ///
  /// - Parameter section: The section that moves there, which does not count; nil for an insert.
  public func anchor(atSection index: Int, moving section: SectionID? = nil) -> SectionAnchor? {
    guard index >= 0 else { return nil }
    let source = section.flatMap { self.index(of: $0) }
    let counted = source.map { $0 <= index ? index + 1 : index } ?? index
    return counted < sectionCount ? .before(sectionID(at: counted)) : .end
  }

  /// The index that a section has at the place, counted with `section` taken out.
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
