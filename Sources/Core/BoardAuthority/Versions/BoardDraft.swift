/// A copy of a versioned board on which one long change is made, on any thread, while the board itself
/// is served as it was.
///
/// `VersionedBoard.adopt` makes the change the board's next revision. The draft then has what the board
/// had before, so that whoever releases the draft releases that too.
public struct BoardDraft: @unchecked Sendable {
  /// The copy. One thread at a time has it.
  public let versions: VersionedBoard
  /// The revision of the board.
  let base: Int

  init(_ copy: VersionedBoard) {
    versions = copy
    base = copy.revision
  }
}
