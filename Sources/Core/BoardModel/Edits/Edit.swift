/// The smallest change of a board, with everything that is needed to revert it.
///
/// Edits are sequential: the paths of each are counted on the board that the edits before it lead to.
/// A revision is a list of edits.
public enum Edit: Hashable, Sendable {
  /// Inserts a new item at the path it has afterwards.
  case insertItem(Item, at: IndexPath)
  /// Deletes the item at the path it has before; its content is this.
  case deleteItem(Item, at: IndexPath)
  /// Moves an item. `from` is its path before the move; `to` is its path right after the move, counted
  /// without the item.
  case moveItem(ItemID, from: IndexPath, to: IndexPath)
  /// Changes an item's text.
  case reloadItem(ItemID, at: IndexPath, from: Text, to: Text)
  /// Changes fields of an item. Both lists name just these fields; the value of one that is not there is nil.
  case reconfigureItem(ItemID, at: IndexPath, from: FieldChanges, to: FieldChanges)
  /// Inserts a new section, with its items, at the index it has afterwards.
  case insertSection(Section, at: Int)
  /// Deletes a section with all its items; the value is its content before.
  case deleteSection(Section, at: Int)
  /// Moves a section. `to` is its index right after the move, counted without the section.
  case moveSection(SectionID, from: Int, to: Int)
  /// Changes a section's title.
  case reloadSection(SectionID, at: Int, from: Text, to: Text)

  /// The edit that reverts this one, on the board that this one leads to.
  public var inverse: Edit {
    switch self {
    case .insertItem(let item, let path): .deleteItem(item, at: path)
    case .deleteItem(let item, let path): .insertItem(item, at: path)
    case .moveItem(let id, let from, let to): .moveItem(id, from: to, to: from)
    case .reloadItem(let id, let path, let old, let new):
      .reloadItem(id, at: path, from: new, to: old)
    case .reconfigureItem(let id, let path, let old, let new):
      .reconfigureItem(id, at: path, from: new, to: old)
    case .insertSection(let section, let index): .deleteSection(section, at: index)
    case .deleteSection(let section, let index): .insertSection(section, at: index)
    case .moveSection(let id, let from, let to): .moveSection(id, from: to, to: from)
    case .reloadSection(let id, let index, let old, let new):
      .reloadSection(id, at: index, from: new, to: old)
    }
  }
}

extension Edit {
  /// The edit that changes some fields of an item.
  ///
  /// - Parameters:
  ///   - fields: All that the item has before.
  ///   - changes: Those that lead to the value that a field has already are not in the edit.
  public static func reconfigureItem(
    _ id: ItemID, at path: IndexPath, of fields: Fields, by changes: FieldChanges
  ) -> Edit {
    let (old, new) = changes.effect { fields[$0] }
    return .reconfigureItem(id, at: path, from: old, to: new)
  }
}

extension Sequence where Element == Edit {
  /// The edits that revert these: the inverse of each, last first.
  public var inverse: [Edit] { reversed().map(\.inverse) }
}
