import BoardAuthority
import BoardJournal
import BoardModel
import BoardWire

/// The whole server without its sockets: what follows from a message, from a timer, from silence.
///
/// Bytes and times go in, effects come out at the end of each turn; the hub does no I/O and reads
/// no clock. One thread owns it.
///
/// A turn has two halves. While connections are read, commands are executed and replies pile up in
/// outboxes. `endTurn` then says what is to be sent: to each connection that has an answer coming
/// one write, and to the watchers of each changed board one batch that they share.
public final class Hub {
  /// The life that revisions, tags and sessions belong to.
  public internal(set) var epoch: Epoch
  var boards: [BoardName: LiveBoard] = [:]
  /// The same boards, as drops see them.
  var versionedBoards: VersionedBoards = [:]
  var desk = DragDesk()
  var connections: [Connection?] = []
  /// Those who said `hello`.
  var clients: [ClientName: Client] = [:]
  /// The connection that last drove each live session; it hears how the session ends.
  var drivers: [SessionID: ConnectionID] = [:]
  /// The boards on which each client has selected something.
  var selecting: [ClientName: Set<BoardName>] = [:]
  var now: Duration = .zero

  var generations: [UInt32] = []
  var freeSlots: [Int] = []
  var guests = 0
  /// The bytes of lines and blocks that have begun and not ended.
  var unfinishedBytes = 0
  /// The connections that sent more than their turn allowed.
  var waiting: [Connection] = []
  /// Resumable clients whose last connection closed, the longest away first. One that came back in
  /// the meantime has not `left`.
  var departed: [Client] = []
  public private(set) var connectionCount = 0
  /// The connections that have something to be sent this turn.
  var listed: [Connection] = []
  /// The boards of which some watcher may not be at the head.
  var dirty: [LiveBoard] = []
  /// The searches that were not answered in their first turn.
  var searches: [RunningSearch] = []
  /// How far all searches together go in a turn.
  var searchStepsInATurn = BoardSearch.turnSteps
  /// How far searches may still go in this turn.
  var searchSteps = 0
  var heartbeats = Heartbeats()
  /// Of connections that do not take what they were sent: the boards that have another name since,
  /// and the names by which the connections know them.
  var formerNames: [ConnectionID: [(board: LiveBoard, name: BoardName)]] = [:]
  /// The names of boards that are gone.
  var retired = RetiredNames()
  var cadence: Cadence
  /// The number of turns so far, this one included.
  var turn: TurnNumber = 1
  /// The time of the end of the turn.
  var turnTime: TurnTime = 0
  /// Whether watchers were sent something in this turn.
  var hasFlushed = false
  /// Until when nothing is sent to watchers, but for what their own commands bring.
  var restUntil: Duration = .zero
  /// What is left to be done of stopping.
  var ending = Ending.none
  /// What is written down of this turn.
  var keeping: Keeping

  enum Ending {
    case none
    /// Everyone is to be told at the end of this turn.
    case asked
    case told
  }

  /// - Parameters:
  ///   - epoch: The life of what is served. A hub that is restored from a journal takes the epoch of
  ///     that.
  ///   - isKept: Whether changes are to be written down. Each turn's journal must then be taken and
  ///     committed before its effects are performed.
  public init(cadence: Cadence = .automatic, epoch: Epoch, isKept: Bool = false) {
    self.cadence = cadence
    self.epoch = epoch
    keeping = Keeping(isOn: isKept)
    searchSteps = searchStepsInATurn
  }

  /// Serves a board with this content from now on.
  ///
  /// - Parameter revision: The board's revision. If an earlier board of the name came further, the
  ///   board begins behind it (rule 5.6).
  /// - Returns: the revision at which the board begins.
  /// - Throws: `Refusal.boardExists`.
  @discardableResult
  public func serve(
    _ name: BoardName, content: Content = [], revision: Int = 0
  ) throws(Refusal) -> Int {
    guard boards[name] == nil else { throw .boardExists(name) }
    guard boards.count < Limits.boards else { throw .limit("boards", Limits.boards) }
    let first = max(revision, retired.firstRevision(of: name))
    let live = LiveBoard(name, content: content, revision: first)
    add(live)
    keepNew(live)
    return first
  }

