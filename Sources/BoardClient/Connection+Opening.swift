import BoardCore
import BoardReplica
import BoardWire
import Libuv

// The way from nothing to live, and back.

extension Connection: LinkOwner {
  func connect() {
    farewell = nil
    isGreeted = false
    silentTicks = 0
    watch?.start(after: pace.silence, repeating: pace.silence)
    change(to: .connecting)
    // The delegate may have closed it.
    guard case .connecting = state else { return }
    do throws(UVError) {
      link = try Link(to: host, port: port, on: loop, owner: self)
    } catch { lose(.unreachable(error)) }
  }

  func linkDidEnd(_ trouble: Trouble) {
    guard let farewell else { return lose(trouble) }
    switch farewell {
    case .shutdown, .full: lose(.dismissed(farewell))
    case .quit, .tooManyErrors, .notDropline: close(.dismissed(farewell))
    }
  }

  /// The connection is gone; another attempt follows.
  func lose(_ trouble: Trouble) {
    link?.close()
    link = nil
    watch?.stop()
    if case .closed = state { return }
    announceTakingBack(where: token == nil)
    // The delegate may have closed it, or opened it anew.
    if case .closed = state { return }
    guard link == nil else { return }
    if !replica.selection.isEmpty { wanted = replica.selection }
    let notices = replica.disconnect(keepsUnanswered: token != nil)
    switch trouble {
    case .fault, .malformed: isSuspect = true
    case .unreachable, .cut, .stalled, .dismissed, .nameTaken: break
    }
    let delay = backoff.next(chance: pace.chance())
    retry?.start(after: delay)
    change(to: .waiting(delay, trouble))
    forgetExpected()
    tell(notices)
  }

  func close(_ reason: Reason) {
    if case .closed = state { return }
    announceTakingBack()
    if case .closed = state { return }
    link?.close()
    link = nil
    watch = nil
    retry = nil
    let notices = replica.abandon()
    change(to: .closed(reason))
    forgetExpected()
    tell(notices)
  }

  /// Tells those who wait for an answer that none will come.
  private func forgetExpected() {
    let forgotten = expected
    expected = []
    for case .command(let reply) in forgotten { reply?(.lost) }
  }

  func change(to new: State) {
    guard new != state else { return }
    state = new
    delegate?.connection(self, didChange: new)
  }

  /// Looks whether the server is still there.
  func tick() {
    // An address that leads nowhere must not keep the next one from being tried.
    if let link, link.isConnecting { return link.tryNext() }
    silentTicks += 1
    if silentTicks >= 3 { return lose(.stalled) }
    guard case .live = state else { return }
    isSuspect = false
    backoff.reset()
    give("ping", .ping)
  }

  func give(_ command: String, _ expectation: Expected) {
    expected.append(expectation)
    link?.write(command)
  }
}

extension Connection {
  // A large board may take long to arrive, which is no silence.
  func linkDidHear() { silentTicks = 0 }

  func linkDidRead(_ message: ServerMessage) {
    if case .live = state { lastHeard = loop.now }
    switch message {
    case .greeting(let version): greeted(version)
    case .event(.bye(let bye)):
      farewell = bye
      take(message)
    case _ where !isGreeted: return close(.foreign)
    case .reply(let reply): answered(reply)
    case .event, .ended, .batch, .snapshot, .unknown: take(message)
    }
    if case .connecting = state, replica.isCurrent { arrive() }
  }

  private func greeted(_ version: Int) {
    guard version == 1 else { return close(.foreign) }
    isGreeted = true
    if let name {
      give("hello \(name)" + (token.map { " \($0)" } ?? ""), .hello)
    } else {
      give(replica.openCommand, .open)
    }
  }

  private func arrive() {
    if !isSuspect { backoff.reset() }
    lastHeard = loop.now
    selectAgain()
    change(to: .live)
  }

  /// Selects what was selected when the connection broke, since the server has forgotten it.
  private func selectAgain() {
    let items = wanted.filter { replica.shown.contains($0) && !replica.selection.contains($0) }
    wanted = []
    guard !items.isEmpty else { return }
    give("select \(replica.board)/\(items.spelled)", .command(nil))
  }

  private func answered(_ reply: ServerReply) {
    guard !expected.isEmpty else { return lose(.malformed("an answer to nothing")) }
    let expectation = expected.removeFirst()
    switch expectation {
    case .hello: welcomed(reply)
    case .open where reply.kind != .ok:
      close(.refused(reply.words, sentence: reply.sentence))
    case .open, .ping: take(.reply(reply))
    case .change(let change):
      var reply = reply
      reply.tag = replica.tag(of: change)
      take(.reply(reply))
    case .command(let callback):
      take(.reply(reply))
      callback?(.reply(reply))
    }
  }

  /// Gives up unanswered changes that the server may have forgotten, so that none is done twice.
  private func forgetDoubtful() {
    guard let lastHeard, loop.now - lastHeard > pace.memory else { return }
    announceTakingBack()
    tell(replica.disconnect(keepsUnanswered: false))
  }

  private func welcomed(_ reply: ServerReply) {
    if reply.kind == .ok {
      wasWelcome = true
      take(.reply(reply))
      forgetDoubtful()
      give(replica.openCommand, .open)
    } else if wasWelcome, reply.words.first == "name-taken" {
      lose(.nameTaken)
    } else {
      close(.refused(reply.words, sentence: reply.sentence))
    }
  }
}
