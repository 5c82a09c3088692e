import BoardModel

extension Board {
  /// Applies a change if it is possible on this board: all of it or nothing.
  ///
  /// - Parameters:
  ///   - item: The id for an item that is inserted.
  ///   - section: The id for a section that is inserted.
  /// - Returns: The applied edits; none if the server would change nothing, or refuse.
  mutating func make(_ change: OwnChange, item: ItemID?, section: SectionID?) -> [Edit] {
    do throws(BoardError) {
      switch change {
      case .insert(let text, let anchor):
        guard let item, let path = gap(at: anchor) else { return [] }
        return [try insert(Item(id: item, text: text), at: path)]
      case .delete(let items): return try delete(items)
      case .move(let items, let anchor): return try move(items, to: anchor)
      case .edit(let item, let text): return try setText(of: item, to: text).map { [$0] } ?? []
      case .insertSection, .deleteSection, .moveSection, .renameSection, .clear:
        return try makeSection(change, id: section)
      case .perform: return []
      }
    } catch { return [] }
  }

  private mutating func makeSection(
    _ change: OwnChange, id: SectionID?
  ) throws(BoardError) -> [Edit] {
    switch change {
    case .insertSection(let title, let anchor):
      guard let id, let index = index(of: anchor) else { return [] }
      return [try insert(Section(id: id, title: title), at: index)]
    case .deleteSection(let section): return [try deleteSection(section)]
    case .moveSection(let section, let anchor):
      guard let index = index(of: anchor, moving: section) else { return [] }
      return try moveSection(section, to: index).map { [$0] } ?? []
    case .renameSection(let section, let title):
      return try renameSection(section, to: title).map { [$0] } ?? []
    case .clear(let section): return try clearSection(section)
    case .insert, .delete, .move, .edit, .perform: return []
    }
  }

  private mutating func delete(_ items: [ItemID]) throws(BoardError) -> [Edit] {
    guard Set(items).count == items.count else { return [] }
    for item in items where !contains(item) { throw .noSuchItem(item) }
    var edits: [Edit] = []
    for item in items { edits.append(try deleteItem(item)) }
    return edits
  }

  private mutating func move(_ items: [ItemID], to anchor: Anchor) throws(BoardError) -> [Edit] {
    guard !items.isEmpty, var path = gap(at: anchor) else { return [] }
    let sources = items.compactMap { indexPath(of: $0) }
    path.item -= sources.count { $0.section == path.section && $0.item < path.item }
    return try move(items, to: path)
  }
}
