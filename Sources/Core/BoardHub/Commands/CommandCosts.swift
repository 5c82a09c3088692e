import BoardAuthority
import BoardDelivery
import BoardModel
import BoardWire

/// What commands cost on the boards as they are now. `protocol/lines.md` says what the cost of each verb grows with.
struct CommandCosts {
  let roster: Roster
  let boards: BoardDirectory
  let drags: DragSessions
  let drawings: DrawingCache

  /// The cost of a command. The head of a block has that of any line; the block itself is asked at its end.
  ///
  /// - Complexity: O(references of the command), or O(edits of a revision that is to be undone).
  func cost(of request: Request, on connection: ClientConnection) -> CommandCost {
    // Most costs are known without it.
    var subject: CommandSubject { request.subject }
    /// The cost on the board of the command; without it the command is refused.
    func onBoard(_ cost: (LiveBoard) -> CommandCost) -> CommandCost {
      board(of: subject, connection).map(cost) ?? .short
    }
    switch request.cost {
    case .fixed, .rows: return .short
    case .edit: return .work(steps: TurnBudget.edit)
    case .greeting: return .work(steps: greetingSteps(of: connection))
    case .boards: return .work(steps: boards.count * TurnBudget.listedRow)
    case .clients: return .work(steps: presentCount(on: subject.named) * TurnBudget.listedRow)
    // How far the search itself goes in a turn has a limit of its own.
    case .search: return .work(steps: subject.named == nil ? boards.count : 1)
    case .metrics: return .work(steps: roster.connectionCount + boards.count)
    case .drags:
      return .work(steps: boards.count + drags.drivers.count * TurnBudget.listedRow)
    case .session: return .shared(steps: drags.coordinator.editsToMap * TurnBudget.mappedEdit)
    case .watchers:
      return onBoard { .work(steps: $0.subscribers.count * TurnBudget.toldWatcher) }
    case .update(let since, let content):
      return onBoard {
        .shared(steps: stepsToOpen($0, since: since, content: content, on: connection))
      }
    case .rest:
      return onBoard { live in
        let rest = subscriber(connection, of: live)
        return .shared(steps: rest.map { live.steps(from: $0.revision, of: $0.content) } ?? 0)
      }
    case .listed(let count):
      return .work(steps: min(count, Limits.listedItems) * TurnBudget.listedItem)
    case .drawing(let revision):
      return onBoard { .shared(steps: drawings.steps(toDraw: $0, at: revision ?? $0.revision)) }
    case .items(let items): return cost(ofResolving: items, of: subject, connection)
    case .selection(let items?):
      return cost(ofResolving: items, of: subject, connection, each: TurnBudget.selectedItem)
    case .selection(nil):
      return onBoard {
        .work(
          steps: $0.selections[connection.client.name].count * TurnBudget.deselectedItem)
      }
    case .edits(let items):
      guard items.count > 1 else { return .change(steps: TurnBudget.edit) }
      return onBoard {
        .change(steps: items.count * TurnBudget.edit + $0.steps(toResolve: items))
      }
    case .section(let section): return onBoard { .change(steps: $0.steps(toEmpty: section)) }
    case .proposal:
      let count = itemCount(of: subject.session, connection)
      guard count > 1, asksForFields(subject, connection) else { return .short }
      return .work(steps: count * TurnBudget.resolvedItem)
    case .drop:
      if let items = subject.items { return onBoard { .work(steps: $0.steps(toTry: items)) } }
      let count = itemCount(of: subject.session, connection)
      let each = subject.dropSteps * (count > 1 && asksForFields(subject, connection) ? 2 : 1)
      return .work(steps: each * count)
    case .policies(_?): return .work(steps: TurnBudget.edit)
    case .policies(nil):
      return onBoard {
        .work(steps: (1 + $0.versions.policies.ownSectionCount) * TurnBudget.listedRow)
      }
    case .undo:
      return onBoard { live in
        let next = live.versions.undos.nextUndo(of: connection.client.author)
        return .change(steps: live.steps(toRevert: next))
      }
    case .redo:
      return onBoard { live in
        let next = live.versions.undos.nextRedo(of: connection.client.author)
        return .change(steps: live.steps(toRevert: next))
      }
    case .history(let from, let to):
      return onBoard { .work(steps: $0.steps(toListFrom: from, to: to)) }
    }
  }

