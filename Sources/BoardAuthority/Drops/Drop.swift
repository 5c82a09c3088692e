import BoardModel

/// What a drop does to its board.
public struct Drop: Hashable, Sendable {
  public let board: BoardName
  public let operation: DropOperation
  /// The items as they are on that board afterwards, in the order of the session. For a copy these
  /// are the new ones.
  public let items: [ItemID]
  /// Where the first item is after the drop.
  public let path: IndexPath
}

extension DropEvaluator {
  /// Drops what may be dropped.
  ///
  /// - Parameters:
  ///   - home: The board the items are on, for a copy from there.
  ///   - transaction: One on the board of the place.
  /// - Complexity: O(*k* log *n*) for *k* items.
  func drop(
    _ operation: DropOperation, at path: IndexPath, from home: VersionedBoard,
    in transaction: inout BoardTransaction
  ) -> Drop {
    var items = load.items
    switch operation {
    case .move:
      transaction.move(items, to: path)
      transaction.deleteEmptiedSections()
    case .copy:
      items = copy(
        of: load.items.map { content(of: $0, on: home.board, in: &transaction) }, to: path,
        in: &transaction)
    }
    guard let first = items.first, let path = transaction.board.indexPath(of: first) else {
      preconditionFailure("what is dropped is on the board afterwards")
    }
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

  /// The item that a copy puts in: what comes from outside keeps the name set aside for it.
  private func content(
    of id: ItemID, on home: Board, in transaction: inout BoardTransaction
  ) -> Item {
    switch load.source {
    case .board:
      guard let item = home.item(id) else { preconditionFailure("a leased item is on its board") }
      return Item(id: transaction.newItemID(), text: item.text)
    case .outside(let parcels):
      guard let parcel = parcels[id] else { preconditionFailure("an item from outside has a text") }
      let isFree = versions.name == load.board && !transaction.board.contains(id)
      return Item(id: isFree ? id : transaction.newItemID(), text: parcel.text)
    }
  }
}

extension VersionedBoard {
  /// The sections that edits left without items and whose policy is to go then, as edits that take
  /// them away.
  ///
  /// - Parameter edits: Changes of items that were just made. Where a section lost items that way,
  ///   it counts as one whose last item left.
  /// - Returns: Edits that hold after those, for the same revision; the last section goes first.
  func emptied(by edits: [Edit]) -> [Edit] {
    var sources: [Int] = []
    for edit in edits {
      switch edit {
      case .moveItem(_, let path, _), .deleteItem(_, let path):
        if path.section != sources.last { sources.append(path.section) }
      case .insertItem, .reloadItem, .reloadSection: break
      case .insertSection, .deleteSection, .moveSection:
        preconditionFailure("section indices hold from the first of these edits to the last")
      }
    }
    if sources.count > 1 { sources = Set(sources).sorted(by: >) }
    return sources.filter { index in
      board.itemCount(in: index) == 0 && policy(for: board.sectionID(at: index)).empty == .remove
    }.map { .deleteSection(board.sectionContent(at: $0), at: $0) }
  }
}
