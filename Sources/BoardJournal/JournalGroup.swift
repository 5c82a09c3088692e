import BoardCore

/// Entries that are committed together or not at all, in order.
public struct JournalGroup: Hashable, Sendable {
  public private(set) var entries: [JournalEntry]
  /// Whether it does no harm if the group is not stored now: for want of room it is refused as
  /// `full` at once, and the reserve is not touched.
  public var canWait = false

  public init(_ entries: [JournalEntry] = []) {
    self.entries = entries
  }

  public var isEmpty: Bool { entries.isEmpty }

  public mutating func append(_ entry: JournalEntry) {
    entries.append(entry)
  }

  /// Empties the group and returns what was in it.
  public mutating func take() -> JournalGroup {
    defer { entries = [] }
    return self
  }

  /// Where each board that the group touches will have its head.
  ///
  /// - Parameter current: The head of a board now, or nil if it does not exist.
  /// - Throws: `Misfit` with the first board that the group does not continue: it is not there, it
  ///   is there already, or its head is another.
  /// - Complexity: O(entries).
  public func heads(
    after current: (BoardName) -> Int?
  ) throws(Misfit) -> [BoardName: Int] {
    var heads: [BoardName: Int] = [:]
    for entry in entries {
      switch entry {
      case .created(let board, let revision):
        guard heads[board] == nil, current(board) == nil else { throw Misfit(board: board) }
        heads[board] = revision
      case .revision(let revision):
        let board = revision.board
        guard (heads[board] ?? current(board)) == revision.from, revision.from < revision.to
        else { throw Misfit(board: board) }
        heads[board] = revision.to
      case .policies(let board, _), .snapshot(let board, _, _), .trim(let board, _):
        guard let head = heads[board] ?? current(board) else { throw Misfit(board: board) }
        heads[board] = head
      case .client, .forgotten, .reply, .number:
        continue
      }
    }
    return heads
  }

  /// A board that a group does not continue.
  public struct Misfit: Error, Hashable, Sendable {
    public let board: BoardName
  }
}

extension JournalGroup: ExpressibleByArrayLiteral {
  public init(arrayLiteral entries: JournalEntry...) {
    self.init(entries)
  }
}

extension JournalEntry {
  /// The board that the entry is about, or nil if it is about none.
  public var board: BoardName? {
    switch self {
    case .created(let board, _), .policies(let board, _), .snapshot(let board, _, _),
      .trim(let board, _):
      board
    case .revision(let revision): revision.board
    case .client, .forgotten, .reply, .number: nil
    }
  }
}
