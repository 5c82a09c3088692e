import BoardHub
import BoardJournal
import BoardModel
import BoardWire
import Glibc
import Libuv
import Logging
import WebSocket

// The end of a turn: the hub's effects are performed.

extension Server {
  /// Performs the effects of the hub's turns until there are none, or until a commit must come first.
  func endTurn() {
    let begin = turnStart
    turnStart = nil
    probeLag()
    defer {
      loadNext()
      makeNextChange()
    }
    // After a fault nothing more is sent: it might not be durable.
    guard fault == nil else { return }
    if hub.isUnavailable { refuseInput() }
    guard pendingTurn == nil else { return }
    passTime()
    greetSilent()
    endProxyWaits()
    web?.judgeSilence()
    let start = now
    if mayExecute {
      let done = hub.goOn(at: start) { loop.now + clockOffset - start < Self.turnBudget }
      for id in done { peer(id)?.startReading() }
    }
    var turn = hub.endTurn(at: now)
    noteEnding()
    while !turn.isEmpty {
      if let journal, !turn.journal.isEmpty { return commit(turn, to: journal) }
      perform(turn.effects)
      turn = hub.endTurn(at: now)
    }
    let end = now
    hub.turnTook(end - start, endingAt: end)
    if let begin { counters.turns.observe(loop.now - begin) }
    closeLate()
    dropUnread()
    if let journal, !worker.isBusy { keep(journal) }
    if isStopping && peerCount == 0 && leaving.isEmpty { loop.stop() }
    arm(turn.nextDeadline)
  }

  /// Starts the timer whose delay is measured. Without an HTTP port nobody asks for it.
  private func probeLag() {
    guard web != nil, lagProbe.endTurn(at: loop.turnTime) else { return }
    lagTimer.start(after: LagProbe.interval)
  }

  /// Measures the delay of the timer.
  func didProbe() { counters.lags.observe(lagProbe.didFire(at: loop.now)) }

  /// Passes the wall-clock time to the hub.
  func passTime() {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    hub.setWallTime(time.tv_sec * 1_000 + time.tv_nsec / 1_000_000, at: now)
  }

  /// Sets the timer to the next deadline of the hub or of a peer that is being closed.
  private func arm(_ nextDeadline: Duration?) {
    if hub.hasUnread, mayExecute { return timer.start(after: .zero) }
    let deadlines = [
      nextDeadline, leaving.values.lazy.map(\.deadline).min(), web?.nextDeadline,
      arrivals.nextDeadline, proxyArrivals.nextDeadline,
    ]
    guard let next = deadlines.compactMap(\.self).min() else { return timer.stop() }
    timer.start(after: max(.zero, next - now))
  }

  /// Closes peers that have read none of their last lines within the timeout. A server that stops
  /// waits only once for each.
  func closeLate() {
    for (key, late) in leaving where late.deadline <= now {
      let unsentBytes = late.peer.unsentBytes
      if unsentBytes < late.unsentBytes && !isStopping {
        leaving[key]!.unsentBytes = unsentBytes
        leaving[key]!.deadline = now + configuration.closeTimeout
      } else {
        late.peer.close()
        forgetLeaving(key)
      }
    }
  }

  func perform(_ effects: [Effect]) {
    for effect in effects {
      switch effect {
      case .send(let pieces, let id):
        send(pieces, to: id)
      case .broadcast(let encoding, let ids):
        broadcast(encoding, to: ids)
      case .close(let id, let bye):
        close(id, saying: bye)
      }
    }
  }

  func send(_ pieces: [OutputPiece], to id: ConnectionID) {
    guard let peer = peer(id) else { return }
    counters.writes += 1
    counters.sentBytes += pieces.reduce(0) { $0 + $1.count }
    handle(peer.write(pieces), of: peer)
  }

  func broadcast(_ encoding: Encoding, to ids: [ConnectionID]) {
    let shared = encoding.sharedBytes
    let header = FrameHeader(payload: encoding.count)
    let peers = peers
    counters.writes += ids.count
    counters.sentBytes += ids.count * encoding.count
    for id in ids {
      guard let peer = peers[id.slot], peer.key == id.number else { continue }
      let outcome =
        peer.isFramed ? header.withBytes { peer.write($0, then: shared) } : peer.write(shared)
      if case .sent = outcome { continue }
      handle(outcome, of: peer)
    }
  }

  func handle(_ outcome: WriteOutcome, of peer: Peer) {
    switch outcome {
    case .sent:
      return
    case .queued(let bytes):
      hub.setBlocked(peer.id, true, unsentBytes: bytes)
      logger.debug("slow reader", metadata: metadata(of: peer, unsentBytes: bytes))
      if bytes >= Limits.unsentBytes { peer.stopReading() }
    case .failed:
      peer.close()
      drop(peer)
    }
  }

  /// Closes a peer once it has taken everything it was sent.
  private func close(_ id: ConnectionID, saying bye: Bye) {
    guard let peer = peer(id) else { return }
    close(peer, with: web?.peer(of: peer)?.closeCode ?? bye.closeCode)
  }

  /// Closes a peer once it has taken everything it was sent.
  ///
  /// - Parameter code: What a WebSocket is told.
  func close(_ peer: Peer, with code: CloseCode) {
    // A stream does not retain its handler.
    let handler = peer.handler
    if peer.isFramed { peer.write(ControlFrame.close(code)) }
    let unreadBytes = drop(peer)
    hub.noteLeaving(unreadBytes: unreadBytes)
    let timeout = isStopping ? configuration.farewell : configuration.closeTimeout
    leaving[ObjectIdentifier(peer)] = Leaving(
      peer: peer, handler: handler, deadline: now + timeout, unsentBytes: peer.unsentBytes,
      unreadBytes: unreadBytes)
    peer.shutdownAfterWrites()
  }

  func peer(_ id: ConnectionID) -> Peer? {
    guard id.slot < peers.count, let peer = peers[id.slot], peer.id == id else { return nil }
    return peer
  }
}
