import BoardAuthority
import BoardModel
import BoardWire

/// One flush of one board: what is the same for all watchers, and what was found out about them.
struct FlushRound {
  let live: LiveBoard
  /// The position that the watchers are brought to.
  let revision: Int
  let presence: Int
  /// By their slots. Whoever watches is there: it stops watching before it goes.
  let connections: [Connection?]
  /// The boards that a watcher's copy of must be brought up first.
  let foreignBoards: Set<BoardName>
  let time: TurnTime
  /// Whether the server stops, so that nobody is kept waiting.
  let isLast: Bool
  /// Whether some watcher is owed something that it cannot take now.
  var isAnyBlocked = false
  /// When the first of those is due that asked to wait.
  private(set) var nextDue: Duration?
  /// The position that watchers were last looked at from. Nearly all are at the same.
  private var latestFrom = -1
  private var latestSeen = -1
  /// Where the way from there leads, and whether there is anything to be sent.
  private(set) var latestRevision = -1
  private(set) var sendsLatest = false
  /// What is sent to those at that position, in the text form.
  private var latest: Passage?

  init(of live: LiveBoard, connections: [Connection?], at time: TurnTime, isLast: Bool) {
    self.live = live
    self.connections = connections
    self.time = time
    self.isLast = isLast
    revision = live.revision
    presence = live.presence.head
    foreignBoards = live.presence.foreignBoards
  }

  /// Whether a watcher is at the position that was last looked at.
  @inline(__always)
  func isLatest(_ watcher: Watcher) -> Bool {
    watcher.revision == latestFrom && watcher.presence == latestSeen
  }

  /// Finds out what is owed at a watcher's position, and opens the group of those who get it.
  mutating func look(at watcher: Watcher, drags: DragDesk, _ groups: inout BroadcastGroups) {
    let passage = live.passage(from: watcher.revision, presence: watcher.presence, drags: drags)
    latestFrom = watcher.revision
    latestSeen = watcher.presence
    latestRevision = passage.to
    sendsLatest = !passage.pieces.isEmpty
    latest = passage
    if sendsLatest { groups.open(passage) }
  }

  /// Sends what is owed at the position last looked at to a watcher that gets it in the JSON form.
  func addJSON(_ watcher: Watcher, _ groups: inout BroadcastGroups) {
    guard let latest else { return }
    groups.add(watcher.connection, twin: { live.passage(latest, in: .json) })
  }

  /// Whether a watcher that asked for a slower cadence may be sent something again.
  mutating func isDue(_ watcher: Watcher, at now: Duration) -> Bool {
    guard let due = live.paces[watcher.connection]?.nextDue, due > now, !isLast else { return true }
    nextDue = min(due, nextDue ?? due)
    return false
  }
}

/// What is sent to watchers in one turn: the same pieces to each group of them.
struct BroadcastGroups {
  private struct Group {
    let pieces: [Encoding]
    var connections: [ConnectionID] = []
  }

  private var groups: [Group] = []
  private var openIndex: Int?
  /// The group of those who get the open group's passage in the JSON form.
  private var twinIndex: Int?
  /// The connections of the open group, which has none meanwhile.
  private var connections: [ConnectionID] = []
  /// The watchers that are sent something, alone or with others.
  var count = 0

  var sentAny: Bool { count > 0 }

  /// Opens the group of those who get a passage.
  mutating func open(_ passage: Passage) {
    close()
    let opened = index(of: passage)
    swap(&connections, &groups[opened].connections)
    openIndex = opened
    twinIndex = nil
  }

  /// The group of those who get a passage.
  private mutating func index(of passage: Passage) -> Int {
    if let index = groups.lastIndex(where: { passage.isMade(of: $0.pieces) }) { return index }
    groups.append(Group(pieces: passage.pieces))
    return groups.count - 1
  }

  /// Puts a connection into the open group.
  @inline(__always)
  mutating func add(_ connection: ConnectionID) {
    count += 1
    connections.append(connection)
  }

  /// Puts a connection into the group of those who get the open group's passage in the JSON form.
  mutating func add(_ connection: ConnectionID, twin: () -> Passage) {
    count += 1
    let index = twinIndex ?? index(of: twin())
    twinIndex = index
    groups[index].connections.append(connection)
  }

  /// Sends a passage to one connection, in a group of its own; the open group stays open.
  mutating func add(_ connection: ConnectionID, alone passage: Passage) {
    count += 1
    groups.append(Group(pieces: passage.pieces, connections: [connection]))
  }

  private mutating func close() {
    if let openIndex { swap(&connections, &groups[openIndex].connections) }
    openIndex = nil
  }

  /// The groups in the order in which they were begun. The pieces of one group follow each other,
  /// so that each connection gets them in order.
  mutating func takeEffects() -> [Effect] {
    close()
    defer { groups = [] }
    return groups.flatMap { group in group.pieces.map { .broadcast($0, to: group.connections) } }
  }
}
