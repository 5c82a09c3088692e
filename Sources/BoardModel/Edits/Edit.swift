/// The smallest change of a board, with everything that is needed to take it back.
///
/// Edits are sequential: each one's paths are counted on the board as the edits before it left it.
/// A change (one revision) is a list of edits.
public enum Edit: Hashable, Sendable {
  /// Puts a new item at the path it has afterwards.
  case insertItem(Item, at: IndexPath)
  /// Takes away the item at the path it has before, which holds just this content.
  case deleteItem(Item, at: IndexPath)
  /// Moves an item. `from` is its path before the move; `to` is its path right after the move,
  /// which is to say counted with the item taken out.
  case moveItem(ItemID, from: IndexPath, to: IndexPath)
  /// Changes an item's text where it stands.
  case reloadItem(ItemID, at: IndexPath, from: Text, to: Text)
  /// Puts a new section, with its items, at the index it has afterwards.
  case insertSection(Section, at: Int)
  /// Takes away a section with all its items; the value is its content at that moment.
  case deleteSection(Section, at: Int)
  /// Moves a section. `to` is its index right after the move, counted with the section taken out.
  case moveSection(SectionID, from: Int, to: Int)
  /// Changes a section's title where it stands.
  case reloadSection(SectionID, at: Int, from: Text, to: Text)

  /// The edit that takes this one back, on the board that this one left.
  public var inverse: Edit {
    switch self {
    case .insertItem(let item, let path): .deleteItem(item, at: path)
    case .deleteItem(let item, let path): .insertItem(item, at: path)
    case .moveItem(let id, let from, let to): .moveItem(id, from: to, to: from)
    case .reloadItem(let id, let path, let old, let new):
      .reloadItem(id, at: path, from: new, to: old)
    case .insertSection(let section, let index): .deleteSection(section, at: index)
    case .deleteSection(let section, let index): .insertSection(section, at: index)
    case .moveSection(let id, let from, let to): .moveSection(id, from: to, to: from)
    case .reloadSection(let id, let index, let old, let new):
      .reloadSection(id, at: index, from: new, to: old)
    }
  }
}

extension Sequence where Element == Edit {
  /// The edits that take these back: each one's inverse, last first.
  public var inverse: [Edit] { reversed().map(\.inverse) }
}
