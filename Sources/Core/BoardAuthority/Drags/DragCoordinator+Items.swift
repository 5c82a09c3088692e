import BoardModel

// Adding and removing items: rows 1 and 2.

extension DragCoordinator {
  /// Picks up items of a board, all or none.
  ///
  /// - Throws: `itemGone`, `badPath`, `futureRevision`, `revisionTooOld`, `duplicateItem`, `leased`,
  ///   `notDraggable`, or `limit` of `session-items`, `client-sessions` or `board-sessions`.
  public mutating func begin(
    _ references: ItemReferences, on versions: VersionedBoard, by client: ClientName,
    operations: DropOperations = .all, isLocal: Bool = false, at now: Duration
  ) throws(Refusal) -> (session: DragSession, events: [DragSessionEvent]) {
    let items = try versions.resolve(references)
    try requireDraggable(items, on: versions, at: now)
    try requireRoom(for: items.count, by: client, on: versions.name)
    let load = DragLoad(items, on: versions.name, operations: operations, isLocal: isLocal)
    let session = enter(client, load, at: now)
    acquire(items, of: load, for: session.id)
    return (session, [session.event(.began(load))])
  }

  /// Begins a drag of an item from outside. It gets an id of the board, and is not on it until it is
  /// dropped.
  ///
  /// - Throws: `badValue`, or `limit` of `client-sessions`, `board-sessions`, `external-items` or its fields.
  public mutating func beginExternal(
    _ parcel: DragParcel, on versions: VersionedBoard, by client: ClientName, at now: Duration
  ) throws(Refusal) -> (session: DragSession, events: [DragSessionEvent]) {
    try requireRoom(for: 1, by: client, on: versions.name)
    try requireExternalRoom()
    try versions.requireFields(of: parcel)
    let item = versions.setAsideItemID()
    let load = DragLoad(
      [item], on: versions.name, source: .outside([item: parcel]), operations: .copy)
    let session = enter(client, load, at: now)
    acquire([item], of: load, for: session.id)
    return (session, [session.event(.began(load))])
  }

  /// Picks up more items of the session's board.
  ///
  /// - Returns: All items of the session.
  /// - Throws: As `begin`; `mixedSession` if the session's items come from outside; what concerns
  ///   the session.
  public mutating func add(
    _ references: ItemReferences, to id: SessionID?, by client: ClientName,
    in versionedBoards: VersionedBoards, at now: Duration
  ) throws(Refusal) -> (session: DragSession, events: [DragSessionEvent]) {
    var session = try session(id, of: client, at: now)
    try session.requireActive()
    guard !session.load.isExternal else { throw .mixedSession(session.id) }
    let versions = versionedBoards[session.load.board]!
    let items = try versions.resolve(references)
    for item in items where session.load.items.contains(item) {
      throw .duplicateItem(item.string)
    }
    try requireDraggable(items, on: versions, at: now)
    try requireSize(session.load.items.count + items.count)
    try requireLeases(items.count, on: versions.name)
    try session.add(items)
    acquire(items, of: session.load, for: session.id)
    return reload(session, in: versionedBoards, at: now)
  }

  /// Adds an item from outside to a session of such items.
  ///
  /// - Returns: All items of the session.
  /// - Throws: `mixedSession` if the session's items are on the board; `badValue`; `limit` of `session-items`,
  ///   `external-items` or its fields; what concerns the session.
  public mutating func addExternal(
    _ parcel: DragParcel, to id: SessionID?, by client: ClientName,
    in versionedBoards: VersionedBoards,
    at now: Duration
  ) throws(Refusal) -> (session: DragSession, events: [DragSessionEvent]) {
    var session = try session(id, of: client, at: now)
    try session.requireActive()
    guard session.load.isExternal else { throw .mixedSession(session.id) }
    try requireSize(session.load.items.count + 1)
    try requireExternalRoom()
    let versions = versionedBoards[session.load.board]!
    try versions.requireFields(of: parcel)
    let item = versions.setAsideItemID()
    try session.add([item], parcels: [item: parcel])
    acquire([item], of: session.load, for: session.id)
    return reload(session, adding: parcel, in: versionedBoards, at: now)
  }

