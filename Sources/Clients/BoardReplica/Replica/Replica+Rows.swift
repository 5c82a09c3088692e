import BoardModel
import BoardWire

// Items of a replica that counts (protocol, section 20): which ones a view lacks, which ones arrive, and which ones are
// forgotten. The server counts on the confirmed board, on which the own changes are not yet; so paths are mapped through
// the edits of these.

extension Replica {
  /// The item at a path of the shown board, which must be in range; nil if it has not been asked for, or was forgotten.
  ///
  /// - Complexity: O(log *n*).
  public func item(at path: IndexPath) -> Item? { shown.knownItem(at: path) }

  /// The number of items of the section at an index of the shown board, which must be in range.
  public func itemCount(in section: Int) -> Int { shown.itemCount(in: section) }

  /// Records that items are in sight, or nearly, and asks for those of them that are not here.
  ///
  /// - Parameters:
  ///   - range: Indices in the section, on the shown board. Those behind its end do not matter.
  ///   - section: The index of a section of the shown board.
  /// - Returns: The requests to send, for at most `Limits.listedItems` items each. What was asked for and has not
  ///   arrived is not asked for again. None without a connection, or if the replica has all of the board.
  /// - Complexity: O(log *n* + items of the range), and the edits of own changes.
  public mutating func missing(in range: Range<Int>, section: Int) -> [Request] {
    missing(in: [(range, section)])
  }

  /// The same for all that a view has in sight, so that none of it is forgotten for the rest.
  ///
  /// - Parameter rows: Indices in sections, with the indices of the sections.
  public mutating func missing(in rows: [(items: Range<Int>, section: Int)]) -> [Request] {
    guard content != nil else { return [] }
    sightCount = 0
    return rows.flatMap { see($0.items, in: $0.section) }
  }

  private mutating func see(_ range: Range<Int>, in section: Int) -> [Request] {
    guard shown.hasSection(at: section) else { return [] }
    let range = range.clamped(to: 0..<shown.itemCount(in: section))
    var inSight: [ItemID] = []
    shown.forEachItem(in: section, range) { inSight.append($0.id) }
    seen.mark(inSight)
    sightCount += range.count
    return ask(
      for: shown.unknownRanges(in: section, range).compactMap { confirmed($0, in: section) })
  }

  /// Asks again for what a broken connection has not brought, once the board is open on the next one.
  ///
  /// - Returns: The requests to send.
  public mutating func missingAgain() -> [Request] {
    defer { lost = AskedRows() }
    return ask(for: lost.ranges)
  }

  /// - Parameter ranges: Ranges on the confirmed board.
  private mutating func ask(for ranges: [RowRange]) -> [Request] {
    guard isOpen, !needsSnapshot, let revision else { return [] }
    var requests: [Request] = []
    for part in ranges.flatMap({ asked.lacking($0) }) {
      let place = Place.index(part.start, revision: revision)
      let request = Request.board(.rows(.init(place, count: part.count, on: board)))
      asked.append(request, part)
      requests.append(request)
    }
    return requests
  }

  /// The request that asks where items are, for those of them that are not known; nil if all are.
  ///
  /// `path(of:)` has the meaning of the rows of the reply.
  public func whereRequest(for items: [ItemID]) -> Request? {
    let unknown = items.filter { !shown.contains($0) }
    guard content != nil, !unknown.isEmpty else { return nil }
    return .board(.where(.init(ItemReferences(ids: unknown), on: board)))
  }

  /// The path on the shown board of an item, of which a reply to `where` has just said the path; nil if it is gone
  /// there, or if the reply is of another revision.
  public func path(of row: WhereRow) -> IndexPath? {
    if let path = shown.indexPath(of: row.item) { return path }
    guard row.revision == revision else { return nil }
    return PositionMapping(ownEdits).item(row.path).path
  }

  /// Has the replica remember these items wherever they are, and no others of those of before: what a view names, such as
  /// the item at its cursor, and what it has marked.
  ///
  /// - Returns: The requests to send for those that are not here. What was asked for and has not arrived is not asked for
  ///   again. None without a connection, or if the replica has all of the board.
  /// - Complexity: O(items).
  public mutating func pin(_ items: Set<ItemID>) -> [Request] {
    guard content != nil else { return [] }
    pins.set(items)
    guard isOpen, !needsSnapshot, revision != nil else { return [] }
    return pins.lacking(shown, gone).map { item in
      .board(.rows(.init(.before(.id(item)), count: 1, on: board)))
    }
  }

  /// The pinned items that are not on the board any more, or that own changes delete.
  public var gone: Set<ItemID> {
    pins.gone.union(ownEdits.flatMap(\.deletedItems).lazy.map(\.id))
  }

  private var ownEdits: [Edit] { pending.flatMap(\.edits) }

  /// The places on the confirmed board of items that only have places. No own change moves one of them alone.
  private func confirmed(_ range: Range<Int>, in section: Int) -> RowRange? {
    let mapping = PositionMapping(ownEdits).inverse
    let first = mapping.item(IndexPath(section: section, item: range.lowerBound)).path
    let last = mapping.item(IndexPath(section: section, item: range.upperBound - 1)).path
    guard let first, let last else { return nil }
    return RowRange(start: first, count: last.item - first.item + 1)
  }
}

