import BoardAuthority
import BoardModel
import BoardWire

// What a command costs on the boards as they are now. `protocol/lines.md` says what the cost of each verb grows with.

extension Hub {
  /// The cost of a command. The head of a block has that of any line; the block itself is asked at its end.
  ///
  /// - Complexity: O(references of the command), or O(edits of a revision that is to be undone).
  func cost(of request: Request, on connection: ClientConnection) -> CommandCost {
    let subject = request.subject
    return switch request.cost {
    case .fixed, .rows: .short
    case .edit: .work(steps: TurnBudget.edit)
    case .greeting: .work(steps: greetingSteps(of: connection))
    case .boards: .work(steps: boards.count * TurnBudget.listedRow)
    case .clients: .work(steps: presentCount(on: subject.named) * TurnBudget.listedRow)
    // How far the search itself goes in a turn has a limit of its own.
    case .search: .work(steps: subject.named == nil ? boards.count : 1)
    case .metrics: .work(steps: roster.connectionCount + boards.count)
    case .drags: .work(steps: boards.count + drags.drivers.count * TurnBudget.listedRow)
    case .session: .shared(steps: drags.coordinator.editsToMap * TurnBudget.mappedEdit)
    case .items(let items): cost(ofResolving: items, of: subject, connection)
    case .selection(let items?): cost(ofResolving: items, of: subject, connection)
    case .edits(let items) where items.count <= 1: .change(steps: TurnBudget.edit)
    case .drop where !subject.hasItems:
      .work(steps: subject.dropSteps * itemCount(of: subject.session, connection))
    case .policies(_?): .work(steps: TurnBudget.edit)
    case .watchers, .update, .rest, .drawing, .edits, .section, .drop, .policies, .undo, .redo,
      .history,
      .selection(nil):
      board(of: subject, connection).map { cost(request.cost, subject, on: $0, connection) }
        ?? .short
    }
  }

  /// Pays for a command that is executed now.
  func pay(for cost: CommandCost) {
    switch cost {
    case .short, .shared: break
    case .work(let steps): budget.spend(steps)
    case .change(let steps): if !isForAnotherThread(cost) { budget.spend(steps) }
    }
  }

  /// Whether another thread makes the change of a command.
  func isForAnotherThread(_ cost: CommandCost) -> Bool { cost.steps >= stepsOfLongChange }

  /// The board that a command is about; nil if it is not there, for then the command is refused.
  private func board(of subject: CommandSubject, _ connection: ClientConnection) -> LiveBoard? {
    switch subject {
    case .nothing, .allBoards, .newBoard, .boardOrAll(nil): nil
    case .board(let name), .boardOrAll(let name), .itemsOrSession(_, _, let name),
      .sessionAtBoard(_, let name):
      try? board(name, connection)
    case .bothBoards(let name, _): try? board(name, connection)
    case .session(let drag):
      drags.coordinator.home(of: drag, client: connection.client.name)
        .flatMap { try? board($0, connection) }
    }
  }
}

// Costs that depend on a board.

extension Hub {
  /// The cost of a class on its board.
  private func cost(
    _ cost: CostClass, _ subject: CommandSubject, on live: LiveBoard, _ connection: ClientConnection
  ) -> CommandCost {
    switch cost {
    case .watchers: .work(steps: live.subscribers.count * TurnBudget.toldWatcher)
    case .update(let since):
      .shared(steps: live.steps(from: revision(of: connection, on: live) ?? since))
    case .rest:
      .shared(steps: revision(of: connection, on: live).map { live.steps(from: $0) } ?? 0)
    case .drawing(let revision):
      .shared(steps: drawingSteps(of: live, at: revision ?? live.revision))
    case .edits(let items):
      .change(steps: items.count * TurnBudget.edit + live.steps(toResolve: items))
    case .section(let section): .change(steps: live.steps(toEmpty: section))
    case .drop: .work(steps: live.steps(toTry: subject.items))
    case .policies:
      .work(steps: (1 + live.versions.policies.ownSectionCount) * TurnBudget.listedRow)
    case .undo:
      .change(
        steps: live.steps(toRevert: live.versions.undos.nextUndo(of: connection.client.author)))
    case .redo:
      .change(
        steps: live.steps(toRevert: live.versions.undos.nextRedo(of: connection.client.author)))
    case .history(let from, let to): .work(steps: live.steps(toListFrom: from, to: to))
    case .selection: .work(steps: live.selections[connection.client.name].count)
    case .fixed, .rows, .edit, .greeting, .boards, .clients, .search, .metrics, .drags, .session,
      .items:
      .short
    }
  }

  /// What a guest has selected goes over to its name, and the ends of its drags.
  private func greetingSteps(of connection: ClientConnection) -> Int {
    boards.selected[connection.client.name, default: []].count * Limits.selectedItems
      + connection.subscriptions.reduce(0) { $0 + $1.board.presence.ends.count }
      / TurnBudget.lookedAtDragsPerStep
  }

  /// The revision that a connection has of a board that it watches.
  private func revision(of connection: ClientConnection, on live: LiveBoard) -> Int? {
    connection.subscription(of: live).map {
      live.subscribers[connection.subscriptions[$0].position].revision
    }
  }

  private func cost(
    ofResolving items: ItemReferences, of subject: CommandSubject, _ connection: ClientConnection
  ) -> CommandCost {
    let live = board(of: subject, connection)
    // Without a session there is nothing that they could join or leave.
    if case .session = subject, live == nil { return .short }
    guard items.count > 1 else { return .work(steps: TurnBudget.resolvedItem) }
    return live.map { .work(steps: $0.steps(toResolve: items)) } ?? .short
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
