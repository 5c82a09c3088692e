import BoardAuthority
import BoardModel
import BoardWire

/// What is left of a flush that was cut short.
struct FlushRest {
  /// The place of the next subscriber.
  let position: Int
  /// How many subscribers the flush has not come to yet.
  let count: Int
  /// What those of them are sent who are where the others were.
  var shared = SharedUpdate.nothing
  /// The same in the JSON form, if somebody was sent it.
  var json: EncodedUpdate?
}

/// What a flush that takes many turns sends in all of them, although it does not lead to the head any more.
enum SharedUpdate {
  case nothing
  /// The first batch of `LiveBoard.way`, without events: those follow with the next flush.
  case batch
  /// A snapshot, to those who have seen the events up to a number. It holds the events up to another one, behind which there
  /// are none yet.
  case snapshot(EncodedUpdate, seen: Int, known: Int)
}

/// One flush of one board: what is the same for all subscribers, and what was found out about them.
struct FlushRound {
  let live: LiveBoard
  /// The position that the subscribers are brought to.
  let revision: Int
  let presence: Int
  /// By their slots. Whoever watches is there: it stops watching before it goes.
  let connections: [ClientConnection?]
  /// The clients that are told more of their sessions than others.
  let ownersAbroad: Set<ClientName>
  let time: TurnTime
  /// Whether the server stops, so that nobody waits.
  let isLast: Bool
  /// The steps that the turn had left when something else than serving a watcher was last paid, and what serving watchers
  /// has cost since the beginning. A property of the budget would be checked at each watcher.
  var steps: Int
  private(set) var spent = 0
  /// The most subscribers that it serves.
  var most = 0
  /// Whether the budget of the turn was spent before all subscribers were served.
  private(set) var isCutShort = false
  /// Whether some subscriber is owed something that it cannot take now.
  var isAnyBlocked = false
  /// Whether it passes over subscribers that were served before it was cut short, and may be behind again.
  var leavesSome = false
  /// When the first of those is due that must wait.
  private(set) var nextDue: Duration?
  /// The position that subscribers were last looked at from. Nearly all are at the same.
  private var latestFrom = -1
  private var latestSeen = -1
  /// What of the content those there are sent, and whether all others there are sent the same bytes.
  private var latestContent: WatchedContent?
  private var isLatestForAll = false
  /// What the others of its flush were sent in earlier turns.
  private let shared: SharedUpdate
  private let earlier: EncodedUpdate?
  /// Whether the position last looked at is sent that.
  private var sendsEarlier = false
  /// What is sent to those at that position, in the JSON form.
  private var latestJSON: EncodedUpdate?
  private let earlierJSON: EncodedUpdate?
  /// Where the way from there leads, and whether there is anything to be sent.
  private(set) var latestRevision = -1
  private(set) var sendsLatest = false
  /// The other boards of which the copies must be brought up first.
  private(set) var latestBoards: Set<BoardName> = []
  /// The clients that are told ends of their own sessions behind it, if it is a snapshot.
  private(set) var latestOwners: Set<ClientName> = []
  /// The steps that each of those takes who are sent it.
  private(set) var latestSteps = 0
  /// What is sent to those at that position, in the text form.
  private var latest: EncodedUpdate?

  init(
    of live: LiveBoard, connections: [ClientConnection?], ownersAbroad: Set<ClientName>,
    at time: TurnTime, isLast: Bool
  ) {
    self.live = live
    steps = live.budget.steps
    self.ownersAbroad = ownersAbroad
    self.connections = connections
    self.time = time
    self.isLast = isLast
    revision = live.revision
    presence = live.presence.head
    let rest = isLast ? nil : live.flushRest
    shared = rest?.shared ?? .nothing
    earlierJSON = rest?.json
    earlier =
      switch shared {
      case .nothing: nil
      case .batch: live.way.first
      case .snapshot(let snapshot, _, let known): known == presence ? snapshot : nil
      }
  }

