import BoardAuthority
import BoardModel
import BoardWire

/// What changed about the drag sessions, selections and policies of one board, in order.
///
/// Each change has a number. A subscriber is at a number as it is at a revision, and is owed the
/// difference between the sessions as it knows them and as they are when it is sent something. So the
/// log has no lines: of a live session it has what each part was and is, of an ended one that it
/// ended, and of each selection and policy when it last changed.
package struct PresenceLog: ~Copyable {
  /// A change, and the connection whose own command made it and whose reply already says it.
  struct Change {
    let number: Int
    let origin: ConnectionID?

    /// Whether somebody at a number is owed the change.
    ///
    /// - Parameter reader: The connection, if it made some of the changes itself.
    func isOwed(since number: Int, to reader: ConnectionID?) -> Bool {
      self.number > number && (reader == nil || origin != reader)
    }

    /// Whether somebody at a number knows of the change.
    func isKnown(at number: Int, to reader: ConnectionID?) -> Bool {
      self.number <= number || (reader != nil && origin == reader)
    }
  }

  /// A live session, as it is and as it was.
  struct Session {
    let id: SessionID
    let began: Change
    var items: PresenceHistory<[ItemID]>
    var state: PresenceHistory<DragState>
    var isSuspended: PresenceHistory<Bool>
    /// The state as those know it who are not told of other boards; nil if it was never over one.
    private(set) var veiled: PresenceHistory<DragState>?
    /// Whether it is or was over another board than its own.
    var wasAbroad: Bool { veiled != nil }
    /// The items that were brought from outside behind the first one.
    var parcels: [ItemID: Change] = [:]
    /// The number of the last of these changes.
    var last: Int

    fileprivate init(_ id: SessionID, _ items: [ItemID], _ began: Change) {
      self.id = id
      self.began = began
      self.items = PresenceHistory(items, began)
      state = PresenceHistory(.lifted, began)
      isSuspended = PresenceHistory(false, began)
      last = began.number
    }

    fileprivate mutating func note(_ state: DragState, _ change: Change, served: Int) {
      if state.isAbroad { veiled = veiled ?? self.state }
      self.state.note(state, change, served: served)
      self.state.limit(to: Self.values)
      guard let last = veiled?.last else { return }
      let veiledState = state.withoutForeignPlace
      // What they are not told is no change for them, however often it happens.
      guard last != veiledState else { return }
      veiled?.note(veiledState, change, served: served)
      veiled?.limit(to: Self.values)
    }

    /// So many values of a state or of the items are kept at most.
    private static let values = 32

    fileprivate mutating func note(_ items: [ItemID], _ change: Change, served: Int) {
      self.items.note(items, change, served: served)
      self.items.limit(to: Self.values)
    }

    fileprivate mutating func note(isSuspended: Bool, _ change: Change, served: Int) {
      self.isSuspended.note(isSuspended, change, served: served)
      self.isSuspended.limit(to: Self.values)
    }

    fileprivate mutating func clear() {
      items.clear()
      state.clear()
      veiled?.clear()
      isSuspended.clear()
    }
  }

  /// The end of a session.
  struct End {
    let id: SessionID
    var owner: ClientName
    let began: Change
    let change: Change
    /// What the session was, if it was ever over another board.
    let states: PresenceHistory<DragState>?
    /// What the owner is told.
    var outcome: ReportedOutcome
  }

  /// What a board has of which the last state is sent.
  enum Subject: Hashable {
    case selection(ClientName)
    case policy(BoardPolicies.Target)
    /// The types of fields.
    case types
  }

  /// The live sessions that began on the board, in the order they began.
  private(set) var sessions: [Session] = []
  /// The ends that some subscriber may be owed.
  private(set) var ends: [End] = []
  private var subjects: [Subject: Change] = [:]
  /// The number of the last change; 0 before the first.
  private(set) var head = 0
  /// The number from which on everything is still here.
  private(set) var tail = 0
  /// The number up to which some subscriber may have been sent what was noted.
  private var served = 0
  /// The number up to which nobody is owed anything.
  private var cleared = 0

  package var endCount: Int { ends.count }

  /// Whether more is stored than may be, until `compact` or `clear`.
  var isFull: Bool { ends.count + subjects.count > Limits.presenceEvents }

  /// Notes an event of a session.
  ///
  /// - Parameter isWatched: Whether the board has subscribers. If not, nobody is owed an end.
  /// - Returns: The number of the change.
  mutating func note(
    _ event: DragSessionEvent, by origin: ConnectionID?, isWatched: Bool
  ) -> Int {
    head += 1
    let change = Change(number: head, origin: origin)
    guard let index = index(of: event.session) else {
      if case .began(let load) = event.kind {
        assert(sessions.last.map { $0.id < event.session } ?? true, "sessions begin in their order")
        sessions.append(Session(event.session, load.items, change))
      }
      return head
    }
    sessions[index].last = head
    switch event.kind {
    case .began: break
    case .items(let items, let added):
      sessions[index].note(items, change, served: served)
      if added != nil, let item = items.last { sessions[index].parcels[item] = change }
    case .state(let state): sessions[index].note(state, change, served: served)
    case .suspended: sessions[index].note(isSuspended: true, change, served: served)
    case .resumed: sessions[index].note(isSuspended: false, change, served: served)
    case .ended(let outcome):
      let session = sessions.remove(at: index)
      guard isWatched else { break }
      ends.append(
        End(
          id: event.session, owner: event.owner, began: session.began, change: change,
          states: session.wasAbroad ? session.state : nil, outcome: ReportedOutcome(outcome)))
      if PlantedBug.endedTwice.isPlanted, let end = ends.last { ends.append(end) }
    }
    return head
  }

  /// Notes that a selection or a policy is another one.
  ///
  /// - Returns: The number of the change.
  mutating func note(_ subject: Subject, by origin: ConnectionID?, isWatched: Bool) -> Int {
    head += 1
    if isWatched { subjects[subject] = Change(number: head, origin: origin) }
    return head
  }

  /// The selections and policies that somebody at a number is owed, in the order of the changes.
  func subjects(since number: Int, for reader: ConnectionID?) -> [Subject] {
    guard !subjects.isEmpty else { return [] }
    return subjects.filter { $0.value.isOwed(since: number, to: reader) }
      .sorted { $0.value.number < $1.value.number }.map(\.key)
  }

  /// The ends behind a number.
  func ends(since number: Int) -> ArraySlice<End> {
    ends[ends.partitionIndex { ends[$0].change.number > number }...]
  }

  /// A session as it was last noted; nil if it is none of the board.
  func session(_ id: SessionID) -> Session? { index(of: id).map { sessions[$0] } }

  private func index(of id: SessionID) -> Int? {
    let index = sessions.partitionIndex { sessions[$0].id >= id }
    return index < sessions.count && sessions[index].id == id ? index : nil
  }

  /// Whether some subscriber may know of a session that is over another board, even if it has ended.
  func hasSession(over board: BoardName) -> Bool {
    func isOver(_ state: DragState) -> Bool {
      if case .over(let proposal) = state { proposal.board == board } else { false }
    }
    return sessions.contains { $0.wasAbroad && $0.state.contains(where: isOver) }
      || ends.contains { $0.states?.contains(where: isOver) ?? false }
  }

  /// Notes that some subscriber was sent everything up to the head.
  mutating func markServed() { served = head }

  /// Forgets what nobody is owed: all subscribers are at `head`.
  mutating func clear() {
    if cleared != head {
      for index in sessions.indices where sessions[index].last > cleared { sessions[index].clear() }
      cleared = head
    }
    guard !ends.isEmpty || !subjects.isEmpty else { return }
    ends.removeAll(keepingCapacity: ends.count <= 64)
    subjects.removeAll(keepingCapacity: subjects.count <= 64)
    tail = head
  }

  /// Makes room: forgets what no subscriber is owed, then the oldest.
  ///
  /// - Complexity: O(entries · log subscribers + subscribers · log subscribers).
  mutating func compact(for subscribers: [Subscriber]) {
    let positions = Set(subscribers.map(\.presence)).sorted()
    let connections = Set(subscribers.map(\.connection))
    let first = positions.first ?? head
    ends.removeAll { end in
      let next = positions.partitionIndex { positions[$0] >= end.began.number }
      if next < positions.count, positions[next] < end.change.number { return false }
      // A connection that began a session knows it, whatever it was sent.
      guard let owner = end.began.origin, owner != end.change.origin else { return true }
      return !connections.contains(owner)
    }
    subjects = subjects.filter { $0.value.number > first }
    if ends.count + subjects.count > Limits.presenceEvents / 2 { dropOldest() }
  }

  /// Drops the oldest until no more than half of what may be is left.
  private mutating func dropOldest() {
    let numbers = (ends.map(\.change.number) + subjects.values.map(\.number)).sorted()
    tail = numbers[numbers.count - Limits.presenceEvents / 2 - 1]
    ends.removeAll { $0.change.number <= tail }
    subjects = subjects.filter { $0.value.number > tail }
  }

  /// Notes that the owner of sessions that have ended is another client now.
  ///
  /// - Complexity: O(ends).
  package mutating func renameOwner(_ old: ClientName, to new: ClientName) {
    for index in ends.indices where ends[index].owner == old { ends[index].owner = new }
  }

  /// Notes that a board to which sessions of this board were copied has another name.
  mutating func renameForeignBoard(_ old: BoardName, to new: BoardName) {
    for index in ends.indices {
      guard case .copied(let revision, old?) = ends[index].outcome else { continue }
      ends[index].outcome = .copied(revision: revision, board: new)
    }
  }
}
