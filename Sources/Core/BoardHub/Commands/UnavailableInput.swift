import BoardDelivery
import BoardModel
import BoardWire

// Commands while the database does not answer (rule 13.6). None is executed, since what the hub has in memory may
// not be committed, or may be outdated.

/// What came of input that was refused.
public struct RefusedInput: Sendable {
  public fileprivate(set) var effects: [Effect] = []
  /// The connections whose input has been answered whole, so that more may be read of them.
  public fileprivate(set) var answered: [ConnectionID] = []
  /// Whether input is left that can be answered in the next turn.
  public fileprivate(set) var hasMore = false
}

/// Answers input while the database does not answer.
public struct UnavailableInput {
  let budget: TurnBudget
  let scheduler: Scheduler
  let delivery: Delivery
  let input: InputReader

  /// Whether commands are refused because the database does not answer. Meanwhile the owner of the hub calls
  /// `refuse`, and neither `Hub.receive` nor `Hub.goOn`.
  public var isOn: Bool {
    get { scheduler.isUnavailable }
    nonmutating set { scheduler.isUnavailable = newValue }
  }

  /// Refuses the commands in the input that waits, and answers those that need nothing stored. Nothing else is
  /// done: effects of turns are as they were.
  ///
  /// The input of a connection waits further if the connection is owed something that comes before, or if it
  /// does not take what it was sent.
  ///
  /// - Parameters:
  ///   - owed: The connections that are owed something by a turn that is not committed yet.
  ///   - mayGoOn: Asked after each command whether there is time for another one.
  public func refuse(
    at time: Duration, exceptOf owed: Set<ConnectionID>, while mayGoOn: () -> Bool
  ) -> RefusedInput {
    delivery.clock.advance(to: time)
    budget.begin()
    var refused = RefusedInput()
    var isFirst = true
    while let ended = scheduler.removeFirstEnded() { scheduler.append(ended) }
    for connection in scheduler.removeInput() {
      guard !owed.contains(connection.id), mayRefuse(connection) else {
        scheduler.append(connection)
        continue
      }
      guard isFirst || (!budget.isSpent && mayGoOn()) else {
        refused.hasMore = true
        scheduler.append(connection)
        continue
      }
      isFirst = false
      refuse(connection, &refused, while: mayGoOn)
    }
    return refused
  }

  /// Whether nothing is to be written to a connection before the answer to its next line.
  private func mayRefuse(_ connection: ClientConnection) -> Bool {
    !connection.isBlocked && !connection.isWaiting && connection.outbox.isEmpty
      && !delivery.owesNames(to: connection)
  }

  private func refuse(
    _ connection: ClientConnection, _ refused: inout RefusedInput, while mayGoOn: () -> Bool
  ) {
    let isDone = input.goOn(connection, upTo: Limits.commandsInATurn, while: mayGoOn)
    refused.effects += delivery.drainOutbox(of: connection)
    if isDone { return refused.answered.append(connection.id) }
    scheduler.append(connection)
    refused.hasMore = refused.hasMore || !connection.isWaiting
  }
}
