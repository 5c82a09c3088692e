import BoardAuthority
import BoardModel

/// The work of one turn, counted in steps and shared by all connections.
///
/// A step is about 0.1 µs. Work is counted when its size is known, and before each command the hub asks
/// whether any steps are left. So a turn exceeds its budget by one command at most. What is left to do
/// waits for the next turn.
///
/// A turn has the budget four times: for what connections send, for what they sent in earlier turns,
/// for commands that are long by themselves, and for what watchers are sent. So none of the four keeps
/// the others waiting. Searches have steps of their own. Of the first two, newcomers have a share each.
@usableFromInline package final class TurnBudget {
  /// The steps of each part of a turn. They take about 0.8 ms.
  static let turnSteps = 8_000
  /// The steps that take about 5 ms.
  @inlinable package static var longChange: Int { 50_000 }
  /// The steps that take about 2 ms.
  @inlinable package static var longContent: Int { 20_000 }

  /// A command that takes at least so many steps is long.
  @inlinable package static var longCommand: Int { 1_000 }

  // The prices of work, in steps. Those that commands ask for are inlined there.

  /// A command, with reading its line and writing a short reply.
  @inlinable package static var command: Int { 20 }
  /// A connection that is read, whatever it sends.
  @inlinable package static var connection: Int { 40 }
  /// A connection that is sent something of its own in a turn, whatever it is.
  static let answer = 20
  /// Newcomers, which say their first line, go before others for one in so many steps.
  static let stepsPerNewcomerStep = 4
  /// A connection that ends: its last line is written, and its socket shut down and closed.
  @inlinable package static var departure: Int { 200 }
  /// So many long unfinished lines are looked at in a step.
  @inlinable package static var comparedLinesPerStep: Int { 8 }
  /// A row of a block that is read.
  @inlinable package static var row: Int { 4 }
  /// An edit that is applied, and its revision.
  @inlinable package static var edit: Int { 10 }
  /// A row of a batch that is checked and applied.
  @inlinable package static var batchRow: Int { 50 }
  /// A line of a content that is compared with the board, and the edits that it comes to.
  @inlinable package static var contentLine: Int { 30 }
  /// An item that a command names, to be found.
  @inlinable package static var resolvedItem: Int { 3 }
  /// An item that is selected, besides being found, and one that is no more.
  @inlinable package static var selectedItem: Int { 1 }
  @inlinable package static var deselectedItem: Int { 3 }
  /// An edit that another thread has made, with its effect on drags and selections.
  @inlinable package static var adoptedEdit: Int { 1 }
  /// An item's path is mapped over so many edits in a step.
  @inlinable package static var mappedEditsPerStep: Int { 16 }
  /// An edit that is composed with others.
  @inlinable package static var composedEdit: Int { 4 }
  /// An edit over which the place of one drag is mapped.
  @inlinable package static var mappedEdit: Int { 2 }
  /// A line of a snapshot.
  static let snapshotLine = 1
  /// A section with the number of its items, and an item that `rows` lists.
  static let countedSection = 3
  @inlinable package static var listedItem: Int { 3 }
  /// So many bytes of names and texts of a snapshot cost a step: each may be an escape.
  static let snapshotBytesPerStep = 16
  /// So much longer a snapshot takes in the JSON form.
  static let jsonContentSteps = 8
  /// A line of a drawing for people.
  @inlinable package static var drawnLine: Int { 2 }
  /// So many drags or ends of drags are looked at in a step.
  @inlinable package static var lookedAtDragsPerStep: Int { 8 }
  /// A watcher that is told of something alone.
  @inlinable package static var toldWatcher: Int { 100 }
  /// A watcher that is sent something together with others, and so many bytes of that in a step.
  static let sentWatcher = 64
  static let sentBytesPerStep = 256
  /// A connection or a board of which a listing makes a row, in the order of names.
  @inlinable package static var listedRow: Int { 10 }
  /// So many bytes that are read or written cost a step.
  @inlinable static var bytesPerStep: Int { 64 }
  /// So many bytes in the JSON form, all of short values, are read in a step.
  @inlinable package static var jsonBytesPerStep: Int { 4 }

  /// Work that takes at least so many steps is left to another thread. Without one everything is done at once.
  @exclusivity(unchecked) package var stepsForAnotherThread = Int.max
  /// The same for the contents of boards that are written.
  @exclusivity(unchecked) package var stepsForWriter = Int.max
  /// So many edits are a slice of the way of watchers who wait.
  @exclusivity(unchecked) package var sliceEdits = 2_048
  /// Whether another thread makes long changes and releases much memory.
  package var hasOtherThread: Bool { stepsForAnotherThread < .max }
  /// Whether another thread does what takes so many steps.
  package func isForAnotherThread(steps: Int) -> Bool { steps >= stepsForAnotherThread }
  /// What has been done in all turns.
  package let counters = HubCounters()

  /// The steps of a turn.
  @exclusivity(unchecked) package var stepsPerTurn = turnSteps { didSet { beginTurn() } }
  /// The steps that are left; negative if a command took more than that.
  @exclusivity(unchecked) @usableFromInline var steps = turnSteps
  /// The steps that are left for newcomers in front of what others send.
  @exclusivity(unchecked) private var newcomerSteps = turnSteps / stepsPerNewcomerStep

  /// How far all searches together go in a turn.
  @exclusivity(unchecked) var searchStepsPerTurn = BoardSearch.turnSteps { didSet { beginTurn() } }
  /// How far searches may still go in this turn.
  @exclusivity(unchecked) package var searchSteps = BoardSearch.turnSteps

  /// How far drags may still be evaluated in this turn after large changes.
  @exclusivity(unchecked) var evaluationSteps = turnSteps / 2

  /// The same for long commands.
  @exclusivity(unchecked) @usableFromInline package internal(set) var longSteps = turnSteps
  @exclusivity(unchecked) @usableFromInline var isLong = false
  /// The turns since long commands were executed, because short ones waited.
  @exclusivity(unchecked) private var turnsWithoutLong = 0

  package init() {}

  @inlinable package var isSpent: Bool { steps <= 0 }
  /// Whether newcomers may have something executed whatever others send.
  package var hasNewcomerSteps: Bool { newcomerSteps > 0 }
  /// Whether another long command may begin in this turn.
  @inlinable package var hasLongSteps: Bool { longSteps > 0 }

  /// Begins a turn.
  package func beginTurn() {
    longSteps = Self.refilled(longSteps, stepsPerTurn)
    searchSteps = searchStepsPerTurn
    evaluationSteps = Self.refilled(evaluationSteps, stepsPerTurn / 2)
    begin()
  }

  /// The steps of a kind of work for another turn. Behind a piece of it that took several turns' comes a turn without any,
  /// in which others are answered.
  private static func refilled(_ left: Int, _ full: Int) -> Int { left < -longChange ? 0 : full }

  /// Begins a part of a turn.
  package func begin() {
    steps = stepsPerTurn
    newcomerSteps = stepsPerTurn / Self.stepsPerNewcomerStep
  }

  @inlinable package func spend(_ count: Int) {
    if isLong { longSteps -= count } else { steps -= count }
  }

  @inlinable package func spend(bytes: Int) { spend(bytes / Self.bytesPerStep) }

  /// How many commands each of some connections may have executed, so that all have their turn.
  package func commands(sharedBy connections: Int) -> Int {
    let share = stepsPerTurn / Self.command / max(1, connections)
    return min(max(1, share), Limits.commandsInATurn)
  }

  /// Whether long commands may be executed in this turn. If short ones have spent their part, more of
  /// them wait and go first, for three turns at most.
  package func admitsLong() -> Bool {
    turnsWithoutLong = isSpent && turnsWithoutLong < 3 ? turnsWithoutLong + 1 : 0
    return turnsWithoutLong == 0
  }

  /// Executes what a newcomer sent.
  package func spendOnNewcomer<Result>(_ body: () -> Result) -> Result {
    let before = steps
    defer { newcomerSteps -= before - steps }
    return body()
  }

  /// Executes a long command or a part of it, whose steps others do not lack.
  ///
  package func spendLong<Result>(_ body: () -> Result) -> Result {
    isLong = true
    defer { isLong = false }
    return body()
  }
}
