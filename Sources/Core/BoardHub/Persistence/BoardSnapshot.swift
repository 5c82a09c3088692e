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

  /// The bytes of a part, so that other groups do not wait long for one.
  static let partBytes = 1 << 20

  /// The groups of the snapshot, in order. Other groups may be committed in between.
  ///
  /// - Complexity: O(items).
  public func groups() -> [JournalGroup] {
    var parts = board.snapshotBody.parts(ofBytes: Self.partBytes)
    let last = parts.popLast() ?? []
    let groups = parts.enumerated().map { number, body in
      JournalGroup([.snapshotPart(name, revision: revision, number: number, body: body)])
    }
    var group = JournalGroup([
      .snapshot(
        name, revision: revision, parts: parts.count,
        body: PlantedBug.outdatedSnapshot.isPlanted ? [] : last)
    ])
    group.append(.boardNumber(name, BoardNumbers.snapshot, revision))
    if let trim { group.append(.trim(name, upTo: trim)) }
    return (groups + [group]).map { group in
      var group = group
      group.canWait = true
      return group
    }
  }
}

extension [UInt8] {
  /// The lines in parts of at least so many bytes, but for the last one.
  fileprivate func parts(ofBytes count: Int) -> [[UInt8]] {
    var parts: [[UInt8]] = []
    var rest = self[...]
    while rest.count > count, let end = rest.dropFirst(count - 1).firstIndex(of: 0x0A) {
      parts.append(Array(rest[...end]))
      rest = rest[(end + 1)...]
    }
    return parts + [Array(rest)]
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
