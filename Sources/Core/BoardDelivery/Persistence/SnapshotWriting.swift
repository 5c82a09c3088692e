import BoardJournal
import BoardModel
import BoardWire

/// A part of the snapshot of a board. It is committed when nothing else is: no effect waits for it.
public struct SnapshotPart: Sendable {
  public let group: JournalGroup
  let writing: SnapshotWriting
  let number: Int
}

/// Writes a board at one revision for the journal.
///
/// The board is shared with the one that is served. If that changes meanwhile, it copies its tables once. One thread at a time
/// has it: the one that runs it, and then the hub's.
package final class SnapshotWriting: JobWork, @unchecked Sendable {
  let name: BoardName
  let revision: Int
  private let copy: Board
  /// The revision up to which the journal may lose revisions by this; nil if none.
  private let trim: Int?
  /// The groups that are not committed yet, in order. Others may be committed in between.
  private var groups: ArraySlice<JournalGroup> = []
  /// Whether `run` is done, as the hub knows.
  private var isWritten = false

  /// The bytes of a part, so that other groups do not wait long for one.
  private static let partBytes = 1 << 20

  init(of name: BoardName, at revision: Int, _ board: Board, trim: Int?) {
    (self.name, self.revision, copy, self.trim) = (name, revision, board, trim)
  }

  package var lane: Job.Lane { .snapshots }

  package func run() { groups = written()[...] }

  package func conclude() { isWritten = true }

  /// The next part; nil if nothing is written yet, or all parts are committed.
  var part: SnapshotPart? {
    guard isWritten, let group = groups.first else { return nil }
    return SnapshotPart(group: group, writing: self, number: groups.startIndex)
  }

  /// Notes that a part is committed, and says whether it was the last one.
  func didCommit(_ part: SnapshotPart) -> Bool {
    if part.number == groups.startIndex { groups.removeFirst() }
    return groups.isEmpty
  }

  /// - Complexity: O(items).
  private func written() -> [JournalGroup] {
    var parts = copy.snapshotBody.parts(ofBytes: Self.partBytes)
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
