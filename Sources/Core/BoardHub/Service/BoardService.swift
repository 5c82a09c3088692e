import BoardAuthority
import BoardDelivery
import BoardJournal
import BoardModel
import BoardWire

/// What the hub serves, and to whom, as its owner decides it.
public struct BoardService {
  let clock: HubClock
  let boards: BoardDirectory
  let delivery: Delivery
  let named: BoardCommands
  let roles: RoleChanges
  let restoration: Restoration

  /// The life that revisions, tags and sessions belong to.
  public var epoch: Epoch { boards.epoch }

  /// The boards that are served, with their revisions.
  public var revisions: [BoardName: Int] { boards.revisions }

  /// Serves a board with this content from now on.
  ///
  /// - Parameters:
  ///   - revision: The board's revision. If an earlier board of the name came further, the board begins
  ///     behind it (rule 5.6).
  ///   - policies: What the board and its sections have set. Of sections that are not there nothing is taken over.
  ///   - fieldTypes: The types of its fields, which judge no value of the content (rule 19.7).
  /// - Returns: the revision at which the board begins.
  /// - Throws: `boardExists`; `limit` of `boards`; `idTaken` for an id that only the server assigns.
  @discardableResult
  public func serve(
    _ name: BoardName, content: Content = [], revision: Int = 0,
    policies: BoardPolicies = BoardPolicies(), fieldTypes: FieldTypes = [:]
  ) throws(Refusal) -> Int {
    let first = try named.serve(name, content: content, revision: revision)
    named.set(policies, fieldTypes, on: name)
    return first
  }

  /// Whether a board had this name that was removed or renamed, as far as that is remembered.
  public func hasRetired(_ name: BoardName) -> Bool { boards.hasRetired(name) }

  /// Loads a stored board, unless it is.
  ///
  /// - Returns: Whether it will be loaded, by a job of a later turn; false if it is, or is damaged, or unknown.
  public func load(_ board: BoardName) -> Bool { restoration.load(board) }

  /// Takes over what a journal holds. Boards are loaded when they are needed, by jobs.
  ///
  /// - Throws: `JournalFault` where it cannot be had or not be trusted.
  /// - Complexity: O(boards + clients and their replies), whatever is on the boards.
  public func restoreLazily(from journal: any Journal, at time: Duration) throws(JournalFault) {
    try restoration.restoreLazily(from: journal, at: time)
  }

  /// Takes over everything that a journal holds.
  ///
  /// - Throws: `JournalFault` where it cannot be had or not be trusted.
  package func restore(from journal: any Journal, at time: Duration) throws(JournalFault) {
    try restoration.restore(from: journal, at: time)
  }

  /// Lets access rules hold from now on, or none.
  ///
  /// Connections end with `bye access-denied` if their client has not the token of its name any more, as
  /// if the name is nobody's now, or watches a board on which it has no role. Their drag sessions end as
  /// cancelled, and so do those of clients that may not edit the board any more.
  ///
  /// - Returns: How many connections end.
  /// - Complexity: O(connections · watched boards).
  @discardableResult
  public func setAccess(_ rules: AccessRules?, at time: Duration) -> Int {
    delivery.advance(to: time)
    return roles.setRules(rules)
  }

  /// Leaves what takes long to other threads, as jobs. Without them everything is done at once.
  public func useOtherThreads() {
    delivery.budget.stepsForAnotherThread = TurnBudget.longChange
    delivery.budget.stepsForWriter = TurnBudget.longContent
  }

  /// Notes what time it is, so that history can say when something happened.
  ///
  /// - Parameter milliseconds: since 1970, at the hub's time `now`.
  public func setWallTime(_ milliseconds: Int, at now: Duration) {
    clock.setWallTime(milliseconds, at: now)
  }

  /// The limits of what is served from now on. The simulator reaches small ones within a few steps.
  package var historyLimits: HistoryLimits {
    get { boards.historyLimits }
    nonmutating set { boards.historyLimits = newValue }
  }
}
