import BoardAuthority
import BoardModel
import BoardWire

// What watchers are owed, and when they are sent it. Source: `protocol/specification.md`, section 7.

extension Hub {
  /// Brings the watchers of a board to its head if the window since the last flush is over.
  ///
  /// Watchers at one position share one encoding and one broadcast. A watcher that has replies
  /// coming gets them and the batch in one write.
  ///
  /// - Parameter isLast: Whether the server stops, so that nobody is kept waiting.
  func flush(_ live: LiveBoard, isLast: Bool, groups: inout BroadcastGroups) {
    guard isLast || isTime(toFlush: live) else { return }
    live.isTouched = false
    var round = FlushRound(of: live, connections: connections, at: turnTime, isLast: isLast)
    let before = groups.count
    serveWatchers(in: &round, &groups)
    if groups.count > before { live.lastFlush = now }
    if !round.isAnyBlocked && round.nextDue == nil { live.presence.clear() }
    live.nextFlush = round.nextDue
    live.isDirty = round.nextDue != nil
  }

  private func isTime(toFlush live: LiveBoard) -> Bool {
    let due = nextFlush(after: live.lastFlush)
    if due > now {
      live.nextFlush = due
      return false
    }
    // Without news there is only somebody with a slow cadence to wait for.
    return live.isTouched || live.nextFlush.map { $0 <= now } ?? true
  }

  private func serveWatchers(in round: inout FlushRound, _ groups: inout BroadcastGroups) {
    var position = round.live.beginFlush()
    // Thousands may watch, so they are taken out of the board meanwhile: properties of classes are
    // checked or copied at each use.
    var watchers: [Watcher] = []
    swap(&watchers, &round.live.watchers)
    for _ in watchers.indices {
      serve(&watchers[position], &round, &groups)
      position = position + 1 == watchers.count ? 0 : position + 1
    }
    swap(&watchers, &round.live.watchers)
  }

  /// Sends a watcher what it is owed, if it is its time.
  @inline(__always)
  private func serve(
    _ watcher: inout Watcher, _ round: inout FlushRound, _ groups: inout BroadcastGroups
  ) {
    if watcher.revision == round.revision && watcher.presence == round.presence { return }
    if watcher.isBlocked {
      round.isAnyBlocked = true
    } else if !watcher.isPaced || round.isDue(watcher, at: now) {
      if !round.foreignBoards.isEmpty { bringUpOthers(round.foreignBoards, before: watcher) }
      bringUp(&watcher, &round, &groups)
    }
  }

  /// Brings a watcher's copies of other boards up, whose index paths or revisions it is about to be
  /// sent.
  private func bringUpOthers(_ names: Set<BoardName>, before watcher: Watcher) {
    guard let connection = connection(watcher.connection), !connection.isClosing else { return }
    for name in names {
      if let other = boards[name] { catchUpData(connection, on: other) }
    }
  }

  @inline(__always)
  private func bringUp(
    _ watcher: inout Watcher, _ round: inout FlushRound, _ groups: inout BroadcastGroups
  ) {
    guard let connection = round.connections[watcher.connection.slot], !connection.isClosing
    else { return }
    let isAlone =
      watcher.hasOwnEvents || (connection.isListed && connection.broadcastTurn != turn)
    if isAlone { return bringUp(&watcher, of: connection, &round, &groups) }
    if !round.isLatest(watcher) { round.look(at: watcher, drags: desk, &groups) }
    let form = connection.form
    watcher.revision = round.latestRevision
    watcher.knowsEvents(upTo: round.presence)
    guard round.sendsLatest else { return }
    if watcher.isPaced { round.live.paces[watcher.connection]?.lastSent = now }
    connection.broadcastTurn = turn
    connection.lastSent = round.time
    if form == .text { groups.add(watcher.connection) } else { round.addJSON(watcher, &groups) }
  }

  /// Sends a watcher what it is owed in one write with its replies, or without its own drag events.
  @inline(never)
  private func bringUp(
    _ watcher: inout Watcher, of connection: Connection, _ round: inout FlushRound,
    _ groups: inout BroadcastGroups
  ) {
    let passage =
      watcher.hasOwnEvents
      ? round.live.passage(for: watcher, drags: desk)
      : round.live.passage(from: watcher.revision, presence: watcher.presence, drags: desk)
    watcher.revision = passage.to
    watcher.knowsEvents(upTo: round.presence)
    guard !passage.pieces.isEmpty else { return }
    if watcher.isPaced { round.live.paces[watcher.connection]?.lastSent = now }
    // What goes to many goes behind all outboxes, and whatever follows on it must, too.
    if connection.broadcastTurn != turn {
      groups.count += 1
      send(passage, of: round.live, to: connection)
    } else {
      let passage = round.live.passage(passage, in: connection.form)
      connection.lastSent = round.time
      groups.add(watcher.connection, alone: passage)
    }
  }

  /// Brings one connection's copy of a board to the head at once, in front of its next reply. If
  /// the content is the same, it gets a batch without rows.
  ///
  /// Drag events of others stay for the next flush; with a snapshot, which holds the live sessions,
  /// go those of the events that are ends.
  func catchUp(_ connection: Connection, on live: LiveBoard) {
    guard let index = connection.watch(of: live) else { return }
    let watcher = live.watchers[connection.watches[index].position]
    guard watcher.revision < live.revision else { return }
    if live.data(from: watcher.revision, drags: desk).isSnapshot {
      catchUpWholly(connection, on: live)
    } else {
      catchUpData(connection, on: live)
    }
  }

  /// The same, with none of the boards before it on which drags ended that a snapshot tells.
  private func catchUpData(_ connection: Connection, on live: LiveBoard) {
    guard let index = connection.watch(of: live) else { return }
    let position = connection.watches[index].position
    let watcher = live.watchers[position]
    var passage = live.dataToHead(from: watcher.revision, drags: desk)
    if passage.isSnapshot {
      passage = live.passage(for: watcher, drags: desk)
      live.watchers[position].knowsEvents(upTo: live.presence.head)
    }
    live.watchers[position].revision = passage.to
    send(passage, of: live, to: connection)
  }

  /// Sends one connection all it is owed of a board, at once.
  ///
  /// Boards whose index paths or revisions are told with it come first.
  func catchUpWholly(_ connection: Connection, on live: LiveBoard) {
    guard let index = connection.watch(of: live) else { return }
    for name in live.presence.foreignBoards {
      if let other = boards[name] { catchUpData(connection, on: other) }
    }
    let position = connection.watches[index].position
    let passage = live.passage(for: live.watchers[position], drags: desk, reachesHead: true)
    live.watchers[position].revision = passage.to
    live.watchers[position].knowsEvents(upTo: live.presence.head)
    send(passage, of: live, to: connection)
  }

  private func send(_ passage: Passage, of live: LiveBoard, to connection: Connection) {
    guard !passage.pieces.isEmpty else { return }
    let form = connection.form
    let pieces = live.passage(passage, in: form)
    write(to: connection) { $0.append(pieces, in: form) }
  }
}