  /// Puts items of the session back. With the last one it ends as cancelled.
  ///
  /// - Returns: The session, with the items it has left.
  /// - Throws: `duplicateItem`; `itemGone` for what is not in the session; what concerns
  ///   the session, and the revisions of paths.
  public mutating func remove(
    _ references: ItemReferences, from id: SessionID?, by client: ClientName,
    in versionedBoards: VersionedBoards, at now: Duration
  ) throws(Refusal) -> (session: DragSession, events: [DragSessionEvent]) {
    var session = try session(id, of: client, at: now)
    try session.requireActive()
    let items = try resolve(references, in: session, on: versionedBoards[session.load.board]!)
    let load = session.load
    try session.remove(items)
    release(items, of: load, from: session.id)
    return reload(session, in: versionedBoards, at: now)
  }

  /// Stores a session whose items its owner changed, evaluates it again and returns the events.
  ///
  /// - Parameter parcel: The content of the item that was just added from outside, if one was.
  private mutating func reload(
    _ session: DragSession, adding parcel: DragParcel? = nil, in versionedBoards: VersionedBoards,
    at now: Duration
  ) -> (session: DragSession, events: [DragSessionEvent]) {
    var session = session
    session.hear(at: now)
    guard session.outcome == nil else { return (session, store(session, at: now)) }
    let over = evaluate(&session, hasOtherItems: true, in: versionedBoards)
    store(session, at: now)
    return (session, [session.event(.items(session.load.items, added: parcel))] + over)
  }

  private func resolve(
    _ references: ItemReferences, in session: DragSession, on versions: VersionedBoard
  ) throws(Refusal) -> Set<ItemID> {
    precondition(!references.isEmpty, "a command names items")
    var items = Set<ItemID>()
    for reference in references {
      let item =
        switch reference {
        case .id(let id): id
        case .path: try versions.resolve(reference)
        }
      guard session.load.items.contains(item) else { throw .itemGone(reference.description) }
      guard items.insert(item).inserted else { throw .duplicateItem(item.string) }
    }
    return items
  }

  private func requireDraggable(
    _ items: [ItemID], on versions: VersionedBoard, at now: Duration
  ) throws(Refusal) {
    if !leases.isEmpty(on: versions.name) {
      for item in items { try requireFree(item, on: versions.name, at: now) }
    }
    guard versions.policies.restrictsDragging else { return }
    let board = versions.board
    for item in items {
      guard let section = board.sectionID(of: item) else { throw .itemGone(item.string) }
      guard versions.policy(for: section).draggable else { throw .notDraggable(item) }
    }
  }

  private func requireRoom(
    for items: Int, by client: ClientName, on board: BoardName
  ) throws(Refusal) {
    try requireSize(items)
    guard ofClient[client].count < Limits.clientSessions else {
      throw .exceeded(.clientSessions)
    }
    guard begunOn[board].count < Limits.boardSessions else {
      throw .exceeded(.boardSessions)
    }
    try requireLeases(items, on: board)
  }

  /// Makes sure that this many more items of a board may be dragged.
  private func requireLeases(_ items: Int, on board: BoardName) throws(Refusal) {
    guard leases.count(on: board) + items <= Limits.draggedItems else {
      throw .exceeded(.draggedItems)
    }
  }

  /// Makes sure that one more item from outside may be dragged.
  private func requireExternalRoom() throws(Refusal) {
    guard externalItems < Limits.externalItems else {
      throw .exceeded(.externalItems)
    }
  }

  func requireSize(_ items: Int) throws(Refusal) {
    guard items <= Limits.sessionItems else {
      throw .exceeded(.sessionItems)
    }
  }
}

extension VersionedBoard {
  /// Makes sure that an item with the fields of one from outside may come to the board.
  fileprivate func requireFields(of parcel: DragParcel) throws(Refusal) {
    try parcel.fields.requireLimits()
    try fieldTypes.require(parcel.fields)
  }
}
