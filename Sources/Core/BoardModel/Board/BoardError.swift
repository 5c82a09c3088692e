/// Why a board cannot change as asked. The board is then as it was.
public enum BoardError: Error, Hashable, Sendable {
  /// No item of the board has this id.
  case noSuchItem(ItemID)
  /// No section of the board has this id.
  case noSuchSection(SectionID)
  /// The path's section does not exist, or the path is past the end of its section.
  case noSuchPlace(IndexPath)
  /// The index is past the end of the sections.
  case noSuchSectionPlace(Int)
  /// An item with this id is on the board, or is named twice in the arguments.
  case duplicateItem(ItemID)
  /// A section with this id is on the board.
  case duplicateSection(SectionID)
}
