import BoardModel

// References and places of a command, resolved on a board.

extension VersionedBoard {
  /// Resolves a reference to an item. A path of an earlier revision is the item that was at it then.
  ///
  /// - Throws: `itemGone`, `badPath`, `futureRevision` or `revisionTooOld`.
  public func resolve(_ reference: ItemReference) throws(Refusal) -> ItemID {
    switch reference {
    case .id(let id):
      guard board.contains(id) else { throw .itemGone(reference.description) }
      return id
    case .path(let path, nil):
      return try item(at: path, named: reference)
    case .path(let path, let revision?):
      try requireLog(since: revision)
      switch log.mapping(since: revision).item(path) {
      case .at(let now): return try item(at: now, named: reference)
      case .deleted: throw .itemGone(reference.description)
      case .outOfRange: throw .badPath(reference.description)
      }
    }
  }

  private func item(at path: IndexPath, named reference: ItemReference) throws(Refusal) -> ItemID {
    let board = board
    guard board.hasItem(at: path) else { throw .badPath(reference.description) }
    return board.itemID(at: path)
  }

  /// Resolves references to items, in their order.
  ///
  /// - Parameter references: At least one.
  /// - Throws: As for one item; `duplicateItem` for one named twice.
  public func resolve(_ references: ItemReferences) throws(Refusal) -> [ItemID] {
    references.count == 1 ? [try resolve(references[0])] : try resolveMany(references)
  }

  /// The same without an array for one item. One id is returned as it is, and may not be on the board: who changes its item
  /// looks it up.
  ///
  /// - Throws: As for several items, but no `itemGone` for one id.
  public func resolveUnseen(_ references: ItemReferences) throws(Refusal) -> Few<ItemID> {
    guard references.count == 1 else { return Few(try resolveMany(references)) }
    if case .id(let id) = references[0] { return Few(id) }
    return Few(try resolve(references[0]))
  }

  private func resolveMany(_ references: ItemReferences) throws(Refusal) -> [ItemID] {
    precondition(!references.isEmpty, "a command names items")
    var items: [ItemID] = []
    for reference in references { items.append(try resolve(reference)) }
    var seen = Set<ItemID>()
    for item in items where !seen.insert(item).inserted { throw .duplicateItem(item.string) }
    return items
  }

  /// Resolves a reference to a section, to its index.
  ///
  /// - Throws: `sectionGone` or `badPath`.
  public func resolve(_ reference: SectionReference) throws(Refusal) -> Int {
    switch reference {
    case .id(let id):
      guard let index = board.index(of: id) else { throw .sectionGone(id.string) }
      return index
    case .index(let index):
      guard board.hasSection(at: index) else { throw .badPath(reference.description) }
      return index
    }
  }

  /// Resolves the place of a section, to the index right after it is inserted or moved.
  ///
  /// - Parameter moving: The index of the section that moves, or nil for a new one. The answer is
  ///   counted without it.
  /// - Throws: `sectionGone` or `badPath`.
  public func resolve(
    _ place: SectionPlace, moving: Int? = nil
  ) throws(Refusal) -> Int {
    switch place {
    case .index(let index):
      guard index >= 0, index <= board.sectionCount - (moving == nil ? 0 : 1) else {
        throw .badPath("\(index)")
      }
      return index
    case .before(let section): return try resolve(section).counted(without: moving)
    case .after(let section): return (try resolve(section) + 1).counted(without: moving)
    case .end: return board.sectionCount.counted(without: moving)
    }
  }

  /// Makes sure that paths of a revision can be carried forward.
  ///
  /// - Throws: `futureRevision` or `revisionTooOld`.
  func requireLog(since revision: Int?) throws(Refusal) {
    guard let revision else { return }
    if revision > log.head { throw .futureRevision(log.head) }
    let oldest = log.oldest(within: Limits.carriedEdits)
    if revision < oldest { throw .revisionTooOld(oldest) }
  }
}

extension Int {
  /// The index of a gap between sections, counted without the section that moves there.
  fileprivate func counted(without moving: Int?) -> Int {
    assert(self >= 0 && moving ?? 0 >= 0, "indices count from zero")
    return moving.map { shifted(byDeleteAt: $0) } ?? self
  }
}
