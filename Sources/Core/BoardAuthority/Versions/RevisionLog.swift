import BoardModel

/// The latest revisions of one board, each a list of edits.
///
/// Revisions are integers without gaps. A *cursor* is the revision of a watcher's board. A cursor from
/// `oldest` to `head` can be brought to the head from here; an older one needs a snapshot.
public struct RevisionLog: Sendable {
  /// The number of the newest revision.
  public private(set) var head: Int

  /// The maximum weight of the edits in the log.
  let limit: Int
  /// The maximum number of bytes of the edits' names and texts.
  let byteLimit: Int
  private var edits = SlidingArray<Edit>()
  /// For each cursor from `oldest` on: what led to it since the log began.
  private var marks = SlidingArray([Mark()])

  /// The sums over some edits.
  private struct Mark: Sendable {
    /// The number of edits.
    var count = 0
    /// An inserted or deleted section counts with all its items.
    var weight = 0
    /// The bytes of the names and texts.
    var bytes = 0
  }

  /// An empty log of a board at a revision.
  ///
  /// - Parameters:
  ///   - limit: the maximum number of edits, each item of an inserted or deleted section counting too.
  ///   - byteLimit: the maximum number of bytes of their names and texts.
  public init(
    head: Int = 0, limit: Int = Limits.logEdits, byteLimit: Int = Limits.logBytes
  ) {
    self.head = head
    self.limit = limit
    self.byteLimit = byteLimit
  }

  private var start: Mark { marks[0] }
  private var end: Mark { marks[marks.count - 1] }
  /// The sum of the edits' weights.
  private var weight: Int { end.weight - start.weight }
  /// The bytes of the names and texts of the edits.
  public var byteCount: Int { end.bytes - start.bytes }

  /// The lowest cursor that can be brought to the head.
  public var oldest: Int { head - marks.count + 1 }

  /// The lowest cursor from which at most `limit` edits lead to the head.
  ///
  /// - Complexity: O(log revisions).
  public func oldest(within limit: Int) -> Int {
    precondition(limit >= 0, "a number of edits")
    let (all, least) = (marks.all, end.count - limit)
    return oldest + all.partitionIndex { all[$0].count >= least } - all.startIndex
  }

  /// Whether a cursor can be brought to the head.
  public func contains(_ revision: Int) -> Bool {
    if PlantedBug.windowTrimmedOneEarly.isPlanted, revision == oldest - 1 { return true }
    return revision >= oldest && revision <= head
  }

  /// Appends one revision, and removes the oldest ones beyond the limits.
  ///
  /// - Parameter edits: sequential edits, legal on the board at `head`.
  /// - Returns: the number of the new revision.
  /// - Complexity: O(edits), amortised.
  @discardableResult
  public mutating func append(_ edits: [Edit]) -> Int {
    head += 1
    var end = end
    // Most revisions are one edit, for which `append(contentsOf:)` is slow.
    for edit in edits {
      end.count += 1
      end.weight += edit.weight
      end.bytes += edit.byteCount
      self.edits.append(edit)
    }
    marks.append(end)
    while weight > limit || byteCount > byteLimit { removeOldest() }
    assert(weight >= 0 && end.count - start.count == self.edits.count)
    assert(contains(head) && oldest <= head, "the head is always in the window")
    return head
  }

  /// Removes the oldest revisions until the bytes of the rest are at most so many.
  mutating func trim(toBytes limit: Int) {
    precondition(limit >= 0, "a number of bytes")
    while byteCount > limit { removeOldest() }
  }

  /// What stands for a removed edit and needs no memory of its own.
  private static let none = Edit.moveSection(SectionID(unchecked: ""), from: 0, to: 0)

  private mutating func removeOldest() {
    edits.removeFirst(marks[1].count - start.count, leaving: Self.none)
    marks.removeFirst()
  }

  /// The edits that lead from one revision to another, both within the window.
  ///
  /// - Complexity: O(1).
  public func edits(from: Int, to: Int) -> ArraySlice<Edit> {
    precondition(contains(from) && contains(to) && from <= to, "the log does not reach that far")
    let from = PlantedBug.windowTrimmedOneEarly.isPlanted ? max(from, oldest) : from
    let (first, last) = (marks[from - oldest].count, marks[to - oldest].count)
    return edits[first - start.count..<last - start.count]
  }

  /// The edits that lead from a revision to the head.
  ///
  /// - Complexity: O(1).
  public func edits(since revision: Int) -> ArraySlice<Edit> { edits(from: revision, to: head) }

  /// The number of the edits that lead from a revision to the head.
  ///
  /// - Complexity: O(1).
  public func editCount(since revision: Int) -> Int {
    precondition(contains(revision), "the log does not reach that far")
    return end.count - marks[max(0, revision - oldest)].count
  }

  /// The weights of the edits that lead from a revision to the head: of a section that is inserted or
  /// deleted, each item counts.
  ///
  /// - Complexity: O(1).
  public func weight(since revision: Int) -> Int {
    precondition(contains(revision), "the log does not reach that far")
    return end.weight - marks[max(0, revision - oldest)].weight
  }

  /// Maps positions on the board at a revision to the board at the head.
  ///
  /// - Complexity: O(1).
  public func mapping(since revision: Int) -> PositionMapping {
    PositionMapping(PlantedBug.oldPathNotMapped.isPlanted ? [] : edits(since: revision))
  }

  /// The composition of the edits that lead from one revision to another.
  ///
  /// - Complexity: O(k log k) for k edits in between.
  public func composition(from: Int, to: Int) -> Composition {
    Composition(edits(from: from, to: to))
  }

  /// The board as it was at a revision, seen through the board as it is at the head.
  ///
  /// - Complexity: O(k log k) for the k edits since.
  public func board<Board: BoardContent>(
    at revision: Int, head content: Board
  ) -> ComposedBoard<Board> {
    let inverse = edits(since: revision).inverse
    return ComposedBoard(Composition(inverse), before: content)
  }
}

extension Edit {
  /// The bytes of the names and texts in the edit.
  fileprivate var byteCount: Int {
    switch self {
    case .insertItem(let item, _), .deleteItem(let item, _): item.byteCount
    case .moveItem(let id, _, _): id.string.utf8.count
    case .reloadItem(let id, _, let old, let new):
      id.string.utf8.count + old.byteCount + new.byteCount
    case .reconfigureItem(let id, _, let old, let new):
      id.string.utf8.count + old.byteCount + new.byteCount
    case .insertSection(let section, _), .deleteSection(let section, _):
      section.items.reduce(section.id.string.utf8.count + section.title.byteCount) {
        $0 + $1.byteCount
      }
    case .moveSection(let id, _, _): id.string.utf8.count
    case .reloadSection(let id, _, let old, let new):
      id.string.utf8.count + old.byteCount + new.byteCount
    }
  }

  /// The weight of the edit in the limit of the log: a section counts with all its items.
  public var weight: Int {
    switch self {
    case .insertSection(let section, _), .deleteSection(let section, _): 1 + section.items.count
    case .insertItem, .deleteItem, .moveItem, .reloadItem, .reconfigureItem, .moveSection,
      .reloadSection:
      1
    }
  }
}

extension Item {
  fileprivate var byteCount: Int { id.string.utf8.count + text.byteCount + fields.byteCount }
}
