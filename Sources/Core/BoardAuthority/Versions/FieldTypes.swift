import BoardModel

// Values that commands bring to a board, and the types of its fields. Source: `protocol/profiles.md`, 19.7.

extension FieldTypes {
  /// Makes sure that values are of their types.
  ///
  /// - Throws: `badValue`, for the first one that is not.
  public func require(_ fields: Fields) throws(Refusal) {
    if isEmpty { return }
    for field in fields { try require(field.value, of: field.name) }
  }

  /// Makes sure that new values are of their types.
  ///
  /// - Throws: `badValue`, for the first one that is not.
  public func require(_ changes: FieldChanges) throws(Refusal) {
    if isEmpty { return }
    for change in changes {
      if let value = change.value { try require(value, of: change.name) }
    }
  }

  /// Makes sure that the values are of their types that edits bring, and that their items had not before.
  ///
  /// - Parameter board: The board before the edits.
  /// - Throws: `badValue`, for the first one that is not.
  /// - Complexity: O(edits, and the items of inserted sections); O(1) if there are no types.
  public func require(_ edits: [Edit], on board: Board) throws(Refusal) {
    if isEmpty { return }
    for edit in edits {
      switch edit {
      case .reconfigureItem(_, _, _, let changes): try require(changes)
      case .insertItem(let item, _): try require(item, on: board)
      case .insertSection(let section, _):
        for item in section.items { try require(item, on: board) }
      case .deleteItem, .moveItem, .reloadItem, .deleteSection, .moveSection, .reloadSection: break
      }
    }
  }

  private func require(_ item: Item, on board: Board) throws(Refusal) {
    try require(board.fields(of: item.id).changes(to: item.fields))
  }

  private func require(_ value: Text, of name: FieldName) throws(Refusal) {
    guard let type = self[name], !type.fits(value) else { return }
    throw .badValue(name.string, type: type.rawValue)
  }
}