  /// Whether it goes on with what others were sent in earlier turns.
  var goesOn: Bool { earlier != nil }

  var isSpent: Bool { steps <= spent }

  /// Pays for a watcher that is sent what the others at its position are.
  @inline(__always)
  mutating func spendLatest() { spent += latestSteps }

  /// Leaves the other subscribers for the next turn.
  mutating func cutShort(at now: Duration) {
    isCutShort = true
    nextDue = now
  }

  /// Notes that some subscriber must wait.
  mutating func wait(until due: Duration) { nextDue = min(due, nextDue ?? due) }

  /// Whether a subscriber is at the position that was last looked at.
  @inline(__always)
  func isLatest(_ subscriber: Subscriber) -> Bool {
    subscriber.revision == latestFrom
      && (isLatestForAll || subscriber.content == latestContent)
      && (subscriber.presence == latestSeen || PlantedBug.eventsOfAnotherReader.isPlanted)
  }

  /// Whether a subscriber waits for the batch that others were sent in an earlier turn.
  @inline(__always)
  func isEarlier(_ subscriber: Subscriber) -> Bool {
    guard let earlier, earlier.from == subscriber.revision else { return false }
    if case .snapshot(_, let seen, _) = shared {
      return seen == subscriber.presence && subscriber.content == nil
    }
    return subscriber.content == nil || live.counted(earlier) != nil
  }

  /// Whether the position last looked at is sent no events, which are owed still.
  var leavesEvents: Bool { sendsEarlier && !isLatestSnapshot }

  /// Begins the way of those who wait in the round, or of those who are at its end.
  func beginWay(_ drags: DragSessions) {
    if goesOn {
      live.flushRest?.shared = shared
      live.flushRest?.json = sendsEarlier && latestContent == nil ? latestJSON : earlierJSON
      if !isCutShort, case .batch = shared { live.way.removeFirst() }
    } else if isCutShort {
      share(drags)
    } else {
      live.way.begin(at: revision)
    }
  }

  /// Lets the others be sent in later turns what was sent last, if it has nothing that depends on other boards or readers.
  private func share(_ drags: DragSessions) {
    guard sendsLatest, let latest else { return }
    if isLatestSnapshot, latestContent == nil {
      guard latestBoards.isEmpty else { return }
      live.flushRest?.shared = .snapshot(latest, seen: latestSeen, known: presence)
      live.flushRest?.json = latestJSON
      live.way.begin(at: latest.to)
    } else if !live.isSnapshotDue(from: latestFrom) {
      let data = live.data(from: latestFrom, drags: drags)
      guard !data.isSnapshot, data.to > data.from else { return }
      live.flushRest?.shared = .batch
      live.way.begin(with: data)
    }
  }

  /// Whether the position last looked at is sent a snapshot.
  private(set) var isLatestSnapshot = false

  /// Finds out what is owed at a subscriber's position, and opens the group of those who get it.
  mutating func look(
    at subscriber: Subscriber, drags: DragSessions, _ groups: inout BroadcastGroups
  ) {
    sendsEarlier = isEarlier(subscriber)
    let update =
      (sendsEarlier ? earlier(of: subscriber.content) : nil)
      ?? live.update(
        from: subscriber.revision, presence: subscriber.presence, of: subscriber.content,
        drags: drags)
    let isSamePosition =
      subscriber.revision == latestFrom && subscriber.presence == latestSeen
    isLatestForAll =
      isSamePosition && !update.isSnapshot && latest?.isMade(of: update.pieces) == true
    latestContent = subscriber.content
    latestFrom = subscriber.revision
    latestSeen = subscriber.presence
    latestRevision = update.to
    sendsLatest = !update.pieces.isEmpty
    latestSteps = TurnBudget.sentWatcher + update.count / TurnBudget.sentBytesPerStep
    latestBoards = update.boards
    latestOwners =
      update.isSnapshot ? Set(live.presence.ends(since: subscriber.presence).map(\.owner)) : []
    latest = update
    isLatestSnapshot = update.isSnapshot
    latestJSON = sendsEarlier && latestContent == nil ? earlierJSON : nil
    if sendsLatest { groups.open(update, for: min(most, (steps - spent) / latestSteps + 1)) }
  }

