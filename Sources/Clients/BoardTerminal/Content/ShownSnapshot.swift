import BoardModel

/// A snapshot with the part of its board that is shown.
@dynamicMemberLookup
struct ShownSnapshot {
  private var base: BoardSnapshot
  private(set) var board: ShownBoard

  init(_ base: BoardSnapshot) {
    self.base = base
    board = ShownBoard(base.board)
  }

  subscript<Value>(dynamicMember member: KeyPath<BoardSnapshot, Value>) -> Value {
    base[keyPath: member]
  }

  /// The present drags and selections, and the board.
  var value: BoardSnapshot { base }

  /// Shows a part of the board, or everything.
  mutating func show(collapsing sections: Set<SectionID>, only matches: ArraySlice<ItemID>?) {
    board = ShownBoard(
      base.board, collapsing: sections, only: matches ?? [], isFiltered: matches != nil)
  }

  /// Releases the board, which is about to change.
  mutating func releaseBoard() {
    base.board = Board()
    board = ShownBoard()
  }
}
