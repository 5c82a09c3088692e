import BoardModel

// Row 5: the drops of live sessions are evaluated again after others changed a board.
//
// That waits until somebody is to be sent something about a session, so that many changes cost one
// evaluation.

extension DragCoordinator {
  /// How far an evaluation may go, in the steps of whoever asks.
  public struct EvaluationAllowance {
    /// What is left; negative if the last session took more than that.
    public fileprivate(set) var steps: Int
    let edit: Int
    let item: Int

    /// - Parameters:
    ///   - edit: The steps of an edit over which the place of a session is mapped.
    ///   - item: The steps of an item that is to be found.
    public init(steps: Int, edit: Int, item: Int) {
      (self.steps, self.edit, self.item) = (steps, edit, item)
    }
  }

  /// Whether so much has changed that drops are to be evaluated at once, or that they are being evaluated.
  public var hasManyChanges: Bool { changes.editCount > PendingChanges.mostEdits }

  /// The edits that are to be mapped for an evaluation, counted for each session.
  public var editsToMap: Int {
    changes.names.reduce(0) { count, board in
      count + changes.editCount(of: board) * (begunOn[board].count + visiting[board].count)
    }
  }

  /// Whether everything about the sessions of a board is up to date.
  public func isEvaluated(_ board: BoardName) -> Bool { unevaluated(for: board).isEmpty }

  /// Whether so much has changed that what is told about the sessions of a board waits for `evaluate(upTo:)`.
  public func isBeingEvaluated(_ board: BoardName) -> Bool {
    hasManyChanges
      && unevaluated(for: board).contains { changes.editCount(of: $0) > PendingChanges.mostEdits }
  }

  /// Evaluates drops again that changes since concern, as far as an allowance goes, and one in any case. If something is
  /// left, `hasManyChanges` is still true, or too little is left to matter.
  ///
  /// - Returns: The events to send, for each board session by session in the order they began.
  public mutating func evaluate(
    upTo allowance: inout EvaluationAllowance, in versionedBoards: VersionedBoards,
    at now: Duration
  ) -> [DragSessionEvent] {
    var events: [DragSessionEvent] = []
    for board in changes.names.sorted() {
      events += evaluate(over: board, upTo: &allowance, in: versionedBoards, at: now)
      if allowance.steps <= 0 { break }
    }
    return events
  }

  /// Evaluates the drops of the sessions again that began on a board or are over it.
  ///
  /// Call it before anybody is sent anything about the sessions of the board.
  /// - Returns: The events to send, also about other sessions, in the order they began.
  /// - Complexity: O(changed edits) for each session over a board that changed; else O(1).
  public mutating func evaluate(
    sessionsOf board: BoardName, in versionedBoards: VersionedBoards, at now: Duration
  ) -> [DragSessionEvent] {
    var allowance = EvaluationAllowance(steps: .max, edit: 0, item: 0)
    return unevaluated(for: board).flatMap {
      evaluate(over: $0, upTo: &allowance, in: versionedBoards, at: now)
    }
  }

  /// The boards that changed and over which a session of a board is, or that board itself.
  ///
  /// - Complexity: O(1) if nothing changed, else O(sessions over other boards than their own).
  private func unevaluated(for board: BoardName) -> [BoardName] {
    guard !changes.isEmpty else { return [] }
    return changes.names.filter { changed in
      changed == board || visiting[changed].contains { sessions[$0]?.load.board == board }
    }.sorted()
  }

  private mutating func evaluate(
    over board: BoardName, upTo allowance: inout EvaluationAllowance,
    in versionedBoards: VersionedBoards, at now: Duration
  ) -> [DragSessionEvent] {
    guard let versions = versionedBoards[board] else {
      changes.remove(board)
      return []
    }
    var events: [DragSessionEvent] = []
    // Nearly all sessions were evaluated after the same change.
    var latest: (number: Int, suffix: PendingChanges.Suffix)?
    for id in concerned(with: board) {
      let place = sessions.index(forKey: id)!
      guard sessions.values[place].boardBelow == board else { continue }
      guard allowance.steps > 0 else { return events }
      let number = sessions.values[place].evaluatedAfter
      if latest?.number != number { latest = (number, changes.suffix(of: board, after: number)) }
      guard let suffix = latest?.suffix else { continue }
      allowance.steps -= suffix.edits.count * allowance.edit
      sessions.values[place].evaluatedAfter = changes.head
      guard sessions.values[place].mayChange(by: suffix, on: versions) else { continue }
      allowance.steps -= sessions.values[place].load.items.count * allowance.item
      var session = sessions.values[place]
      events += session.reevaluate(after: suffix, on: versions, in: versionedBoards)
      store(session, at: now)
    }
    changes.remove(board)
    return events
  }

