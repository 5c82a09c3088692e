import BoardModel

/// A board at an earlier revision, read-only.
///
/// It is seen through the board at the head and copies nothing of it.
public struct PastBoard {
  /// A row of a listing for people.
  public enum Row: Hashable, Sendable {
    case section(SectionID, title: Text, itemCount: Int, at: Int)
    case item(Item, at: IndexPath)
  }

  public let revision: Int
  public let sectionCount: Int
  public let itemCount: Int
  private let content: ComposedBoard<ComposedBoard<Board>>

  /// - Parameters:
  ///   - revision: one within the window of the log.
  ///   - head: the board at the head of the log.
  /// - Complexity: O(*k* log *k*) for the *k* edits since, an item that was inserted or deleted with its
  ///   section counting as one. `PastBoardBuilder` does the same in steps.
  public init(at revision: Int, in log: RevisionLog, head: Board) {
    var builder = PastBoardBuilder(of: revision, in: log)
    var limit = Int.max
    _ = builder.compose(upTo: &limit, in: log)
    self = builder.board(in: log, head: head)
  }

  /// - Parameters:
  ///   - content: the board at the revision, seen through one at a later revision, which is seen through
  ///     the board at the head.
  ///   - itemCount: the number of items at the revision.
  init(at revision: Int, seen content: ComposedBoard<ComposedBoard<Board>>, itemCount: Int) {
    self.revision = revision
    self.content = content
    self.itemCount = itemCount
    sectionCount = content.sectionCount
  }

  /// The first rows of the board, section by section, the items of each behind it.
  ///
  /// - Complexity: O(√*k* + log *n*) with a small factor for each row, and O(*k*) in all, for *k* edits
  ///   since and *n* items at the head.
  public func rows(first limit: Int) -> [Row] {
    assert(itemCount >= 0 && sectionCount >= 0, "the edits since lead back to a board")
    precondition(limit >= 0, "a number of rows")
    var rows: [Row] = []
    for section in 0..<sectionCount where rows.count < limit {
      let count = content.itemCount(in: section)
      rows.append(
        .section(
          content.sectionID(at: section), title: content.title(at: section), itemCount: count,
          at: section))
      for index in 0..<min(count, limit - rows.count) {
        let path = IndexPath(section: section, item: index)
        rows.append(.item(content.item(at: path), at: path))
      }
    }
    return rows
  }
}
