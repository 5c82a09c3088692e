import BoardModel

extension Undo {
  /// Changes the board, which must be the one that the undo was made for.
  ///
  /// - Returns: the edits; none if the undo has no effect.
  /// - Complexity: O(log *n*) for each edit, and O(sections) for each section that is inserted, deleted
  ///   or moved.
  public func apply(to board: inout Board) -> [Edit] {
    guard inverse.isEmpty else {
      board.apply(inverse)
      return inverse
    }
    do throws(BoardError) {
      var edits: [Edit] = []
      for item in texts { edits += try board.setText(of: item.id, to: item.text) }
      for (id, title) in titles { edits += try board.renameSection(id, to: title) }
      for id in deletes where !goesWithItsSection(id, on: board) {
        edits.append(try board.deleteItem(id))
      }
      for section in sectionReturns { edits += try board.put(section) }
      for item in itemReturns { edits += try board.put(item) }
      for id in sectionDeletes { edits.append(try board.deleteSection(id)) }
      return edits
    } catch {
      preconditionFailure("the undo was made for another board: \(error)")
    }
  }
}

extension Undo {
  /// Whether the section of an item is deleted with it: one edit instead of many.
  private func goesWithItsSection(_ item: ItemID, on board: Board) -> Bool {
    guard !sectionDeletes.isEmpty, let path = board.indexPath(of: item) else { return false }
    return sectionDeletes.contains(board.sectionID(at: path.section))
  }
}

extension Board {
  fileprivate mutating func put(_ section: Undo.SectionReturn) throws(BoardError) -> Edit? {
    let index = section.anchor.flatMap { self.index(of: $0) }.map { $0 + 1 } ?? 0
    if let content = section.content { return try insert(content, at: index) }
    guard let source = self.index(of: section.id) else { throw .noSuchSection(section.id) }
    return try moveSection(section.id, to: index.shifted(byDeleteAt: source))
  }

  fileprivate mutating func put(_ item: Undo.ItemReturn) throws(BoardError) -> Edit? {
    guard let gap = gap(at: item.anchor) else { throw .noSuchItem(item.id) }
    if let new = item.item { return try insert(new, at: gap) }
    guard let source = indexPath(of: item.id) else { throw .noSuchItem(item.id) }
    return try move(item.id, to: gap.shifted(byDeleteAt: source))
  }
}

extension [Edit] {
  fileprivate static func += (edits: inout [Edit], edit: Edit?) {
    if let edit { edits.append(edit) }
  }
}
