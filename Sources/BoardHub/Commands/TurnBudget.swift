/// The work of one turn, counted in steps and shared by all connections.
///
/// A step is about 0.1 µs. Work is counted when its size is known, and before each command the hub asks
/// whether any steps are left. So a turn exceeds its budget by one command at most. What is left to do
/// waits for the next turn.
///
/// A turn has the budget three times: for what connections send, for what they sent in earlier turns,
/// and for what watchers are sent. So none of the three keeps the others waiting.
final class TurnBudget {
  /// The steps that take about 5 ms.
  static let turnSteps = 50_000

  // The prices of work, in steps.

  /// A command, with reading its line and writing a short reply.
  static let command = 20
  /// A row of a block that is read.
  static let row = 4
  /// An edit that is applied, and its revision.
  static let edit = 10
  /// An edit that is composed with others.
  static let composedEdit = 4
  /// A line of a snapshot.
  static let snapshotLine = 1
  /// So many bytes that are read or written cost a step.
  static let bytesPerStep = 64

  /// The steps of a turn.
  var stepsPerTurn = turnSteps { didSet { steps = stepsPerTurn } }
  /// The steps that are left; negative if a command took more than that.
  private(set) var steps = turnSteps

  var isSpent: Bool { steps <= 0 }

  func begin() { steps = stepsPerTurn }

  func spend(_ count: Int) { steps -= count }

  func spend(bytes: Int) { steps -= bytes / Self.bytesPerStep }
}