  /// Evaluates the drop of one session again, which the caller stores.
  ///
  /// - Parameter hasOtherItems: Whether its owner changed the items.
  /// - Returns: The events to send.
  func evaluate(
    _ session: inout DragSession, hasOtherItems: Bool = false, in versionedBoards: VersionedBoards
  ) -> [DragSessionEvent] {
    guard hasOtherItems || session.hasLostItems || !changes.isEmpty,
      let board = session.boardBelow, let versions = versionedBoards[board]
    else { return [] }
    var suffix = changes.suffix(of: board, after: session.evaluatedAfter)
    if hasOtherItems { suffix.hasPolicies = true }
    guard session.mayChange(by: suffix, on: versions) else { return [] }
    session.evaluatedAfter = changes.head
    return session.reevaluate(after: suffix, on: versions, in: versionedBoards)
  }
}

extension DragSession {
  /// Whether changes of the board below may change the proposal: not if they are in other sections.
  fileprivate func mayChange(
    by suffix: PendingChanges.Suffix, on versions: VersionedBoard
  ) -> Bool {
    if suffix.hasPolicies || hasLostItems { return true }
    if mayHaveOtherFields && versions.policies.concernFields { return true }
    guard !suffix.edits.isEmpty, case .over(let hover) = aim else { return false }
    guard let place = hover.destination.path(on: versions.board) else { return true }
    return !suffix.edits.allSatisfy { $0.leaves(section: place.section) }
  }

  /// Evaluates the place it is over once more, mapped over what happened on its board.
  ///
  /// - Returns: The events to send, if the proposal changed.
  fileprivate mutating func reevaluate(
    after suffix: PendingChanges.Suffix, on versions: VersionedBoard,
    in versionedBoards: VersionedBoards
  ) -> [DragSessionEvent] {
    guard case .over(let old) = aim else { return [] }
    let evaluator = DropEvaluator(
      load: load, asked: old.asked, versions: versions, in: versionedBoards)
    let isSame = !suffix.hasPolicies && !hasLostItems
    let new =
      (isSame ? evaluator.follow(old, over: suffix.edits) : nil)
      ?? evaluator.reevaluate(old, after: suffix.edits)
    reaim(new)
    return new?.proposal == old.proposal ? [] : [event(.state(state), includesOwner: true)]
  }
}

extension Edit {
  /// Whether the items of a section are the same ones in the same places afterwards.
  fileprivate func leaves(section: Int) -> Bool {
    switch self {
    case .insertItem(_, let path), .deleteItem(_, let path): path.section != section
    case .moveItem(_, let source, let destination):
      source.section != section && destination.section != section
    case .reloadItem, .reconfigureItem, .reloadSection: true
    case .insertSection, .deleteSection, .moveSection: false
    }
  }
}

extension DropEvaluator {
  /// The same place and operation after some edits, or nil if the place is gone.
  ///
  /// - Complexity: O(edits · items of the drag).
  fileprivate func reevaluate(
    _ old: DragSession.Hover, after edits: [Edit]
  ) -> DragSession.Hover? {
    var destination = old.destination
    guard destination.carry(over: edits, to: versions.board, without: own) else { return nil }
    return hover(over: destination)
  }

  /// The same place and operation after edits that leave what is on the right of the place and the items
  /// of the drag where they are; nil if others may be among them. So these items need no look-up.
  ///
  /// - Complexity: O(edits).
  fileprivate func follow(_ old: DragSession.Hover, over edits: [Edit]) -> DragSession.Hover? {
    var destination = old.destination
    guard edits.allSatisfy(leavesOwnItems), destination.follow(edits) else { return nil }
    let hover = hover(over: destination, counted: old.own)
    assert(hover == reevaluate(old, after: edits), "the items of the drag stay around the place")
    return hover
  }

