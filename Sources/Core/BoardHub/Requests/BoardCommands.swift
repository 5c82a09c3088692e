@_spi(Changes) import BoardAuthority
import BoardDelivery
import BoardJournal
import BoardModel
import BoardWire

/// Boards that come and go, get another name, and are watched. Source: `protocol/core.md`, 5.4 to 5.6 and 7.1.
struct BoardCommands {
  let clock: HubClock
  let boards: BoardDirectory
  let drags: DragSessions
  let budget: TurnBudget
  let delivery: Delivery
  let persistence: Persistence
  let commit: Commit
  let jobs: JobQueue
  let authorization: Authorization
  let roles: RoleChanges

  /// Serves a board with this content from now on.
  ///
  /// - Parameter revision: The board's revision. If an earlier board of the name came further, the
  ///   board begins behind it (rule 5.6).
  /// - Returns: the revision at which the board begins.
  /// - Throws: `boardExists`; `limit` of `boards`; `idTaken` for an id that only the server assigns.
  @discardableResult
  func serve(
    _ name: BoardName, content: Content = [], revision: Int = 0
  ) throws(Refusal) -> Int {
    guard !boards.contains(name) else { throw .boardExists(name) }
    guard boards.count < Limits.boards else { throw .exceeded(.boards) }
    let arrivals = content.lazy.map { Edit.insertSection($0, at: 0) }
    if let id = Board().firstUnchoosable(in: arrivals) { throw .idTaken(id) }
    let first = max(revision, boards.firstRevision(of: name))
    let versions = VersionedBoard(
      name, board: Board(content), revision: first, logLimit: boards.historyLimits.logEdits)
    let live = LiveBoard(versions, budget: budget)
    live.persisted = PersistedBoard(keptRevisions: boards.historyLimits.keptRevisions)
    boards.add(live)
    persistence.addNew(live)
    return first
  }

  /// Sets what a new board and its sections have of their own, and the types of its fields.
  func set(_ policies: BoardPolicies, _ types: FieldTypes, on name: BoardName) {
    guard let live = boards[name] else { return }
    for target in policies.targetsInOrder(of: live.versions.board) {
      live.versions.set(policies.ownSettings(for: target), for: target)
      persistence.addPolicy(of: target, on: live)
    }
    if types.isEmpty { return }
    live.versions.set(types)
    persistence.addTypes(of: live)
  }

  /// Removes a board with all that belongs to it.
  ///
  /// - Throws: `unknownBoard`; `boardInUse` while another client watches it or drags there, unless
  ///   that is to be no hindrance.
  func remove(_ request: BoardRequest.RemoveBoard, by connection: ClientConnection) throws(Refusal)
  {
    let live = try boards.board(request.board, connection)
    if !request.force, let client = otherClient(than: connection.client.name, on: live) {
      throw .boardInUse(client, board: live.name)
    }
    let events = drags.coordinator.boardRemoved(live.name, at: clock.now)
    delivery.note(events)
    let others = Set(events.map(\.board))
    for subscriber in delivery.subscribers(of: live) {
      if !subscriber.isClosing {
        delivery.bringUp(subscriber, of: live, and: others)
        delivery.send(.removed(.init(live.name)), to: subscriber)
      }
      delivery.unsubscribe(subscriber, from: live)
    }
    persistence.addRemoved(live)
    boards.remove(live) { persistence.add($1, key: $0) }
    if budget.hasOtherThread { jobs.release(live) }
  }

  /// Gives a board another name. No effect if it is the same.
  ///
  /// - Throws: `unknownBoard`, `boardExists`.
  func rename(_ request: BoardRequest.RenameBoard, by connection: ClientConnection) throws(Refusal)
  {
    let live = try boards.board(request.board, connection)
    let (old, new) = (live.name, request.to)
    guard old != new else { return }
    guard !boards.contains(new) else { throw .boardExists(new) }
    let first = boards.firstRevision(of: new)
    roles.endWatchers(of: live, withoutRoleOn: new)
    for subscriber in delivery.subscribers(of: live) where !subscriber.isClosing {
      delivery.announce(new, of: live, from: first, to: subscriber)
    }
    commit.rename(live, to: new, from: first, by: connection)
    delivery.owners.rename(old, to: new)
    delivery.note(drags.coordinator.boardRenamed(old, to: new))
    roles.endDragsWithoutRole()
  }

  /// Another client that watches a board or drags there, or nil if there is none.
  private func otherClient(than client: ClientName, on live: LiveBoard) -> ClientName? {
    delivery.subscribers(of: live).lazy.map(\.client.name).first { $0 != client }
      ?? drags.coordinator.clientsDragging(on: live.name).first { $0 != client }
  }

  // MARK: Watching

  /// Lets a connection watch a board: the reply, and behind it a batch or a snapshot.
  func open(
    _ request: BoardRequest.Open, tag: String?, on connection: ClientConnection
  ) throws(Refusal) {
    let live = try boards.board(request.board, connection)
    if connection.subscription(of: live) != nil {
      return reopen(live, request, tag: tag, on: connection)
    }
    guard connection.subscriptions.count < Limits.watchedBoards else {
      throw .exceeded(.watchedBoards)
    }
    let isRewound = boards.isRewound(request, on: live)
    let reply = OpenReply(
      live.name, revision: live.revision, isRewound: isRewound,
      role: authorization.role(of: connection.client, on: live.name))
    delivery.send(.open(reply), tag: tag, to: connection)
    let opening = live.opening(
      from: isRewound ? nil : request.since, of: request.content, for: connection.client.name,
      drags: drags)
    delivery.sendNow(opening, of: live, to: connection)
    delivery.subscribe(connection, to: live, every: request.every, content: request.content)
  }

  /// Makes a board that the connection watches its current one, and sets its cadence and what it is sent of the content. If that
  /// is all from now on, a snapshot has what the connection does not have.
  private func reopen(
    _ live: LiveBoard, _ request: BoardRequest.Open, tag: String?, on connection: ClientConnection
  ) {
    delivery.catchUpWholly(connection, on: live)
    guard let index = connection.subscription(of: live) else { return }
    let subscription = connection.subscriptions.remove(at: index)
    connection.subscriptions.append(subscription)
    delivery.setInterval(request.every, of: connection, on: live, at: subscription.position)
    let reply = OpenReply(
      live.name, revision: live.revision,
      role: authorization.role(of: connection.client, on: live.name))
    let former = live.subscribers[subscription.position].content
    live.subscribers[subscription.position].content = request.content
    delivery.send(.open(reply), tag: tag, to: connection)
    guard former != nil, request.content == nil, !PlantedBug.itemsNotSentToCounter.isPlanted else {
      return
    }
    let opening = live.opening(
      from: nil, of: nil, for: connection.client.name, drags: drags)
    delivery.sendNow(opening, of: live, to: connection)
  }

  func close(
    _ name: BoardName?, on connection: ClientConnection
  ) throws(Refusal) -> Answer {
    let live = try boards.board(name, connection)
    guard connection.subscription(of: live) != nil else { throw .notOpen(live.name) }
    // Among what it is still owed may be the end of a drag of its own.
    delivery.catchUpWholly(connection, on: live)
    delivery.unsubscribe(connection, from: live)
    return Answer(.close(RemoveBoardReply(live.name)))
  }
}
