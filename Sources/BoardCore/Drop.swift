/// What a drop does, worked out on the board as it is now.
public struct Drop: Hashable, Sendable {
  public let board: BoardName
  public let operation: DropOperation
  /// The items as they are on that board afterwards, in the order of the session. For a copy these
  /// are the new ones.
  public let items: [ItemID]
  /// The whole change, to be applied as one revision; empty if it changes nothing.
  public let edits: [Edit]
  /// Where the first item is after the edits.
  public let path: IndexPath
}

extension DropJudge {
  /// Works out a drop that is allowed. The board is as before afterwards.
  ///
  /// - Parameter home: The board the items are on, for a copy from there.
  /// - Throws: `limit` if the board would hold too many items.
  /// - Complexity: O(*k* log *n*) for *k* items.
  func drop(
    _ operation: DropOperation, at destination: Destination, from home: DropGround
  ) throws(Refusal) -> Drop {
    guard let section = destination.section(on: ground.board),
      let standing = destination.standing(on: ground.board, without: own(in: section))
    else { throw .destinationGone(destination.words) }
    switch operation {
    case .move: return move(to: standing.path)
    case .copy:
      guard ground.board.itemCount + load.items.count <= Limits.items else {
        throw .limit("items", Limits.items)
      }
      return copy(of: load.items.map { content(of: $0, on: home.board) }, to: standing.path)
    }
  }

  private func move(to destination: IndexPath) -> Drop {
    ground.rehearse { ground in
      var edits = ground.moved(load.items, to: destination)
      let emptied = ground.emptied(by: edits)
      ground.board.apply(emptied)
      edits += emptied
      return drop(.move, load.items, edits)
    }
  }

  private func copy(of items: [Item], to destination: IndexPath) -> Drop {
    ground.rehearse { ground in
      let edits = items.enumerated().map { offset, item in
        Edit.insertItem(
          item, at: IndexPath(section: destination.section, item: destination.item + offset))
      }
      ground.board.apply(edits)
      return drop(.copy, items.map(\.id), edits)
    }
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
    var sources = Set<Int>()
    for edit in edits {
      switch edit {
      case .moveItem(_, let source, _): sources.insert(source.section)
      case .deleteItem(_, let path): sources.insert(path.section)
      case .insertItem, .reloadItem, .reloadSection: break
      case .insertSection, .deleteSection, .moveSection:
        preconditionFailure("section indices hold from the first of these edits to the last")
      }
    }
    return sources.sorted(by: >).filter { index in
      board.itemCount(in: index) == 0 && policy(for: board.sectionID(at: index)).empty == .remove
    }.map { .deleteSection(board.sectionContent(at: $0), at: $0) }
  }

  /// Does what may change the board, and takes the change of the drop back.
  fileprivate func rehearse(_ change: (DropGround) -> Drop) -> Drop {
    let drop = change(self)
    board.apply(drop.edits.inverse)
    return drop
  }

  fileprivate func moved(_ items: [ItemID], to destination: IndexPath) -> [Edit] {
    do throws(BoardError) {
      return try board.move(items, to: destination)
    } catch { preconditionFailure("a judged destination is on the board: \(error)") }
  }
}
