import BoardDelivery

/// Whether a command may be executed.
enum Readiness {
  /// At once, at this cost.
  case run(CommandCost)
  case wait([Condition])
  /// Never, since the database does not answer.
  case refuse
}

/// A command that waits. Nothing else of its connection is executed meanwhile. Each turn asks all of them, so they are
/// objects, which are not copied for that.
final class SuspendedCommand {
  /// How it goes on.
  enum Work {
    /// It has not begun.
    case command(PendingCommand)
    case search(RunningSearch)
    case job(Job)
  }

  let connection: ClientConnection
  let work: Work
  /// All must hold.
  var conditions: [Condition]
  /// Whether it has gone on, so that it does not wait any more.
  var isOver = false

  init(_ work: Work, of connection: ClientConnection, until conditions: [Condition]) {
    (self.work, self.connection, self.conditions) = (work, connection, conditions)
  }

  /// Whether it has begun, so that it goes on whatever its connection takes of its answers.
  var hasBegun: Bool {
    switch work {
    case .command: false
    case .search, .job: true
    }
  }

  /// Whether it is dropped, since its connection is closing. What another thread does must still be taken back.
  var isDropped: Bool {
    if case .job = work { false } else { connection.isClosing }
  }
}
