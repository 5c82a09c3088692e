import BoardAuthority
import BoardModel
import BoardWire

// What subscribers are owed, and when they are sent it. Source: `protocol/core.md`, section 7.

extension Delivery {
  /// Brings the subscribers of a board to its head if the window since the last flush is over.
  ///
  /// Watchers at one position share one encoding and one broadcast. A subscriber that has replies
  /// coming gets them and the batch in one write.
  ///
  /// - Parameter isLast: Whether the server stops, so that nobody waits.
  func flush(_ live: LiveBoard, isLast: Bool, groups: inout BroadcastGroups) {
    guard isLast || isTime(toFlush: live) else { return }
    if mustWait(forDragsOf: live, isLast: isLast) {
      live.nextFlush = clock.now
      return
    }
    drags.evaluate(sessionsOf: live)
    live.isBehind = false
    guard !live.subscribers.isEmpty else { return endFlushToNobody(of: live) }
    var round = FlushRound(
      of: live, connections: roster.connections, ownersAbroad: ownersAbroad(of: live), at: turnTime,
      isLast: isLast)
    let before = groups.count
    serveWatchers(in: &round, &groups)
    live.presence.markServed()
    if groups.count > before { live.lastFlush = clock.now }
    if round.leavesSome {
      live.isBehind = true
      round.wait(until: nextFlush(after: live.lastFlush))
    }
    if !round.isAnyBlocked && round.nextDue == nil { live.presence.clear() }
    live.nextFlush = round.nextDue
    live.isDirty = round.nextDue != nil
  }

  /// Ends the flush of a board that nobody watches.
  private func endFlushToNobody(of live: LiveBoard) {
    live.forgetFlush()
    live.presence.markServed()
    live.presence.clear()
    live.nextFlush = nil
    live.isDirty = false
  }

  /// The clients whose sessions are or were over another board, if others are not told of that.
  private func ownersAbroad(of live: LiveBoard) -> Set<ClientName> {
    guard drags.hidesForeignPlaces else { return [] }
    budget.spend(
      (live.presence.sessions.count + live.presence.ends.count) / TurnBudget.lookedAtDragsPerStep)
    let abroad = live.presence.sessions.lazy.filter(\.wasAbroad)
    return Set(abroad.compactMap { self.drags.coordinator.session($0.id)?.owner })
      .union(live.presence.ends.lazy.filter { $0.outcome.foreignBoard != nil }.map(\.owner))
  }

  func isTime(toFlush live: LiveBoard) -> Bool {
    // What was cut short goes on.
    if live.flushRest != nil { return true }
    let due = nextFlush(after: live.lastFlush)
    if due > clock.now {
      live.nextFlush = due
      return false
    }
    // Without news there is only somebody with a slow cadence to wait for.
    return live.isBehind || live.nextFlush.map { $0 <= clock.now } ?? true
  }

  private func serveWatchers(in round: inout FlushRound, _ groups: inout BroadcastGroups) {
    var position = round.live.beginFlush()
    // Thousands may watch, so they are taken out of the board meanwhile: properties of classes are
    // checked or copied at each use.
    var subscribers: [Subscriber] = []
    swap(&subscribers, &round.live.subscribers)
    var left = subscribersToServe(in: round, of: subscribers.count)
    round.leavesSome = left < subscribers.count || round.goesOn
    round.most = left
    while left > 0 {
      serve(&subscribers[position], &round, &groups)
      if round.isCutShort { break }
      left -= 1
      position = position + 1 == subscribers.count ? 0 : position + 1
    }
    budget.spend(round.spent)
    swap(&subscribers, &round.live.subscribers)
    round.live.flushRest = round.isCutShort ? FlushRest(position: position, count: left) : nil
    round.beginWay(drags)
  }

  /// How many subscribers a round serves. What was cut short serves each only once, so that it ends and a window
  /// can begin, however fast the board changes.
  private func subscribersToServe(in round: FlushRound, of all: Int) -> Int {
    guard let rest = round.live.flushRest, !round.isLast,
      round.goesOn || nextFlush(after: clock.now) > clock.now
    else { return all }
    return min(rest.count, all)
  }

