import BoardCore
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
  var boards: [BoardName: LiveBoard] = [:]
  /// The same boards, as drops see them.
  var grounds: DropGrounds = [:]
  var desk = DragDesk()
  var connections: [Connection?] = []
  var clients: [ClientName: Client] = [:]
  /// The connection that last drove each live session; it hears how the session ends.
  var drivers: [SessionID: ConnectionID] = [:]
  var now: Duration = .zero

  private var generations: [Int] = []
  private var freeSlots: [Int] = []
  private var guests = 0
  /// The connections that sent more than their turn allowed.
  private var waiting: [Connection] = []
  /// Resumable clients whose last connection closed, the longest away first. One that came back in
  /// the meantime has no `left`.
  private var departed: [Client] = []
  public private(set) var connectionCount = 0
  /// The connections that have something to be sent this turn.
  private var listed: [Connection] = []
  /// The boards of which some watcher may not be at the head.
  private var dirty: [LiveBoard] = []
  private var cadence: Cadence
  /// Whether watchers were sent something in this turn.
  private var hasFlushed = false
  /// Until when nothing is sent to watchers, but for what their own commands bring.
  private var restUntil: Duration = .zero
  /// What is left to be done of stopping.
  private var ending = Ending.none

  private enum Ending {
    case none
    /// Everyone is to be told at the end of this turn.
    case asked
    case told
  }

  public init(cadence: Cadence = .automatic) {
    self.cadence = cadence
  }

  /// Serves a board with this content from now on.
  ///
  /// - Throws: `Refusal.boardExists`.
  public func serve(_ name: BoardName, content: Content = [], revision: Int = 0) throws(Refusal) {
    guard boards[name] == nil else { throw .boardExists(name) }
    guard boards.count < Limits.boards else { throw .limit("boards", Limits.boards) }
    let live = LiveBoard(name, content: content, revision: revision)
    boards[name] = live
    grounds[name] = live.ground
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
    let client = Client(name: ClientName(unchecked: "guest-\(guests)"), token: nil)
    clients[client.name] = client
    let id = ConnectionID(slot: slot, generation: generations[slot])
    let connection = Connection(id: id, client: client)
    client.connections.append(id)
    connections[slot] = connection
    connectionCount += 1
    connection.outbox.buffer.appendGreeting()
    list(connection)
    return id
  }

  /// Executes what a connection sent, as much as its turn allows. The rest waits.
  ///
  /// Bytes of connections that are closing are dropped.
  /// - Returns: Whether more may be read of it. If not, `goOn` tells later.
  ///
  /// - Parameter mayGoOn: Asked after each command whether there is time for another one.
  public func receive(
    _ bytes: UnsafeRawBufferPointer, from id: ConnectionID, at time: Duration,
    while mayGoOn: () -> Bool = { true }
  ) -> Bool {
    advance(to: time)
    guard let connection = connection(id), !connection.isClosing else { return true }
    guard connection.unread.isEmpty else {
      connection.unread += bytes
      return false
    }
    let taken = execute(bytes, on: connection, while: mayGoOn)
    guard taken < bytes.count, !connection.isClosing else { return true }
    connection.unread = Array(bytes[taken...])
    waiting.append(connection)
    return false
  }

  /// Executes what connections sent earlier than their turn allowed.
  ///
  /// - Returns: The connections of which more may be read again.
  public func goOn(at time: Duration, while mayGoOn: () -> Bool = { true }) -> [ConnectionID] {
    guard !waiting.isEmpty else { return [] }
    advance(to: time)
    let turns = waiting
    waiting = []
    return turns.compactMap { connection in
      guard self.connection(connection.id) === connection else { return nil }
      guard goOn(connection, while: mayGoOn) else {
        waiting.append(connection)
        return nil
      }
      return connection.id
    }
  }

  /// - Returns: Whether everything it sent has been executed.
  private func goOn(_ connection: Connection, while mayGoOn: () -> Bool) -> Bool {
    guard !connection.isBlocked else { return false }
    connection.allowance = Limits.commandsInATurn
    let bytes = connection.unread
    let taken = bytes.withUnsafeBytes { execute($0, on: connection, while: mayGoOn) }
    connection.unread = connection.isClosing ? [] : Array(bytes[taken...])
    guard connection.unread.isEmpty else { return false }
    if connection.hasEnded { end(connection) }
    return true
  }

  /// Whether the connection sent more than its turn allowed, and waits.
  public func holdsUnread(of id: ConnectionID) -> Bool {
    connection(id).map { !$0.unread.isEmpty } ?? false
  }

  /// Whether a connection that is not blocked waits for its next turn.
  public var hasUnread: Bool { waiting.contains { !$0.isBlocked } }

  /// - Returns: The number of bytes executed.
  private func execute(
    _ bytes: UnsafeRawBufferPointer, on connection: Connection, while mayGoOn: () -> Bool
  ) -> Int {
    connection.framer.feed(bytes) { frame in
      self.take(frame, on: connection)
      if !connection.isListed && connection.allowance < Limits.commandsInATurn { list(connection) }
      return connection.mayGoOn && mayGoOn()
    }
  }

  /// The connection will send no more. What it asked is still answered; then it is closed.
  public func inputEnded(by id: ConnectionID, at time: Duration) {
    advance(to: time)
    guard let connection = connection(id), !connection.isClosing else { return }
    if connection.unread.isEmpty { end(connection) } else { connection.hasEnded = true }
  }

  private func end(_ connection: Connection) {
    guard !connection.isClosing else { return }
    if connection.framer.finish() {
      answer(.error(.unfinishedLine), tag: nil, on: connection)
    }
    say(.quit, to: connection)
  }

  /// Lets time pass. Drag sessions that are overdue end before anything else happens.
  private func advance(to time: Duration) {
    now = time
    tell(desk.expire(now: now))
  }

  /// The connection is gone. Its drag sessions are suspended or end.
  public func disconnected(_ id: ConnectionID, at time: Duration) {
    advance(to: time)
    guard let connection = connection(id) else { return }
    connection.isClosing = true
    while let watch = connection.watches.last { stopWatching(watch.board, on: connection) }
    connections[id.slot] = nil
    generations[id.slot] += 1
    freeSlots.append(id.slot)
    connectionCount -= 1
    leave(connection)
  }

  /// Whether the connection has bytes that it has not taken yet.
  ///
  /// A connection that has is sent nothing more of the boards it watches. Once it has taken
  /// everything it is owed the state as it is then, in one batch.
  public func setBlocked(_ id: ConnectionID, _ isBlocked: Bool) {
    guard let connection = connection(id), connection.isBlocked != isBlocked else { return }
    connection.isBlocked = isBlocked
    for watch in connection.watches {
      watch.board.watchers[watch.position].isBlocked = isBlocked
      if !isBlocked { touch(watch.board) }
    }
  }

  func connection(_ id: ConnectionID) -> Connection? {
    guard id.slot < connections.count, generations[id.slot] == id.generation else { return nil }
    return connections[id.slot]
  }

  private func leave(_ connection: Connection) {
    let client = connection.client
    client.connections.removeAll { $0 == connection.id }
    guard client.connections.isEmpty else { return }
    tell(desk.ownerVanished(client.name, resumable: client.isResumable, at: now))
    if client.isResumable {
      client.left = now
      departed.append(client)
    } else {
      clients[client.name] = nil
    }
  }

  /// Forgets clients that have been away for too long, and the longest away where there are too many.
  private func forgetDeparted() {
    while let client = departed.first {
      guard let left = client.left else {
        departed.removeFirst()
        continue
      }
      let isOld = left + Limits.outcomeMemory <= now
      guard isOld || departed.count > Limits.departedClients else { break }
      departed.removeFirst()
      if client.left == left, clients[client.name] === client { clients[client.name] = nil }
    }
  }

  // MARK: Sending

  /// Says goodbye and lets nothing more of the connection be executed.
  func say(_ bye: Bye, to connection: Connection) {
    guard !connection.isClosing else { return }
    connection.isClosing = true
    connection.outbox.buffer.append(.bye(bye))
    list(connection)
  }

  /// Notes that the connection has something to be sent.
  func list(_ connection: Connection) {
    guard !connection.isListed else { return }
    connection.isListed = true
    listed.append(connection)
  }

  /// Notes that some watcher of the board may not be at its head.
  func touch(_ board: LiveBoard) {
    board.isTouched = true
    guard !board.isDirty else { return }
    board.isDirty = true
    dirty.append(board)
  }

  /// Ends the turn: lets what is overdue expire, and says what is to be sent.
  ///
  /// Replies come before what goes to many, so that nobody's answer waits for a fan-out.
  public func endTurn(at time: Duration) -> [Effect] {
    advance(to: time)
    forgetDeparted()
    var groups = BroadcastGroups()
    // What everyone is still owed goes in front of the goodbye, in the same write.
    if ending == .asked { for case let connection? in connections { list(connection) } }
    for board in dirty { flush(board, isLast: ending == .asked, groups: &groups) }
    dirty.removeAll { !$0.isDirty }
    hasFlushed = hasFlushed || groups.sentAny
    if ending == .asked {
      ending = .told
      for case let connection? in connections { say(.shutdown, to: connection) }
    }
    return takeOutboxes() + groups.effects
  }

  /// When a board that was last sent to watchers at a time may be sent again.
  func nextFlush(after last: Duration?) -> Duration {
    guard let last else { return restUntil }
    switch cadence {
    case .automatic: return max(last + Cadence.shortest, restUntil)
    case .fixed(let window): return last + window
    }
  }

  /// Takes note of how long a turn took in all, with its effects performed.
  ///
  /// After a turn that sent to watchers there is a rest as long as that, so that sending never takes
  /// more than half of the time, however many boards and watchers there are.
  public func turnTook(_ length: Duration, endingAt time: Duration) {
    guard hasFlushed else { return }
    hasFlushed = false
    if cadence == .automatic { restUntil = time + length }
  }

  private func takeOutboxes() -> [Effect] {
    var effects: [Effect] = []
    for connection in listed {
      connection.isListed = false
      connection.allowance = Limits.commandsInATurn
      guard self.connection(connection.id) === connection else { continue }
      let pieces = connection.outbox.take()
      if !pieces.isEmpty { effects.append(.send(pieces, to: connection.id)) }
      if connection.isClosing { effects.append(.close(connection.id)) }
    }
    listed.removeAll(keepingCapacity: true)
    return effects
  }

  /// When `endTurn` is wanted again even if nothing arrives; nil if never.
  public var nextDeadline: Duration? {
    let flushes = dirty.lazy.compactMap(\.nextFlush)
    return [flushes.min(), desk.nextDeadline].compactMap(\.self).min()
  }

  /// Tells everyone, at the end of this turn, that the server stops.
  public func stop(at time: Duration) {
    advance(to: time)
    tell(desk.shutdown(at: now))
    if ending == .none { ending = .asked }
  }
}