  /// The number of connections, or of those that watch a board.
  private func presentCount(on name: BoardName?) -> Int {
    guard let name else { return roster.connectionCount }
    return boards[name]?.subscribers.count ?? 0
  }

  /// The board that a command is about; nil if it is not there.
  private func board(of subject: CommandSubject, _ connection: ClientConnection) -> LiveBoard? {
    switch subject {
    case .nothing, .allBoards, .newBoard, .boardOrAll: nil
    case .board, .bothBoards, .itemsOrSession, .sessionAtBoard:
      try? boards.board(subject.named, connection)
    case .session(let drag):
      drags.coordinator.home(of: drag, client: connection.client.name)
        .flatMap { try? boards.board($0, connection) }
    }
  }

  /// What a guest has selected goes over to its name, and the ends of its drags.
  private func greetingSteps(of connection: ClientConnection) -> Int {
    boards.selected[connection.client.name, default: []].count * Limits.selectedItems
      + connection.subscriptions.reduce(0) { $0 + $1.board.presence.endCount }
      / TurnBudget.lookedAtDragsPerStep
  }

  /// Whoever has counts and asks for all gets a snapshot behind what it is owed.
  private func stepsToOpen(
    _ live: LiveBoard, since: Int?, content: WatchedContent?, on connection: ClientConnection
  ) -> Int {
    guard let subscriber = subscriber(connection, of: live) else {
      return live.steps(from: since, of: content)
    }
    let rest = live.steps(from: subscriber.revision, of: subscriber.content)
    return rest + (subscriber.content != nil && content == nil ? live.steps(from: nil) : 0)
  }

  private func subscriber(_ connection: ClientConnection, of live: LiveBoard) -> Subscriber? {
    connection.subscription(of: live).map {
      live.subscribers[connection.subscriptions[$0].position]
    }
  }

  private func cost(
    ofResolving items: ItemReferences, of subject: CommandSubject, _ connection: ClientConnection,
    each: Int = 0
  ) -> CommandCost {
    let isOfSession = if case .session = subject { true } else { false }
    let one = CommandCost.work(steps: TurnBudget.resolvedItem)
    if items.count <= 1, !isOfSession { return one }
    // Without a session there is nothing that they could join or leave.
    guard let live = board(of: subject, connection) else { return .short }
    return items.count <= 1
      ? one : .work(steps: live.steps(toResolve: items) + items.count * each)
  }

  /// Whether a section of the board that a command names, or of that below its session or of its own, may ask
  /// for fields of what is dropped there, or set one.
  private func asksForFields(_ subject: CommandSubject, _ connection: ClientConnection) -> Bool {
    let session = drags.coordinator.session(subject.session, orOnlyOf: connection.client.name)
    let below = session.map { $0.proposal?.board ?? $0.load.board }
    let board = subject.named ?? below
    return board.flatMap { boards[$0] }?.versions.policies.concernFields ?? false
  }

  /// The items of the session that a command names, or of all sessions of its client.
  private func itemCount(of drag: SessionID?, _ connection: ClientConnection) -> Int {
    drags.coordinator.itemCount(of: drag, orAllOf: connection.client.name)
  }
}

extension CommandSubject {
  /// The steps of each item of a drop: what is only tried is taken back.
  fileprivate var dropSteps: Int {
    if case .itemsOrSession = self { 2 * TurnBudget.edit } else { TurnBudget.edit }
  }
}
