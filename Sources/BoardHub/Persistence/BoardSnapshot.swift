import BoardJournal
import BoardModel
import BoardWire

/// A board at one revision, to be written to the journal by another thread.
///
/// The board is shared with the one that is served. If that changes meanwhile, it copies its tables once.
public struct BoardSnapshot: Sendable {
  let name: BoardName
  let revision: Int
  let board: Board
  /// The revision up to which the journal may lose revisions by this; nil if none.
  let trim: Int?

  /// The entries of the snapshot.
  ///
  /// - Complexity: O(items).
  public func group() -> JournalGroup {
    var group = JournalGroup()
    group.canWait = true
    group.append(.snapshot(name, revision: revision, body: board.snapshotBody))
    group.append(.boardNumber(name, BoardNumbers.snapshot, revision))
    if let trim { group.append(.trim(name, upTo: trim)) }
    return group
  }
}

extension Board {
  /// The sections and items of the board, as the journal has them.
  var snapshotBody: [UInt8] {
    var buffer = WireBuffer()
    buffer.appendContent(self)
    return buffer.bytes
  }
}