extension Replica {
  /// The items of a reply to `rows` or `find`, with their paths on the confirmed board; none of another board or revision.
  func rows(of reply: Reply?) -> [(item: Item, path: IndexPath)] {
    switch reply {
    case .rows(let head, let items)? where head.board == board && head.revision == revision:
      // The last of the rows that arrive together.
      let forgotten = PlantedBug.sliceForgotten.isPlanted ? 1 : 0
      return items.dropLast(forgotten).enumerated().map { offset, item in
        (item, IndexPath(section: head.path.section, item: head.path.item + offset))
      }
    // What is found before the board is open again may be of another epoch.
    case .find(let listing)? where isOpen:
      return listing.rows.filter { $0.board == board && $0.revision == revision }
        .map { (Item(id: $0.item, text: $0.text, fields: $0.fields), $0.path) }
    default: return []
    }
  }

  /// Puts rows that have arrived in their places, beneath the own changes. In the update they are reconfigured.
  ///
  /// - Complexity: O(k log *n*) for k rows and edits of own changes.
  mutating func reveal(
    _ rows: [(item: Item, path: IndexPath)]
  ) throws(ReplicaFault) -> [ReplicaEvent] {
    guard content != nil, !needsSnapshot, !rows.isEmpty else { return [] }
    var view = Composition()
    revert(from: 0, into: &view)
    guard Set(rows.map(\.item.id)).count == rows.count, rows.allSatisfy({ fits($0, at: $1) })
    else {
      for change in pending { shown.apply(change.edits) }
      needsSnapshot = true
      throw .wrongRows
    }
    for (item, path) in rows where shown.reveal(item, at: path) {
      view.append(.reconfigureItem(item.id, at: path, from: Self.unread, to: Self.read))
    }
    seen.mark(rows.lazy.map(\.item.id))
    remake(from: 0, into: &view)
    defer { forgetUnseen() }
    return update(view, [])
  }

  /// What changes in the view of an item that was only a place: any difference will do.
  private static let unread: FieldChanges = ["row": nil]
  private static let read: FieldChanges = ["row": ""]

  /// Whether an item may be the one at a path of the confirmed board.
  private func fits(_ item: Item, at path: IndexPath) -> Bool {
    guard shown.hasItem(at: path) else { return false }
    return shown.knownItem(at: path).map { $0 == item } ?? !shown.contains(item.id)
  }

  /// Takes over a batch that was applied to the confirmed board.
  mutating func mark(arrivalsOf batch: BatchUpdate, _ edits: [Edit]) {
    let mapping = PositionMapping(edits)
    asked.follow(mapping)
    lost.follow(mapping)
    pins.follow(edits)
    for item in edits.flatMap(\.deletedItems) { seen.remove(item.id) }
    seen.mark(batch.inserts.lazy.map(\.arrival.item.id))
    for section in batch.insertedSections { seen.mark(section.items.lazy.map(\.item.id)) }
    forgetUnseen()
  }

  /// Forgets items that were out of sight for the longest time, but none that is pinned, or that this client drags or has
  /// selected. While own changes are unconfirmed they may still be reverted, so nothing is forgotten then.
  private mutating func forgetUnseen() {
    let limit = max(itemLimit, 2 * sightCount + pins.items.count)
    guard pending.isEmpty, shown.knownItemCount > limit else { return }
    let own = pins.items.union(selection + drags.values.filter(\.isOwn).flatMap(\.items))
    var kept: [ItemID] = []
    while shown.knownItemCount > limit, let item = seen.removeFirst() {
      if own.contains(item) { kept.append(item) } else { shown.forget(item) }
    }
    seen.mark(kept)
  }
}

// Counts of a hostile server.

extension Replica {
  /// A batch brings items without content only to those who count, and not more than a board may have.
  func countViolation(of batch: BatchUpdate) -> Violation? {
    let counts = batch.insertedSections.map(\.unnamedCount).filter { $0 > 0 }
    if counts.isEmpty { return nil }
    let isLegal = content != nil && ([shown.itemCount] + counts).isLegalCount
    return isLegal ? nil : Violation(.itemCount, nil)
  }
}

extension [Section] {
  /// Whether there are no more items than so many.
  func hasItems(upTo most: Int) -> Bool {
    hasLegalCounts && reduce(0) { $0 + $1.items.count + $1.unknownCount } <= most
  }

  /// Whether there are no more items than a board may have.
  var hasLegalCounts: Bool { flatMap { [$0.items.count, $0.unknownCount] }.isLegalCount }
}

extension [Int] {
  fileprivate var isLegalCount: Bool {
    let sum = reduce(0) {
      Swift.min($0, Board.mostUnknownItems) + Swift.min($1, Board.mostUnknownItems)
    }
    return allSatisfy { $0 >= 0 } && sum < Board.mostUnknownItems
  }
}

extension Edit {
  /// The items that this deletes, alone or with their section.
  var deletedItems: [Item] {
    switch self {
    case .deleteItem(let item, _): [item]
    case .deleteSection(let section, _): section.items
    case .insertItem, .moveItem, .reloadItem, .reconfigureItem, .insertSection, .moveSection,
      .reloadSection:
      []
    }
  }
}
