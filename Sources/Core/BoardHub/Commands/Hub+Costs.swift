import BoardAuthority
import BoardModel
import BoardWire

// What each command costs. No `switch` here has a `default`, so that no verb comes without its cost.

extension Hub {
  /// The cost of a command on the boards as they are now. The head of a block has that of any line; the
  /// block itself is asked at its end.
  ///
  /// - Complexity: O(references of the command), or O(edits of a revision that is to be undone).
  func cost(of request: Request, on connection: ClientConnection) -> CommandCost {
    switch request {
    case .connection(let request): cost(of: request, on: connection)
    case .board(let request): cost(of: request, on: connection)
    case .drag(let request): cost(of: request, on: connection)
    case .edit(let request): cost(of: request, on: connection)
    case .undo(let request): cost(of: request, on: connection)
    case .selection(let request): cost(of: request, on: connection)
    case .policy(let request): cost(of: request, on: connection)
    case .block: .short
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

  /// The cost if the board is there; without it the command is refused.
  func onBoard(
    _ name: BoardName?, _ connection: ClientConnection, _ cost: (LiveBoard) -> CommandCost
  ) -> CommandCost {
    (try? board(name, connection)).map(cost) ?? .short
  }
}

// Commands that change no item.

extension Hub {
  private func cost(
    of request: ConnectionRequest, on connection: ClientConnection
  ) -> CommandCost {
    switch request {
    case .help, .ping, .quit, .space: .short
    // What a guest has selected goes over to its name, and the ends of its drags.
    case .hello:
      .work(
        steps: boards.selected[connection.client.name, default: []].count * Limits.selectedItems
          + connection.subscriptions.reduce(0) { $0 + $1.board.presence.ends.count }
          / TurnBudget.lookedAtDragsPerStep)
    }
  }

  private func cost(of request: BoardRequest, on connection: ClientConnection) -> CommandCost {
    switch request {
    case .boards: .work(steps: boards.count * TurnBudget.listedRow)
    case .create: .work(steps: TurnBudget.edit)
    case .remove(let remove):
      onBoard(remove.board, connection) { live in
        .work(steps: live.subscribers.count * TurnBudget.toldWatcher)
      }
    case .rename(let rename):
      onBoard(rename.board, connection) { live in
        .work(steps: live.subscribers.count * TurnBudget.toldWatcher)
      }
    case .open(let open):
      onBoard(open.board, connection) { live in
        .shared(steps: live.steps(from: revision(of: connection, on: live) ?? open.since))
      }
    case .close(let close):
      onBoard(close.board, connection) { live in
        .shared(steps: revision(of: connection, on: live).map { live.steps(from: $0) } ?? 0)
      }
    case .show(let show):
      onBoard(show.board, connection) { live in
        .shared(steps: drawingSteps(of: live, at: show.revision ?? live.revision))
      }
    case .who(let who): .work(steps: presentCount(on: who.board) * TurnBudget.listedRow)
    // How far the search itself goes in a turn has a limit of its own.
    case .find(let find): .work(steps: find.board == nil ? boards.count : 1)
    case .stats: .work(steps: roster.connectionCount + boards.count)
    }
  }

  /// The revision that a connection has of a board that it watches.
  private func revision(of connection: ClientConnection, on live: LiveBoard) -> Int? {
    connection.subscription(of: live).map {
      live.subscribers[connection.subscriptions[$0].position].revision
    }
  }

  private func cost(of request: PolicyRequest, on connection: ClientConnection) -> CommandCost {
    guard request.target == nil else { return .work(steps: TurnBudget.edit) }
    return onBoard(request.board, connection) { live in
      .work(steps: (1 + live.versions.policies.ownSectionCount) * TurnBudget.listedRow)
    }
  }
}