  /// What the others of the flush were sent in earlier turns, for those who are sent this of the content.
  private func earlier(of content: WatchedContent?) -> EncodedUpdate? {
    content == nil ? earlier : earlier.flatMap { live.counted($0) }
  }

  /// Sends what is owed at the position last looked at to a subscriber that gets it in the JSON form.
  mutating func addJSON(_ subscriber: Subscriber, _ groups: inout BroadcastGroups) {
    guard let latest else { return }
    let json = latestJSON ?? live.update(latest, in: .json)
    latestJSON = json
    groups.add(subscriber.connection, json)
  }

  /// Whether a subscriber that asked for a slower cadence may be sent something again.
  mutating func isDue(_ subscriber: Subscriber, at now: Duration) -> Bool {
    guard let due = live.intervals[subscriber.connection]?.nextDue, due > now, !isLast else {
      return true
    }
    wait(until: due)
    return false
  }
}

/// What is sent to subscribers in one turn: the same pieces to each group of them.
struct BroadcastGroups {
  private struct Group {
    let pieces: [Encoding]
    var connections: [ConnectionID] = []
  }

  private var groups: [Group] = []
  private var openIndex: Int?
  /// The group of those who get the open group's update in the JSON form.
  private var jsonIndex: Int?
  /// The connections of the open group, which has none meanwhile.
  private var connections: [ConnectionID] = []
  /// The subscribers that are sent something, alone or with others.
  var count = 0

  var sentAny: Bool { count > 0 }

  /// Opens the group of those who get an update, with memory for so many of them.
  mutating func open(_ update: EncodedUpdate, for most: Int) {
    close()
    let opened = index(of: update)
    swap(&connections, &groups[opened].connections)
    if connections.isEmpty { connections.reserveCapacity(max(1, most)) }
    openIndex = opened
    jsonIndex = nil
  }

  /// The group of those who get an update.
  private mutating func index(of update: EncodedUpdate) -> Int {
    if let index = groups.lastIndex(where: { update.isMade(of: $0.pieces) }) { return index }
    groups.append(Group(pieces: update.pieces))
    return groups.count - 1
  }

  /// Puts a connection into the open group.
  @inline(__always)
  mutating func add(_ connection: ConnectionID) {
    count += 1
    connections.append(connection)
  }

  /// Puts a connection into the group of those who get the open group's update in the JSON form.
  mutating func add(_ connection: ConnectionID, _ jsonUpdate: EncodedUpdate) {
    count += 1
    let index = jsonIndex ?? index(of: jsonUpdate)
    jsonIndex = index
    groups[index].connections.append(connection)
  }

  /// Sends an update to one connection, in a group of its own; the open group stays open.
  mutating func add(_ connection: ConnectionID, alone update: EncodedUpdate) {
    count += 1
    groups.append(Group(pieces: update.pieces, connections: [connection]))
  }

  private mutating func close() {
    if let openIndex { swap(&connections, &groups[openIndex].connections) }
    openIndex = nil
  }

  /// The groups in the order in which they were begun. What has several pieces is sent to each
  /// connection as a whole: a piece may end within a line, and a WebSocket frame must not.
  mutating func finish(into effects: inout [Effect]) {
    close()
    for group in groups {
      if group.pieces.count == 1 {
        effects.append(.broadcast(group.pieces[0], to: group.connections))
      } else {
        let pieces = group.pieces.map(OutputPiece.shared)
        for connection in group.connections { effects.append(.send(pieces, to: connection)) }
      }
    }
    groups = []
  }
}