  /// Sends a subscriber what it is owed, if it is its time.
  @inline(__always)
  private func serve(
    _ subscriber: inout Subscriber, _ round: inout FlushRound, _ groups: inout BroadcastGroups
  ) {
    if subscriber.revision == round.revision && subscriber.presence == round.presence { return }
    if subscriber.isBlocked && !PlantedBug.flowControlForgotten.isPlanted {
      round.isAnyBlocked = true
    } else if !subscriber.hasInterval || round.isDue(subscriber, at: clock.now) {
      bringUp(&subscriber, &round, &groups)
    }
  }

  @inline(__always)
  private func bringUp(
    _ subscriber: inout Subscriber, _ round: inout FlushRound, _ groups: inout BroadcastGroups
  ) {
    guard let connection = round.connections[subscriber.connection.slot], !connection.isClosing
    else { return }
    if round.isSpent, !round.isLast { return round.cutShort(at: clock.now) }
    if lacksContent(subscriber, of: connection, &round) { return }
    let isAlone =
      subscriber.hasOwnEvents || (connection.isListed && connection.broadcastTurn != turn)
      || (!round.ownersAbroad.isEmpty && round.ownersAbroad.contains(connection.client.name))
      || (connection.skipsReconfigures && round.live.versions.hasHadFields)
    if isAlone { return bringUp(&subscriber, of: connection, &round, &groups) }
    if !round.isLatest(subscriber) {
      round.look(at: subscriber, drags: drags, &groups)
      round.steps = budget.steps
    }
    if !round.latestBoards.isEmpty && isBehind(connection, on: round.latestBoards)
      || !round.latestOwners.isEmpty && round.latestOwners.contains(connection.client.name)
    {
      return bringUp(&subscriber, of: connection, &round, &groups)
    }
    let form = connection.form
    subscriber.revision = round.latestRevision
    if !round.leavesEvents { subscriber.knowsEvents(upTo: round.presence) }
    guard round.sendsLatest else { return }
    round.spendLatest()
    if subscriber.hasInterval { round.live.intervals[subscriber.connection]?.lastSent = clock.now }
    connection.broadcastTurn = turn
    connection.lastSent = round.time
    if form == .text {
      groups.add(subscriber.connection)
    } else {
      round.addJSON(subscriber, &groups)
    }
  }

  /// Whether a subscriber waits until another thread has written the snapshot that it is owed.
  @inline(__always)
  private func lacksContent(
    _ subscriber: Subscriber, of connection: ClientConnection, _ round: inout FlushRound
  ) -> Bool {
    let form = connection.form
    guard subscriber.content == nil else { return false }
    guard !round.isLatest(subscriber) || form == .json && round.isLatestSnapshot, !round.isLast,
      !round.isEarlier(subscriber),
      round.live.lacksContent(
        from: subscriber.revision, presence: subscriber.presence, in: form)
    else { return false }
    requestContent(of: round.live, in: form)
    round.isAnyBlocked = true
    return true
  }

  /// Sends a subscriber what it is owed in one write with its replies, without its own drag events, or
  /// behind the data of other boards.
  @inline(never)
  private func bringUp(
    _ subscriber: inout Subscriber, of connection: ClientConnection, _ round: inout FlushRound,
    _ groups: inout BroadcastGroups
  ) {
    defer { round.steps = budget.steps }
    let update = round.live.owed(to: subscriber, of: connection.client.name, drags: drags)
    subscriber.revision = update.data.to
    subscriber.knowsEvents(upTo: round.presence)
    guard !update.isEmpty else { return }
    if subscriber.hasInterval { round.live.intervals[subscriber.connection]?.lastSent = clock.now }
    let before = groups.count
    deliver(update, of: round.live, to: connection) { update, live in
      sendAlone(update, of: live, to: connection, &groups)
    }
    groups.count = before + 1
  }

  /// What goes to many goes behind all outboxes, and whatever follows on it must, too.
  private func sendAlone(
    _ update: EncodedUpdate, of live: LiveBoard?, to connection: ClientConnection,
    _ groups: inout BroadcastGroups
  ) {
    guard !update.pieces.isEmpty else { return }
    guard connection.broadcastTurn == turn else {
      return send(update, of: live, to: connection)
    }
    connection.lastSent = turnTime
    groups.add(connection.id, alone: update.written(for: connection, of: live))
  }
}
