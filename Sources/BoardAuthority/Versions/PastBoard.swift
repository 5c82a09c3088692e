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
  private let content: ComposedBoard<Board>

  /// - Parameters:
  ///   - revision: one within the window of the log.
  ///   - head: the board at the head of the log.
  /// - Complexity: O(*k* log *k*) for the *k* edits since, an item that was inserted or deleted with its
  ///   section counting as one.
  public init(at revision: Int, in log: RevisionLog, head: Board) {
    self.revision = revision
    content = log.board(at: revision, head: head)
    sectionCount = content.sectionCount
    itemCount = head.itemCount - log.edits(since: revision).reduce(0) { $0 + $1.growth }
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

extension Edit {
  /// The number of items that there are more after the edit than before it.
  fileprivate var growth: Int {
    switch self {
    case .insertItem: 1
    case .deleteItem: -1
    case .insertSection(let section, _): section.items.count
    case .deleteSection(let section, _): -section.items.count
    case .moveItem, .reloadItem, .moveSection, .reloadSection: 0
    }
  }
}