  /// Whether an edit surely neither moves an item of the drag nor brings one into another section.
  private func leavesOwnItems(_ edit: Edit) -> Bool {
    switch edit {
    case .insertItem(let item, _), .deleteItem(let item, _): !load.group.contains(item.id)
    case .moveItem(let id, _, _): !load.group.contains(id)
    case .reloadItem, .reconfigureItem, .reloadSection, .moveSection: true
    case .insertSection, .deleteSection: false
    }
  }
}

// Boards that are removed or renamed.

extension DragCoordinator {
  /// The clients that drag on a board: whose sessions began there or are over it. Each once, in the
  /// order in which their first such session began.
  ///
  /// - Complexity: O(sessions of the board).
  public func clientsDragging(on board: BoardName) -> [ClientName] {
    var seen = Set<ClientName>()
    return concerned(with: board).compactMap { sessions[$0]?.owner }.filter {
      seen.insert($0).inserted
    }
  }

  /// Follows a board that was removed with all its items: sessions that began there end as `gone`,
  /// sessions of other boards that are over it become `lost`.
  ///
  /// - Returns: The events to send, in the order in which the sessions began.
  public mutating func boardRemoved(_ name: BoardName, at now: Duration) -> [DragSessionEvent] {
    let events = concerned(with: name).flatMap { id -> [DragSessionEvent] in
      guard var session = session(id) else { return [] }
      guard session.load.board != name else { return end(session.id, .gone, at: now) }
      return [losePlace(of: &session, at: now)]
    }
    leases.remove(name)
    reservations.remove(name)
    changes.remove(name)
    return events
  }

  /// Lets sessions that are over another board lose their places where their owners may not know of it.
  ///
  /// - Parameter client: Whose roles may have changed; nil for everybody.
  /// - Returns: The events to send, in the order in which the sessions began.
  /// - Complexity: O(live sessions of those).
  public mutating func loseHiddenPlaces(
    of client: ClientName?, at now: Duration, mayView: (ClientName, BoardName) -> Bool
  ) -> [DragSessionEvent] {
    let hidden = live(of: client).filter { session in
      session.proposal?.board.map { !mayView(session.owner, $0) } ?? false
    }
    return hidden.map { session in
      var session = session
      return losePlace(of: &session, at: now)
    }
  }

  private mutating func losePlace(
    of session: inout DragSession, at now: Duration
  ) -> DragSessionEvent {
    session.reaim(nil)
    store(session, at: now)
    return session.event(.state(session.state), includesOwner: true)
  }

  /// Follows the renaming of a board: its live sessions, their leases, and the proposals of sessions that
  /// are over it. Remembered outcomes are unchanged.
  ///
  /// - Parameter new: A name that no session has.
  /// - Returns: The events to send: proposals of other boards' sessions have another board name now.
  public mutating func boardRenamed(_ old: BoardName, to new: BoardName) -> [DragSessionEvent] {
    var events: [DragSessionEvent] = []
    for id in concerned(with: old) {
      let isVisitor = sessions[id]!.load.board != old
      sessions[id]!.follow(old, renamed: new)
      guard isVisitor, let session = sessions[id] else { continue }
      events.append(session.event(.state(session.state), includesOwner: true))
    }
    begunOn.rename(old, to: new)
    visiting.rename(old, to: new)
    leases.rename(old, to: new)
    reservations.rename(old, to: new)
    changes.rename(old, to: new)
    return events
  }
}

extension DragSession {
  /// Replaces the name of a board in the session.
  fileprivate mutating func follow(_ old: BoardName, renamed new: BoardName) {
    rename(old, to: new)
    guard case .over(var hover) = aim, hover.destination.board == old else { return }
    hover.destination.board = new
    if hover.proposal.board != nil { hover.proposal.board = new }
    reaim(hover, isEvaluated: false)
  }
}
