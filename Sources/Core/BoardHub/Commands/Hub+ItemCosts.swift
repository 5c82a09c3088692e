import BoardAuthority
import BoardModel
import BoardWire

// What commands about items cost. No `switch` here has a `default`, so that no verb comes without its cost.

extension Hub {
  func cost(of request: EditRequest, on connection: ClientConnection) -> CommandCost {
    switch request {
    case .insert, .edit, .insertSection, .moveSection, .renameSection:
      .work(steps: TurnBudget.edit)
    case .delete(let delete): cost(ofChanging: delete.items, on: delete.board, connection)
    case .move(let move): cost(ofChanging: move.items, on: move.board, connection)
    case .deleteSection(let section), .clear(let section):
      onBoard(section.board, connection) { live in
        let index = try? live.versions.resolve(section.section)
        let count = index.map { live.versions.board.itemCount(in: $0) } ?? 0
        return .change(steps: (1 + count) * TurnBudget.edit)
      }
    }
  }

  private func cost(
    ofChanging items: ItemReferences, on board: BoardName?, _ connection: ClientConnection
  ) -> CommandCost {
    guard items.count > 1 else { return .change(steps: TurnBudget.edit) }
    return onBoard(board, connection) { live in
      .change(steps: items.count * TurnBudget.edit + live.steps(toResolve: items))
    }
  }

  func cost(of request: UndoRequest, on connection: ClientConnection) -> CommandCost {
    switch request {
    case .undo(let undo): cost(of: undo, on: connection) { $0.nextUndo(of: $1) }
    case .redo(let redo): cost(of: redo, on: connection) { $0.nextRedo(of: $1) }
    case .history(let history):
      onBoard(history.board, connection) { live in
        .work(steps: live.steps(toListFrom: history.from, to: history.to))
      }
    }
  }

  /// - Parameter next: The revision that is reverted.
  private func cost(
    of request: UndoRequest.TakeBack, on connection: ClientConnection,
    _ next: (UndoStacks, Author) -> Int?
  ) -> CommandCost {
    onBoard(request.board, connection) { live in
      let revision = next(live.versions.undos, connection.client.author)
      return .change(steps: revision.map(live.steps(toRevert:)) ?? 0)
    }
  }

  func cost(of request: DragRequest, on connection: ClientConnection) -> CommandCost {
    switch request {
    // A session has few items, each of which was paid for when it came.
    case .beginExternal, .addExternal, .propose, .exit, .cancel: .short
    case .begin(let begin): cost(ofResolving: begin.items, on: begin.board, connection)
    case .add(let add): cost(ofResolving: add.items, of: add.drag, connection)
    case .remove(let remove): cost(ofResolving: remove.items, of: remove.drag, connection)
    case .perform(let perform):
      .work(steps: itemCount(of: perform.drag, connection) * TurnBudget.edit)
    case .resume: .shared(steps: drags.coordinator.editsToMap * TurnBudget.mappedEdit)
    case .dryrun(let dryrun): cost(of: dryrun, connection)
    case .drags: .work(steps: boards.count + drags.drivers.count * TurnBudget.listedRow)
    }
  }

  /// The items are resolved, dropped and taken back.
  private func cost(
    of dryrun: DragRequest.DryRun, _ connection: ClientConnection
  ) -> CommandCost {
    guard let items = dryrun.items else {
      return .work(steps: 2 * itemCount(of: dryrun.drag, connection) * TurnBudget.edit)
    }
    return onBoard(dryrun.board, connection) { live in
      let dropped = min(items.count, Limits.sessionItems)
      return .work(steps: live.steps(toResolve: items) + 2 * dropped * TurnBudget.edit)
    }
  }

  func cost(of request: SelectionRequest, on connection: ClientConnection) -> CommandCost {
    switch request {
    case .select(let select): cost(ofResolving: select.items, on: select.board, connection)
    case .deselect(let deselect):
      if let items = deselect.items {
        cost(ofResolving: items, on: deselect.board, connection)
      } else {
        onBoard(deselect.board, connection) { live in
          .work(steps: live.selections[connection.client.name].count)
        }
      }
    case .choose: .work(steps: TurnBudget.edit)
    }
  }

  private func cost(
    ofResolving items: ItemReferences, on board: BoardName?, _ connection: ClientConnection
  ) -> CommandCost {
    guard items.count > 1 else { return .work(steps: TurnBudget.resolvedItem) }
    return onBoard(board, connection) { .work(steps: $0.steps(toResolve: items)) }
  }

  private func cost(
    ofResolving items: ItemReferences, of drag: SessionID?, _ connection: ClientConnection
  ) -> CommandCost {
    let home = drags.coordinator.home(of: drag, client: connection.client.name)
    return home.map { cost(ofResolving: items, on: $0, connection) } ?? .short
  }

  /// The items of the session that a command names, or of all sessions of its client.
  private func itemCount(of drag: SessionID?, _ connection: ClientConnection) -> Int {
    drags.coordinator.itemCount(of: drag, orAllOf: connection.client.name)
  }
}

// Blocks.

extension Block {
  /// The cost of a block on a board. A content is compared with that of the board.
  func cost(on board: borrowing Board) -> CommandCost {
    switch rows {
    case .batch(let block): .change(steps: block.batch.lineCount * TurnBudget.batchRow)
    case .content(let block):
      .change(
        steps: block.content.lineCount * TurnBudget.contentLine
          + (board.sectionCount + board.itemCount) * TurnBudget.composedEdit)
    }
  }
}

extension Content {
  fileprivate var lineCount: Int { reduce(count) { $0 + $1.items.count } }
}

extension BatchUpdate {
  /// The rows, each item of an inserted section being one.
  fileprivate var lineCount: Int { insertedSections.reduce(rowCount) { $0 + $1.items.count } }
}

// Items and revisions.

extension LiveBoard {
  /// The steps that it takes to find items. A path of an earlier revision is mapped over all edits since.
  fileprivate func steps(toResolve items: ItemReferences) -> Int {
    items.reduce(0) { steps, item in
      guard case .path(_, let revision?) = item, versions.log.contains(revision) else {
        return steps + TurnBudget.resolvedItem
      }
      let edits = min(versions.log.edits(since: revision).count, Limits.carriedEdits)
      return steps + TurnBudget.resolvedItem + edits / TurnBudget.mappedEditsPerStep
    }
  }

  /// The steps that it takes to undo a revision: its edits are made again backwards, and those since
  /// are looked at.
  fileprivate func steps(toRevert revision: Int) -> Int {
    guard versions.log.contains(revision - 1) else { return 0 }
    return versions.log.weight(since: revision - 1) * TurnBudget.edit
  }

  /// The steps that it takes to sum up the revisions of a range, as many as a listing has.
  fileprivate func steps(toListFrom first: Int?, to last: Int?) -> Int {
    let highest = min(last ?? revision, revision)
    let lowest = max(first ?? 0, highest - Limits.listingLines + 1, versions.log.oldest + 1)
    guard lowest <= highest else { return 0 }
    let edits = versions.log.edits(from: lowest - 1, to: highest).count
    return (highest - lowest + 1) * TurnBudget.listedRow + edits
  }
}
