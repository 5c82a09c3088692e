import BoardAuthority
import BoardDelivery
import BoardModel
import BoardWire

extension ClosedBlock {
  /// The cost of a block on a board. A content is compared with that of the board.
  func cost(on board: borrowing Board) -> CommandCost {
    switch self {
    case .batch(let block): .change(steps: block.batch.lineCount * TurnBudget.batchRow)
    case .content(let content):
      .change(
        steps: content.lineCount * TurnBudget.contentLine
          + (board.sectionCount + board.itemCount) * TurnBudget.composedEdit)
    }
  }
}

extension Content {
  fileprivate var lineCount: Int { reduce(count) { $0 + $1.items.count } }
}

// What items and revisions of a board cost.

extension LiveBoard {
  /// The steps that it takes to find items. A path of an earlier revision is mapped over all edits since.
  func steps(toResolve items: ItemReferences) -> Int {
    items.reduce(0) { steps, item in
      guard case .path(_, let revision?) = item, versions.log.contains(revision) else {
        return steps + TurnBudget.resolvedItem
      }
      let edits = min(versions.log.edits(since: revision).count, Limits.carriedEdits)
      return steps + TurnBudget.resolvedItem + edits / TurnBudget.mappedEditsPerStep
    }
  }

  /// The steps that it takes to resolve items, drop them and take that back.
  func steps(toTry items: ItemReferences) -> Int {
    steps(toResolve: items) + 2 * min(items.count, Limits.sessionItems) * TurnBudget.edit
  }

  /// The steps that it takes to delete the items of a section.
  func steps(toEmpty section: SectionReference) -> Int {
    let index = try? versions.resolve(section)
    return (1 + (index.map { versions.board.itemCount(in: $0) } ?? 0)) * TurnBudget.edit
  }

  /// The steps that it takes to undo a revision: its edits are made again backwards, and those since
  /// are looked at.
  func steps(toRevert revision: Int?) -> Int {
    guard let revision, versions.log.contains(revision - 1) else { return 0 }
    return versions.log.weight(since: revision - 1) * TurnBudget.edit
  }

  /// The steps that it takes to sum up the revisions of a range, as many as a listing has.
  func steps(toListFrom first: Int?, to last: Int?) -> Int {
    let highest = min(last ?? revision, revision)
    let lowest = max(first ?? 0, highest - Limits.listingLines + 1, versions.log.oldest + 1)
    guard lowest <= highest else { return 0 }
    let edits = versions.log.edits(from: lowest - 1, to: highest).count
    return (highest - lowest + 1) * TurnBudget.listedRow + edits
  }
}
