import BoardModel

/// What a drop does to its board.
public struct Drop: Hashable, Sendable {
  public let board: BoardName
  public let operation: DropOperation
  /// The items as they are on that board afterwards, in the order of the session. For a copy these
  /// are the new ones.
  public let items: [ItemID]
  /// The whole change, which is one revision; empty if it changes nothing.
  public let edits: [Edit]
  /// Where the first item is after the edits.
  public let path: IndexPath
}

extension DropJudge {
  /// Drops what may be dropped. The board holds the change afterwards.
  ///
  /// - Parameter home: The board the items are on, for a copy from there.
  /// - Throws: `limit` if the board would hold too many items; it is then as before.
  /// - Complexity: O(*k* log *n*) for *k* items.
  func drop(
    _ operation: DropOperation, at path: IndexPath, from home: DropGround
  ) throws(Refusal) -> Drop {
    switch operation {
    case .move: return move(to: path)
    case .copy:
      guard ground.board.itemCount + load.items.count <= Limits.items else {
        throw .limit("items", Limits.items)
      }
      return copy(of: load.items.map { content(of: $0, on: home.board) }, to: path)
    }
  }

  private func move(to destination: IndexPath) -> Drop {
    var edits = ground.moved(load.items, to: destination)
    let emptied = ground.emptied(by: edits)
    if !emptied.isEmpty {
      ground.board.apply(emptied)
      edits += emptied
    }
    return drop(.move, load.items, edits)
  }

  private func copy(of items: [Item], to destination: IndexPath) -> Drop {
    let edits = items.enumerated().map { offset, item in
      Edit.insertItem(
        item, at: IndexPath(section: destination.section, item: destination.item + offset))
    }
    ground.board.apply(edits)
    return drop(.copy, items.map(\.id), edits)
  }

  private func drop(_ operation: DropOperation, _ items: [ItemID], _ edits: [Edit]) -> Drop {
    guard let first = items.first, let path = ground.board.indexPath(of: first) else {
      preconditionFailure("what is dropped is on the board afterwards")
    }
    return Drop(
      board: ground.name, operation: operation, items: items, edits: edits, path: path)
  }

  /// The item that a copy puts in: what comes from outside keeps the name set aside for it.
  private func content(of id: ItemID, on home: Board) -> Item {
    switch load.source {
    case .board:
      guard let item = home.item(id) else { preconditionFailure("a leased item is on its board") }
      return Item(id: ground.board.newItemID(), text: item.text)
    case .outside(let parcels):
      guard let parcel = parcels[id] else { preconditionFailure("an item from outside has a text") }
      let isFree = ground.name == load.board && !ground.board.contains(id)
      return Item(id: isFree ? id : ground.board.newItemID(), text: parcel.text)
    }
  }
}

extension DropGround {
  /// The sections that edits left without items and whose policy is to go then, as edits that take
  /// them away.
  ///
  /// - Parameter edits: Changes of items that were just made. Where a section lost items that way,
  ///   it counts as one whose last item left.
  /// - Returns: Edits that hold after those, for the same revision; the last section goes first.
  public func emptied(by edits: [Edit]) -> [Edit] {
    let board = board
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

  /// Moves items, and returns the edits that did it.
  fileprivate func moved(_ items: [ItemID], to destination: IndexPath) -> [Edit] {
    do throws(BoardError) {
      return try board.move(items, to: destination)
    } catch { preconditionFailure("a judged destination is on the board: \(error)") }
  }
}
