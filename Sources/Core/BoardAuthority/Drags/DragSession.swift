import BoardModel

/// One drag, from lift to drop: the state machine of `protocol/drag-session.md`.
///
/// Each input is one function. It changes the state, or throws and changes nothing. `DragCoordinator` derives
/// the consequences for others.
public struct DragSession: Sendable {
  /// What the session is over: a place, what was asked for there, and the answer.
  struct Hover: Hashable, Sendable {
    var asked: DropOperation?
    var destination: Destination
    var proposal: DropProposal
    /// The items of the drag in the section of the place that do not count there.
    var own: CountAround
  }

  /// What a live session is over. A suspended session keeps it.
  enum Aim: Hashable, Sendable {
    /// Over nothing. `lost` is the place it was over, if that place is gone.
    case lifted(lost: String?)
    indirect case over(Hover)
  }

  private enum Phase: Sendable {
    case active(Aim)
    /// The owner has no connection, since that time.
    case suspended(Aim, since: Duration)
    /// Final.
    case ended(SessionOutcome)
  }

  public let id: SessionID
  public internal(set) var owner: ClientName
  public private(set) var load: DragLoad
  /// What others took out of the session since its owner last proposed, added or removed.
  public private(set) var missing: [ItemID] = []
  private var phase = Phase.active(.lifted(lost: nil))
  /// The number of the last change of a board after which the place it is over was evaluated.
  var evaluatedAfter = 0
  /// Whether others took items out of it since then.
  private(set) var hasLostItems = false
  /// Whether its items may have other fields since then.
  private(set) var mayHaveOtherFields = false
  /// Whether items were ever taken out of it, by whomever.
  public private(set) var isReduced = false
  private let began: Duration
  /// When the owner last gave a command; of an ended session, when it ended.
  private var heard: Duration

  init(_ id: SessionID, of owner: ClientName, carrying load: DragLoad, at now: Duration) {
    precondition(!load.items.isEmpty, "a drag has items")
    self.id = id
    self.owner = owner
    self.load = load
    began = now
    heard = now
  }
}

// Queries in any state.

extension DragSession {
  /// The state of the session, also while it is suspended. A session that has ended is `lifted`.
  public var state: DragState {
    switch aim {
    case .over(let hover): .over(hover.proposal)
    case .lifted(lost: .some): .lost
    case .lifted(lost: nil), nil: .lifted
    }
  }

  /// The proposal the session is over, or nil.
  public var proposal: DropProposal? {
    guard case .over(let proposal) = state else { return nil }
    return proposal
  }

  /// Whether the session is over a place, and others took items out of it since its owner last
  /// proposed, added or removed: `perform` is then refused.
  public var isShort: Bool { proposal != nil && !missing.isEmpty }

  /// The event that tells the items.
  public var itemsEvent: DragSessionEvent { event(.items(load.items, added: nil)) }

  /// The event that tells where it is.
  public var stateEvent: DragSessionEvent { event(.state(state)) }

  /// The same, for those who may not know of the place if that is on another board.
  public var withoutForeignPlace: DragSession {
    guard state.isAbroad else { return self }
    var session = self
    session.phase =
      isSuspended ? .suspended(.lifted(lost: nil), since: heard) : .active(.lifted(lost: nil))
    return session
  }

  public var isSuspended: Bool {
    switch phase {
    case .suspended: true
    case .active, .ended: false
    }
  }

  /// How the session ended, or nil while it lives.
  public var outcome: SessionOutcome? {
    switch phase {
    case .ended(let outcome): outcome
    case .active, .suspended: nil
    }
  }

  /// When the session ends by itself, unless its owner does something; nil if it has ended.
  public var deadline: Duration? {
    switch phase {
    case .active: min(heard + Limits.sessionIdle, began + Limits.sessionLife)
    case .suspended(_, let since): min(since + Limits.sessionGrace, began + Limits.sessionLife)
    case .ended: nil
    }
  }

  /// Whether the session lives, or ended lately.
  func isRemembered(at now: Duration) -> Bool {
    switch phase {
    case .active, .suspended: true
    case .ended: now < heard + Limits.outcomeMemory
    }
  }

  var aim: Aim? {
    switch phase {
    case .active(let aim), .suspended(let aim, _): aim
    case .ended: nil
    }
  }

  /// The board of the place the session is over, or nil.
  var boardBelow: BoardName? {
    guard case .over(let hover) = aim else { return nil }
    return hover.destination.board
  }

  /// What the session is aimed at, if its owner can go on with it.
  ///
  /// - Throws: `sessionSuspended` or `sessionEnded`.
  @discardableResult
  func requireActive() throws(Refusal) -> Aim {
    switch phase {
    case .active(let aim): return aim
    case .suspended: throw .sessionSuspended(id)
    case .ended(let outcome): throw .sessionEnded(id, ending: outcome)
    }
  }
}

// Commands of the owner.

