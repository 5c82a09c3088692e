import BoardDelivery

/// What a command takes by itself, known before it is executed.
///
/// Reading its line and writing its reply are not part of it: they are paid for as they come.
enum CommandCost: Equatable {
  /// No more than every command takes.
  case short
  /// So many steps, paid when the command is executed.
  case work(steps: Int)
  /// So many steps if nobody needed the same before. What is made is kept, and whoever makes it pays.
  case shared(steps: Int)
  /// A change of a board that takes so many steps, paid here unless another thread makes it.
  case change(steps: Int)

  /// Whether it is so much that other commands do not wait for it.
  var isLong: Bool { steps >= TurnBudget.longCommand }

  var steps: Int {
    switch self {
    case .short: 0
    case .work(let steps), .shared(let steps), .change(let steps): steps
    }
  }
}

extension TurnBudget {
  /// Pays for a command that is executed now.
  func pay(for cost: CommandCost) {
    switch cost {
    case .short, .shared: break
    case .work(let steps): spend(steps)
    case .change(let steps): if !isForAnotherThread(cost) { spend(steps) }
    }
  }

  /// Whether another thread makes the change of a command.
  func isForAnotherThread(_ cost: CommandCost) -> Bool { isForAnotherThread(steps: cost.steps) }
}