  /// Whether a board had this name that was removed or renamed, as far as that is remembered.
  public func hasRetired(_ name: BoardName) -> Bool { retired.contains(name) }

  func add(_ live: LiveBoard) {
    boards[live.name] = live
    versionedBoards[live.name] = live.versions
  }

  // MARK: Connections

  /// Takes a new connection and greets it.
  public func connect(at time: Duration) -> ConnectionID {
    now = time
    let slot = freeSlots.popLast() ?? connections.count
    if slot == connections.count {
      connections.append(nil)
      generations.append(0)
    }
    guests += 1
    keeping.use(guests, of: .guests)
    let client = Client(name: ClientName(unchecked: "guest-\(guests)"), account: nil)
    let id = ConnectionID(slot: slot, generation: generations[slot])
    let connection = Connection(id: id, client: client)
    connections[slot] = connection
    connectionCount += 1
    write(to: connection) { $0.buffer.append(Greeting(epoch: epoch, client: client.name)) }
    return id
  }

  /// The connection is gone. Its drag sessions are suspended or end.
  public func disconnected(_ id: ConnectionID, at time: Duration) {
    advance(to: time)
    guard let connection = connection(id) else { return }
    connection.isClosing = true
    while let watch = connection.watches.last { stopWatching(watch.board, on: connection) }
    abandonSearch(of: connection)
    heartbeats.set(nil, for: id, at: now)
    formerNames[id] = nil
    unfinishedBytes -= connection.unfinishedBytes
    connections[id.slot] = nil
    generations[id.slot] &+= 1
    freeSlots.append(id.slot)
    connectionCount -= 1
    leave(connection)
  }

  /// Whether the connection has bytes that it has not taken yet.
  ///
  /// A connection that has is sent nothing more of the boards it watches. Once it has taken
  /// everything it is owed the state as it is then, in one batch.
  ///
  /// - Parameter unsentBytes: How many bytes those are. They count as answers it has not taken.
  public func setBlocked(_ id: ConnectionID, _ isBlocked: Bool, unsentBytes: Int = 0) {
    guard let connection = connection(id) else { return }
    connection.unsentBytes = UInt32(clamping: unsentBytes)
    guard connection.isBlocked != isBlocked else { return }
    connection.isBlocked = isBlocked
    if !isBlocked { sendNewNames(to: connection) }
    for watch in connection.watches {
      watch.board.watchers[watch.position].isBlocked = isBlocked
      if !isBlocked { touch(watch.board) }
    }
  }

  /// Lets time pass. Drag sessions that are overdue end before anything else happens.
  func advance(to time: Duration) {
    now = time
    tell(desk.expire(now: now))
  }

  func connection(_ id: ConnectionID) -> Connection? {
    guard id.slot < connections.count, generations[id.slot] == id.generation else { return nil }
    return connections[id.slot]
  }

  private func leave(_ connection: Connection) {
    let client = connection.client
    client.account?.connections.removeAll { $0 == connection.id }
    guard client.connections.isEmpty else { return }
    tell(desk.ownerVanished(client.name, resumable: client.isResumable, at: now))
    dropSelections(of: client.name)
    if let account = client.account {
      account.left = now
      departed.append(client)
    } else {
      clients[client.name] = nil
    }
  }

  /// Forgets clients that have been away for too long, and the longest away where there are too many.
  func forgetDeparted() {
    while let client = departed.first {
      guard let account = client.account, let left = account.left else {
        departed.removeFirst()
        continue
      }
      let isOld = left + Limits.outcomeMemory <= now
      guard isOld || departed.count > Limits.departedClients else { break }
      departed.removeFirst()
      guard clients[client.name]?.account === account else { continue }
      clients[client.name] = nil
      keepForgotten(client)
    }
  }
}
