import BoardModel

/// The bytes that the contents of some boards may take together.
///
/// A board counts as the bytes of its names, texts and titles and 64 more for each item and section.
/// Only growth is refused: boards that are read from a disk may take more.
public final class ContentQuota {
  public let limit: Int
  @exclusivity(unchecked) public internal(set) var used = 0

  public init(limit: Int = Limits.allBoardBytes) { self.limit = limit }

  /// A quota of its own, with the same bytes used.
  init(copying other: ContentQuota) {
    limit = other.limit
    used = other.used
  }

  /// Counts the bytes of a board whose content is not at hand.
  public func count(_ bytes: Int) { used += bytes }

  /// - Throws: `limit` if a board may not grow by so much.
  func requireRoom(for bytes: Int) throws(Refusal) {
    if used + bytes > limit { throw .exceeded(.serverBytes, max: limit) }
  }
}

extension Board {
  /// The bytes that count for a quota.
  ///
  /// - Complexity: O(1).
  public var quotaBytes: Int { textBytes + 64 * (itemCount + sectionCount) }
}

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
