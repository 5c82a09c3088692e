import BoardModel

/// An atomic group of entries, in order.
public struct JournalGroup: Hashable, Sendable {
  public private(set) var entries: [JournalEntry]
  /// Whether the group may be committed later: if the disk is full it is refused as `full` at once,
  /// and the reserve stays.
  public var canWait = false

  public init(_ entries: [JournalEntry] = []) {
    self.entries = entries
  }

  public var isEmpty: Bool { entries.isEmpty }

  /// The first board of the entries, or nil if they have none.
  public var firstBoard: BoardName? { entries.lazy.compactMap(\.board).first }

  public mutating func append(_ entry: JournalEntry) {
    entries.append(entry)
  }

  /// Removes and returns all entries.
  public mutating func removeAll() -> JournalGroup {
    defer { entries = [] }
    return self
  }
}

extension JournalGroup: ExpressibleByArrayLiteral {
  public init(arrayLiteral entries: JournalEntry...) {
    self.init(entries)
  }
}

extension JournalGroup {
  /// The error for a board that a group does not continue.
  public struct Misfit: Error, Hashable, Sendable {
    public let board: BoardName
  }

  /// Checks that the group continues the boards of a journal, each entry the state after those
  /// before it.
  ///
  /// - Parameter head: Returns the head of a board before the group, or nil if there is no such
  ///   board.
  /// - Throws: `Misfit` with the first board that does not fit: it does not exist, its name is not
  ///   free, or its head differs.
  /// - Complexity: O(entries).
  public func validate(on head: (BoardName) -> Int?) throws(Misfit) {
    var changed: [BoardName: Int?] = [:]
    for entry in entries { try entry.move(&changed, over: head) }
  }
}

extension JournalEntry {
  /// Checks that the entry continues its boards, and updates their heads.
  ///
  /// - Parameters:
  ///   - heads: The heads changed by the entries so far; nil for removed boards.
  ///   - committed: The head of a board before the group.
  fileprivate func move(
    _ heads: inout [BoardName: Int?], over committed: (BoardName) -> Int?
  ) throws(JournalGroup.Misfit) {
    func head(_ board: BoardName) -> Int? { heads[board] ?? committed(board) }
    switch self {
    case .created(let board, let revision):
      guard head(board) == nil else { throw .init(board: board) }
      heads[board] = revision
    case .removed(let board):
      guard head(board) != nil else { throw .init(board: board) }
      heads.updateValue(nil, forKey: board)
    case .renamed(let board, let name):
      guard let revision = head(board) else { throw .init(board: board) }
      guard head(name) == nil else { throw .init(board: name) }
      heads.updateValue(nil, forKey: board)
      heads[name] = revision
    case .revision(let revision):
      guard head(revision.board) == revision.from, revision.from < revision.to
      else { throw .init(board: revision.board) }
      heads[revision.board] = revision.to
    case .policy(let board, _, _), .snapshot(let board, _, _, _), .snapshotPart(let board, _, _, _),
      .trim(let board, _), .boardNumber(let board, _, _):
      guard head(board) != nil else { throw .init(board: board) }
    case .client, .forgotten, .reply, .number, .drag:
      break
    }
  }
}
