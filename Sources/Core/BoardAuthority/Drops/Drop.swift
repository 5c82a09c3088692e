import BoardModel

/// What a drop does to its board.
public struct Drop: Hashable, Sendable {
  public let board: BoardName
  public let operation: DropOperation
  /// The ids of the items on that board afterwards, in the order of the session. For a copy these are
  /// new ids.
  public let items: [ItemID]
  /// The path of the first item after the drop.
  public let path: IndexPath
}

extension DropEvaluator {
  /// Performs a drop that is allowed.
  ///
  /// - Parameter transaction: One on the board of the place.
  /// - Complexity: O(*k* log *n*) for *k* items.
  func drop(
    _ operation: DropOperation, at path: IndexPath, in transaction: inout BoardTransaction
  ) -> Drop {
    var items = load.items
    let section = transaction.board.sectionID(at: path.section)
    let changes = versions.policy(for: section).onDrop?.changes ?? FieldChanges()
    switch operation {
    case .move:
      transaction.move(items, to: path)
      if !changes.isEmpty, let gone = transaction.setFields(of: Few(items), changes) {
        preconditionFailure("\(gone), which is dropped, is on the board")
      }
      transaction.deleteEmptiedSections()
    case .copy:
      items = copy(
        of: load.items.map { content(of: $0, changing: changes, in: &transaction) }, to: path,
        in: &transaction)
    }
    guard let first = items.first, let path = transaction.board.indexPath(of: first) else {
      preconditionFailure("what is dropped is on the board afterwards")
    }
    assert(
      items.enumerated().allSatisfy { offset, item in
        transaction.board.indexPath(of: item)
          == IndexPath(section: path.section, item: path.item + offset)
      }, "dropped items are consecutive")
    return Drop(board: versions.name, operation: operation, items: items, path: path)
  }

  private func copy(
    of items: [Item], to destination: IndexPath, in transaction: inout BoardTransaction
  ) -> [ItemID] {
    for (offset, item) in items.enumerated() {
      let path = IndexPath(section: destination.section, item: destination.item + offset)
      transaction.apply(.insertItem(item, at: path))
    }
    return items.map(\.id)
  }

  /// The item that a copy inserts: an item from outside keeps the id reserved for it.
  private func content(
    of id: ItemID, changing changes: FieldChanges, in transaction: inout BoardTransaction
  ) -> Item {
    switch load.source {
    case .board:
      let item = home === versions ? transaction.board.item(id) : home.board.item(id)
      guard let item else { preconditionFailure("a leased item is on its board") }
      return Item(
        id: transaction.newItemID(), text: item.text, fields: item.fields.applying(changes))
    case .outside(let parcels):
      guard let parcel = parcels[id] else { preconditionFailure("an item from outside has a text") }
      let isFree = versions.name == load.board && !transaction.board.contains(id)
      return Item(
        id: isFree ? id : transaction.newItemID(), text: parcel.text,
        fields: parcel.fields.applying(changes))
    }
  }
}

extension BoardPolicies {
  /// The edits that delete the sections that lost their last item and whose policy is `empty=remove`.
  ///
  /// - Parameters:
  ///   - edits: Edits of items that were just made. Only sections that lost items by them count.
  ///   - board: The board after these edits.
  /// - Returns: Edits for the same revision, the last section first.
  func emptied(by edits: [Edit], on board: Board) -> [Edit] {
    var sources: [Int] = []
    for edit in edits {
      switch edit {
      case .moveItem(_, let path, _), .deleteItem(_, let path):
        if path.section != sources.last { sources.append(path.section) }
      case .insertItem, .reloadItem, .reconfigureItem, .reloadSection: break
      case .insertSection, .deleteSection, .moveSection:
        preconditionFailure("section indices hold from the first of these edits to the last")
      }
    }
    if sources.count > 1 { sources = Set(sources).sorted(by: >) }
    return sources.filter { index in
      board.itemCount(in: index) == 0 && effective(for: board.sectionID(at: index)).empty == .remove
    }.map { .deleteSection(board.sectionContent(at: $0), at: $0) }
  }
}
