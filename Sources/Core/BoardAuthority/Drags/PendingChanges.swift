import BoardModel

/// The changes of boards after which the drops over them have not been evaluated again, in order.
///
/// Each change has a number, and a session has that of the last change it was evaluated after.
struct PendingChanges: Sendable {
  /// What happened on a board after some change.
  struct Suffix: Sendable {
    var edits: [Edit] = []
    var hasPolicies = false

    /// Appends a change; nil if policies changed. The edits of the only one are shared.
    fileprivate mutating func append(_ change: [Edit]?) {
      guard let change else {
        hasPolicies = true
        return
      }
      if edits.isEmpty { edits = change } else { edits += change }
    }
  }

  private struct Change: Sendable {
    let number: Int
    /// Nil if policies changed.
    let edits: [Edit]?
  }

  /// So many edits are stored before drops are to be evaluated at once. More would take too long in one
  /// piece, and save little.
  static let mostEdits = 64

  /// No value is empty, except for a board on which only sessions changed.
  private var boards: [BoardName: [Change]] = [:]
  /// The number of the last change.
  private(set) var head = 0
  /// The edits that are stored.
  private(set) var editCount = 0

  var isEmpty: Bool { boards.isEmpty }

  /// The boards with changes.
  var names: some Sequence<BoardName> { boards.keys }

  func contains(_ board: BoardName) -> Bool { boards[board] != nil }

  /// - Parameter isOver: Whether a session may be over the board. If not, the change concerns nobody.
  mutating func add(_ edits: [Edit], to board: BoardName, isOver: Bool) {
    guard isOver else { return }
    editCount += edits.count
    add(Change(number: head + 1, edits: edits), to: board)
  }

  mutating func addPolicies(to board: BoardName, isOver: Bool) {
    guard isOver else { return }
    add(Change(number: head + 1, edits: nil), to: board)
  }

  private mutating func add(_ change: Change, to board: BoardName) {
    head = change.number
    boards[board, default: []].append(change)
  }

  /// Notes that the items of a session over a board changed.
  mutating func expectSession(over board: BoardName) {
    if boards[board] == nil { boards[board] = [] }
  }

  /// What happened on a board after a change.
  func suffix(of board: BoardName, after number: Int) -> Suffix {
    var suffix = Suffix()
    for change in boards[board] ?? [] where change.number > number {
      suffix.append(change.edits)
    }
    return suffix
  }

  /// The number of edits of a board.
  func editCount(of board: BoardName) -> Int {
    (boards[board] ?? []).reduce(0) { $0 + ($1.edits?.count ?? 0) }
  }

  /// Forgets the changes of a board.
  mutating func remove(_ board: BoardName) {
    editCount -= editCount(of: board)
    boards[board] = nil
    assert(editCount >= 0, "edits are counted once")
  }

  mutating func rename(_ old: BoardName, to new: BoardName) {
    boards[new] = boards.removeValue(forKey: old)
  }
}
