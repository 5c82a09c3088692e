import BoardModel

/// Builds a board at an earlier revision in steps, while the board at the head may change.
public struct PastBoardBuilder {
  /// The revision that is built.
  public let revision: Int
  /// The head of the log when the builder was made.
  let start: Int
  /// The way back from `start`, as far as it is composed.
  private var composition = Composition()
  /// The number of edits that are composed, the newest first.
  private var composedCount = 0
  /// The number of items that the composed edits added.
  private var growth = 0

  /// - Parameter revision: one within the window of the log.
  public init(of revision: Int, in log: RevisionLog) {
    assert(log.contains(revision), "the log reaches that far")
    self.revision = revision
    start = log.head
  }

  /// Composes the next edits.
  ///
  /// - Parameters:
  ///   - limit: the maximum number of edits, of which an inserted or deleted section is one; afterwards,
  ///     what is left of that.
  ///   - log: the log, which must still contain the revision.
  /// - Returns: whether all edits are composed.
  /// - Complexity: O(*limit* log *k*) for the *k* edits composed so far, an item that was inserted or
  ///   deleted with its section counting as one.
  public mutating func compose(upTo limit: inout Int, in log: RevisionLog) -> Bool {
    let left = log.edits(from: revision, to: start).dropLast(composedCount)
    let next = left.suffix(max(0, limit))
    for edit in next.reversed() {
      composition.append(edit.inverse)
      growth += edit.growth
    }
    composedCount += next.count
    limit -= next.count
    return left.count == next.count
  }

  /// The number of edits since the builder was made, which `board` composes in one piece.
  public func missedCount(in log: RevisionLog) -> Int { log.edits(since: start).count }

  /// The board at the revision.
  ///
  /// - Parameters:
  ///   - log: the log, of which no edit is left to compose.
  ///   - head: the board at its head.
  /// - Complexity: O(*m* log *m*) for the `missedCount` *m*.
  public func board(in log: RevisionLog, head: Board) -> PastBoard {
    assert(log.edits(from: revision, to: start).count == composedCount, "no edit is left")
    let missed = log.edits(since: start).reduce(0) { $0 + $1.growth }
    return PastBoard(
      at: revision,
      seen: ComposedBoard(composition, before: log.board(at: start, head: head)),
      itemCount: head.itemCount - missed - growth)
  }
}

extension Edit {
  /// The number of items that there are more after the edit than before it.
  fileprivate var growth: Int {
    switch self {
    case .insertItem: 1
    case .deleteItem: -1
    case .insertSection(let section, _): section.items.count
    case .deleteSection(let section, _): -section.items.count
    case .moveItem, .reloadItem, .reconfigureItem, .moveSection, .reloadSection: 0
    }
  }
}
