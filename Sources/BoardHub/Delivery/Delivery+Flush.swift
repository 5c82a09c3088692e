import BoardAuthority
import BoardModel
import BoardWire

// What subscribers are owed, and when they are sent it. Source: `protocol/specification.md`, section 7.

extension Delivery {
  /// Brings the subscribers of a board to its head if the window since the last flush is over.
  ///
  /// Watchers at one position share one encoding and one broadcast. A subscriber that has replies
  /// coming gets them and the batch in one write.
  ///
  /// - Parameter isLast: Whether the server stops, so that nobody waits.
  func flush(_ live: LiveBoard, isLast: Bool, groups: inout BroadcastGroups) {
    guard isLast || isTime(toFlush: live) else { return }
    live.isTouched = false
    var round = FlushRound(of: live, connections: roster.connections, at: turnTime, isLast: isLast)
    let before = groups.count
    serveWatchers(in: &round, &groups)
    if groups.count > before { live.lastFlush = clock.now }
    if !round.isAnyBlocked && round.nextDue == nil { live.presence.clear() }
    live.nextFlush = round.nextDue
    live.isDirty = round.nextDue != nil
  }

  private func isTime(toFlush live: LiveBoard) -> Bool {
    let due = nextFlush(after: live.lastFlush)
    if due > clock.now {
      live.nextFlush = due
      return false
    }
    // Without news there is only somebody with a slow cadence to wait for.
    return live.isTouched || live.nextFlush.map { $0 <= clock.now } ?? true
  }

  private func serveWatchers(in round: inout FlushRound, _ groups: inout BroadcastGroups) {
    var position = round.live.beginFlush()
    // Thousands may watch, so they are taken out of the board meanwhile: properties of classes are
    // checked or copied at each use.
    var subscribers: [Subscriber] = []
    swap(&subscribers, &round.live.subscribers)
    for _ in subscribers.indices {
      serve(&subscribers[position], &round, &groups)
      if round.isCutShort { break }
      position = position + 1 == subscribers.count ? 0 : position + 1
    }
    swap(&subscribers, &round.live.subscribers)
  }

  /// Sends a subscriber what it is owed, if it is its time.
  @inline(__always)
  private func serve(
    _ subscriber: inout Subscriber, _ round: inout FlushRound, _ groups: inout BroadcastGroups
  ) {
    if subscriber.revision == round.revision && subscriber.presence == round.presence { return }
    if subscriber.isBlocked {
      round.isAnyBlocked = true
    } else if !subscriber.hasInterval || round.isDue(subscriber, at: clock.now) {
      if !round.foreignBoards.isEmpty { bringUpOthers(round.foreignBoards, before: subscriber) }
      bringUp(&subscriber, &round, &groups)
    }
  }

  /// Brings a subscriber's copies of other boards up, whose index paths or revisions it is about to be
  /// sent.
  private func bringUpOthers(_ names: Set<BoardName>, before subscriber: Subscriber) {
    guard let connection = roster[subscriber.connection], !connection.isClosing else { return }
    for name in names {
      if let other = boards[name] { catchUpData(connection, on: other) }
    }
  }

  @inline(__always)
  private func bringUp(
    _ subscriber: inout Subscriber, _ round: inout FlushRound, _ groups: inout BroadcastGroups
  ) {
    guard let connection = round.connections[subscriber.connection.slot], !connection.isClosing
    else { return }
    if !round.isLatest(subscriber), budget.isSpent, !round.isLast {
      return round.cutShort(at: clock.now)
    }
    let isAlone =
      subscriber.hasOwnEvents || (connection.isListed && connection.broadcastTurn != turn)
    if isAlone { return bringUp(&subscriber, of: connection, &round, &groups) }
    if !round.isLatest(subscriber) { round.look(at: subscriber, drags: drags, &groups) }
    let form = connection.form
    subscriber.revision = round.latestRevision
    subscriber.knowsEvents(upTo: round.presence)
    guard round.sendsLatest else { return }
    if subscriber.hasInterval { round.live.intervals[subscriber.connection]?.lastSent = clock.now }
    connection.broadcastTurn = turn
    connection.lastSent = round.time
    if form == .text {
      groups.add(subscriber.connection)
    } else {
      round.addJSON(subscriber, &groups)
    }
  }

  /// Sends a subscriber what it is owed in one write with its replies, or without its own drag events.
  @inline(never)
  private func bringUp(
    _ subscriber: inout Subscriber, of connection: ClientConnection, _ round: inout FlushRound,
    _ groups: inout BroadcastGroups
  ) {
    let update =
      subscriber.hasOwnEvents
      ? round.live.update(for: subscriber, drags: drags)
      : round.live.update(from: subscriber.revision, presence: subscriber.presence, drags: drags)
    subscriber.revision = update.to
    subscriber.knowsEvents(upTo: round.presence)
    guard !update.pieces.isEmpty else { return }
    if subscriber.hasInterval { round.live.intervals[subscriber.connection]?.lastSent = clock.now }
    // What goes to many goes behind all outboxes, and whatever follows on it must, too.
    if connection.broadcastTurn != turn {
      groups.count += 1
      send(update, of: round.live, to: connection)
    } else {
      let update = round.live.update(update, in: connection.form)
      connection.lastSent = round.time
      groups.add(subscriber.connection, alone: update)
    }
  }
}