extension DragSession {
  /// Notes that the owner is active.
  mutating func hear(at now: Duration) {
    switch phase {
    case .active: heard = max(heard, now)
    case .suspended, .ended: break
    }
  }

  /// - Parameter change: The number of the last change of a board that was looked at.
  mutating func propose(_ hover: Hover, after change: Int, at now: Duration) throws(Refusal) {
    try requireActive()
    phase = .active(.over(hover))
    missing = []
    hasLostItems = false
    mayHaveOtherFields = false
    evaluatedAfter = change
    hear(at: now)
  }

  /// Leaves the place; false if the session was lifted already.
  mutating func exit() throws(Refusal) -> Bool {
    let aim = try requireActive()
    phase = .active(.lifted(lost: nil))
    return aim != .lifted(lost: nil)
  }

  /// Adds items, with the parcels of those from outside.
  mutating func add(_ items: [ItemID], parcels: [ItemID: DragParcel] = [:]) throws(Refusal) {
    try requireActive()
    assert(items.allSatisfy { !load.group.contains($0) }, "an item is in a drag once")
    load = load.adding(items, parcels: parcels)
    missing = []
  }

  /// Puts items back. With the last one the session ends as cancelled.
  mutating func remove(_ items: Set<ItemID>) throws(Refusal) {
    try requireActive()
    assert(items.allSatisfy(load.group.contains), "only items of the drag are removed")
    load = load.removing(items)
    missing = []
    isReduced = true
    if load.items.isEmpty { phase = .ended(.cancelled) }
  }

  /// The place and proposal to drop at, or nil if the session is over nothing.
  ///
  /// - Throws: `destinationGone` or `itemsGone` if the owner could not know what it drops;
  ///   `sessionSuspended`, `sessionEnded`.
  func hoverForDrop() throws(Refusal) -> Hover? {
    switch try requireActive() {
    case .lifted(lost: nil): return nil
    case .lifted(let place?): throw .destinationGone(place)
    case .over(let hover):
      guard missing.isEmpty else { throw .itemsGone(missing) }
      return hover
    }
  }

  /// Resumes a suspended session.
  ///
  /// - Throws: `notSuspended` or `sessionEnded`.
  mutating func resume(at now: Duration) throws(Refusal) {
    switch phase {
    case .suspended(let aim, _):
      phase = .active(aim)
      heard = now
    case .active: throw .notSuspended(id)
    case .ended(let outcome): throw .sessionEnded(id, ending: outcome)
    }
  }
}

// Events from others.

extension DragSession {
  /// Suspends the session; false if it is not held.
  mutating func suspend(at now: Duration) -> Bool {
    switch phase {
    case .active(let aim):
      phase = .suspended(aim, since: now)
      return true
    case .suspended, .ended: return false
    }
  }

  /// Removes items that others moved or deleted. With the last one the session ends as gone.
  mutating func lose(_ items: Set<ItemID>) {
    switch phase {
    case .active, .suspended:
      missing += load.items.filter(items.contains)
      load = load.removing(items)
      hasLostItems = true
      isReduced = true
      if load.items.isEmpty { phase = .ended(.gone) }
    case .ended: break
    }
  }

  /// Notes that items may have other fields.
  mutating func expectOtherFields() { mayHaveOtherFields = true }

  /// Updates the place that the session is over; nil if the place is gone.
  ///
  /// - Parameter isEvaluated: Whether the proposal is evaluated with the items that the session has.
  mutating func reaim(_ hover: Hover?, isEvaluated: Bool = true) {
    if isEvaluated { (hasLostItems, mayHaveOtherFields) = (false, false) }
    switch phase {
    case .active(.over(let old)): phase = .active(Self.aim(hover, instead: old))
    case .suspended(.over(let old), let since):
      phase = .suspended(Self.aim(hover, instead: old), since: since)
    case .active(.lifted), .suspended(.lifted, _), .ended: break
    }
  }

  private static func aim(_ hover: Hover?, instead old: Hover) -> Aim {
    hover.map(Aim.over) ?? .lifted(lost: old.destination.words)
  }

  /// Follows the renaming of the board on which the session began.
  mutating func rename(_ old: BoardName, to new: BoardName) {
    if load.board == old { load = load.renaming(to: new) }
  }

  /// What an ended session had until then, and the event of its end.
  struct Remains {
    let load: DragLoad
    let boardBelow: BoardName?
    let isReduced: Bool
    let event: DragSessionEvent
  }

  /// Ends, and releases what an ended session no longer needs; nil if it has ended already.
  mutating func end(_ outcome: SessionOutcome, at now: Duration) -> Remains? {
    if case .ended = phase { return nil }
    let remains = Remains(
      load: load, boardBelow: boardBelow, isReduced: isReduced,
      event: event(.ended(outcome), includesOwner: true))
    phase = .ended(outcome)
    heard = now
    load = DragLoad([], on: load.board, operations: load.operations, isLocal: load.isLocal)
    missing = []
    return remains
  }
}
