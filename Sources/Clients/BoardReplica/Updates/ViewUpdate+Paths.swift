import BoardModel

extension ViewUpdate {
  /// The path after of the item at a path before. Of an item that is deleted it is the path of the gap, which follows the
  /// item on its right as in 6.6.
  ///
  /// A view has this for a row that it names without its item, since that is not here yet.
  ///
  /// - Returns: nil if its section is deleted.
  /// - Complexity: O(rows log rows).
  public func path(after path: IndexPath) -> IndexPath? {
    if let move = movedItems.first(where: { $0.from == path }) { return move.to }
    guard let section = section(after: path.section) else { return nil }
    let removed = (deletedItems + movedItems.map(\.from)).count {
      $0.section == path.section && $0.item < path.item
    }
    let inserted = (insertedItems + movedItems.map(\.to)).filter { $0.section == section }
    return IndexPath(
      section: section, item: (path.item - removed).among(inserted.map(\.item)))
  }

  /// The index after of the section at an index before; nil if it is deleted.
  ///
  /// - Complexity: O(rows log rows).
  public func section(after index: Int) -> Int? {
    if let move = movedSections.first(where: { $0.from == index }) { return move.to }
    if deletedSections.contains(index) { return nil }
    let removed = (deletedSections + movedSections.map(\.from)).count { $0 < index }
    return (index - removed).among(insertedSections + movedSections.map(\.to))
  }
}

extension Int {
  /// The index of what has so many others in front of it, if these indices are inserted.
  fileprivate func among(_ inserted: [Int]) -> Int {
    inserted.sorted().reduce(self) { $1 <= $0 ? $0 + 1 : $0 }
  }
}
