import BoardModel
import BoardWire

/// The items that a view of a replica that counts names, wherever they are on the board.
struct PinnedItems: Sendable {
  private(set) var items: Set<ItemID> = []
  /// Those that are on the board no more.
  private(set) var gone: Set<ItemID> = []
  /// Those that were asked for.
  private var asked: Set<ItemID> = []

  mutating func set(_ items: Set<ItemID>) {
    guard items != self.items else { return }
    self.items = items
    gone.formIntersection(items)
  }

  /// The items that are to be asked for, and now are.
  ///
  /// - Parameter gone: Those that are on the board no more.
  mutating func lacking(_ board: Board, _ gone: Set<ItemID>) -> [ItemID] {
    let lacking = items.filter {
      !board.contains($0) && !gone.contains($0) && !asked.contains($0)
    }
    asked.formUnion(lacking)
    return lacking.sorted()
  }

  /// A reply to a request for one of them. A refusal says that there is no such item.
  mutating func receive(_ reply: ServerReply, _ request: Request?) {
    guard case .board(.rows(let rows))? = request, case .before(.id(let item)) = rows.place,
      asked.remove(item) != nil
    else { return }
    if reply.failure != nil, items.contains(item) { gone.insert(item) }
  }

  /// Takes over what the edits of a batch insert and delete.
  mutating func follow(_ edits: [Edit]) {
    guard !items.isEmpty else { return }
    for edit in edits {
      // What an edit inserts is what its inverse deletes.
      for item in edit.inverse.deletedItems { gone.remove(item.id) }
      for item in edit.deletedItems where items.contains(item.id) { gone.insert(item.id) }
    }
  }

  /// No reply comes on the connection that broke.
  mutating func askAgain() { asked = [] }

  /// Behind a snapshot no item is known.
  mutating func findAgain() { (asked, gone) = ([], []) }
}
