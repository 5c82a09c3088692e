import BoardAuthority
import BoardDelivery
import BoardJournal
import BoardModel
import BoardWire

/// The boards that a command needs.
struct CommandNeeds {
  /// Those that must be loaded.
  var content: [BoardName] = []
  /// Those that it may change, or whose items it may begin to drag: no long change of them may be under
  /// way.
  var changed: [BoardName] = []
}

/// What commands wait for: their boards, and snapshots that are to be written first.
struct CommandConditions {
  let boards: BoardDirectory
  let drags: DragSessions
  let delivery: Delivery
  let authorization: Authorization

  func needs(of request: Request, on connection: ClientConnection) -> CommandNeeds {
    let (subject, cost) = (request.subject, request.cost)
    var needs = CommandNeeds(content: subject.named.list)
    if case .boards = cost { needs.content = boards.withoutRow }
    if case .search = cost, subject.named == nil { needs.content = boards.loadable }
    // What does not exist for a client is not loaded for it: the time would tell that it is there.
    if authorization.rules != nil {
      needs.content.removeAll { !authorization.mayView($0, connection.client) }
    }
    if request.waitsForChanges { needs.changed = changed(by: subject, on: connection) }
    return needs
  }

  /// - Throws: `Refusal.unavailable` if a command needs a board that could not be read just now.
  func requireReadable(_ request: Request, on connection: ClientConnection) throws(Refusal) {
    guard boards.hasPostponed else { return }
    let needs = needs(of: request, on: connection)
    if boards.firstPostponed(of: needs.content) != nil { throw .unavailable(Self.retry) }
  }

  /// How long clients are told to wait for what cannot be read now, and after what time it is tried again.
  static let retry: Duration = .seconds(1)

  /// The boards of which a command waits for long changes. What is tried is rolled back on its board.
  private func changed(
    by subject: CommandSubject, on connection: ClientConnection
  ) -> [BoardName] {
    switch subject {
    case .itemsOrSession(_, let drag, let board):
      (board ?? connection.currentBoard?.name).list + drags.boards(of: drag, by: connection)
    case .bothBoards(let board, _): [board]
    case .nothing, .allBoards, .newBoard, .board, .boardOrAll, .session, .sessionAtBoard:
      drags.boards(of: subject, on: connection)
    }
  }
}

// What is told of a board: snapshots of large ones, which other threads write, and drags.

extension CommandConditions {
  /// What a command waits for if it brings its client what is to be written or evaluated first.
  ///
  /// - Complexity: O(watched boards).
  func deliveryCondition(
    of request: Request, after waited: [Condition]?, on connection: ClientConnection
  ) -> Condition? {
    evaluationCondition(of: request, on: connection)
      ?? contentCondition(of: request, after: waited, on: connection)
  }

  /// What a command waits for if it is about a board, or brings its client to the head of one, whose drags are being evaluated
  /// again.
  private func evaluationCondition(
    of request: Request, on connection: ClientConnection
  ) -> Condition? {
    guard drags.coordinator.hasManyChanges else { return nil }
    if case .connection = request { return nil }
    let isOfAll = if case .drags = request.cost { true } else { false }
    let named = isOfAll ? boards.sorted : concerned(by: request.subject, on: connection)
    return (named + connection.subscriptions.map(\.board))
      .first { drags.coordinator.isBeingEvaluated($0.name) }.map { .evaluated($0) }
  }

  /// The boards that a command names, and those of its sessions.
  private func concerned(
    by subject: CommandSubject, on connection: ClientConnection
  ) -> [LiveBoard] {
    (subject.named.list + changed(by: subject, on: connection)).compactMap { boards[$0] }
  }

  /// What a command waits for if it brings its client a snapshot that is to be written first: of the board that it opens,
  /// as it was when the command came or later, or of one that it watches, whose copy is brought to the head in front of the
  /// reply.
  ///
  /// - Complexity: O(watched boards).
  private func contentCondition(
    of request: Request, after waited: [Condition]?, on connection: ClientConnection
  ) -> Condition? {
    let form = connection.form
    if let live = connection.boardWithoutContent {
      return contentCondition(of: live, in: form, atLeast: nil)
    }
    guard case .board(.open(let open)) = request, open.content == nil, let live = boards[open.board]
    else { return nil }
    let subscriber = delivery.subscriber(connection, of: live)
    if let subscriber, subscriber.content == nil { return nil }
    let least =
      waited?.lazy.compactMap { $0.contentVersion(of: live) }.first ?? live.versions.contentVersion
    let since = boards.isRewound(open, on: live) || subscriber != nil ? nil : open.since
    guard live.lacksContent(from: since, in: form, atLeast: least) else { return nil }
    return contentCondition(of: live, in: form, atLeast: least)
  }

  private func contentCondition(
    of live: LiveBoard, in form: WireForm, atLeast least: ContentVersion?
  ) -> Condition {
    delivery.requestContent(of: live, in: form)
    return .written(live, form, atLeast: least)
  }
}

extension Condition {
  /// The version of a board of which, or of a later one, the content is awaited.
  fileprivate func contentVersion(of board: LiveBoard) -> ContentVersion? {
    if case .written(let live, _, let least) = self, live === board { least } else { nil }
  }
}
