import BoardModel
import BoardReplica
import BoardWire
import Libuv

// Connecting, greeting and opening the board; disconnecting.

extension Connection: LinkOwner {
  func connect() {
    receivedBye = nil
    isGreeted = false
    silentTicks = 0
    heartbeatTimer?.start(after: retryPolicy.silence, repeating: retryPolicy.silence)
    change(to: .connecting)
    // The delegate may have closed it.
    guard case .connecting = state else { return }
    do throws(UVError) {
      link = try Link(to: address, on: loop, owner: self)
    } catch { lose(.unreachable(error)) }
  }

  func linkDidEnd(_ trouble: Trouble) {
    // If the first line is malformed, it is no greeting.
    if case .malformed = trouble, !isGreeted { return close(.foreign) }
    guard let receivedBye else { return lose(trouble) }
    switch receivedBye.reason {
    case .shutdown, .full, .idle, .moved, .unavailable: lose(.dismissed(receivedBye.reason))
    case .quit, .tooManyErrors, .tooManyTokens, .accessDenied, .notDropline, .unknownSpace:
      close(.dismissed(receivedBye.reason))
    }
  }

  /// Handles the loss of the connection and schedules the next attempt.
  func lose(_ trouble: Trouble) {
    link?.close()
    link = nil
    heartbeatTimer?.stop()
    if case .closed = state { return }
    announceReverting(if: token == nil)
    // The delegate may have closed it, or opened it anew.
    if case .closed = state { return }
    guard link == nil else { return }
    if !replica.selection.isEmpty { selectionBefore = replica.selection }
    let events = replica.disconnect(keepsUnanswered: token != nil)
    switch trouble {
    case .fault, .malformed: isSuspect = true
    case .unreachable, .unencrypted, .cut, .stalled, .dismissed, .nameTaken: break
    }
    // Whoever is sent away with all others comes back when the server says.
    let delay =
      receivedBye?.retry.map { min($0, retryPolicy.longestRetry) * retryPolicy.random() }
      ?? backoff.next(random: retryPolicy.random())
    retryTimer?.start(after: delay)
    change(to: .waiting(delay, trouble))
    forgetExpected()
    deliver(events)
  }

  func close(_ reason: Reason) {
    if case .closed = state { return }
    announceReverting()
    if case .closed = state { return }
    link?.close()
    link = nil
    heartbeatTimer = nil
    retryTimer = nil
    let events = replica.abandon()
    change(to: .closed(reason))
    forgetExpected()
    deliver(events)
  }

  /// Completes all pending requests with `lost`.
  private func forgetExpected() {
    let forgotten = expected
    expected = []
    for case .command(_, let reply) in forgotten { reply?(.lost) }
  }

  func change(to new: State) {
    guard new != state else { return }
    state = new
    delegate?.connection(self, didChange: new)
  }

  /// Checks that the server is still alive; called by the heartbeat timer.
  func tick() {
    // If an address does not answer, the next one is tried.
    if let link, link.isConnecting { return link.tryNext() }
    silentTicks += 1
    if silentTicks >= 3 { return lose(.stalled) }
    guard case .live = state else { return }
    isSuspect = false
    backoff.reset()
    // The heartbeat is late.
    if silentTicks == 2 { send(.connection(.ping(.init())), .ping) }
  }
}

extension Connection {
  // Who has chosen a space when it is greeted is greeted by that one, and need not wait for another (rule 18.4).
  func linkDidConnect() {
    if let space { send(.connection(.space(.init(space))), .space) }
  }

  // Any byte counts: a large board may take long to arrive.
  func linkDidHear() { silentTicks = 0 }

  func linkDidRead(_ message: ServerMessage) {
    if case .live = state { lastHeard = loop.now }
    switch message {
    case .greeting where isGreeted: return lose(.malformed("a second greeting"))
    case .greeting(let greeting): greeted(greeting)
    case .event(.bye(let bye)): receivedBye = bye
    case _ where !isGreeted: return close(.foreign)
    case .reply(let reply): answered(reply)
    case .counts: receiveCounts(message)
    case .event, .batch, .snapshot, .unknown: receive(message)
    }
    if case .connecting = state, replica.isCurrent { arrive() }
  }

  /// Opens a board of few items once more: the snapshot behind that has all of them.
  private func receiveCounts(_ message: ServerMessage) {
    let isCounting = replica.content != nil
    receive(message)
    if isCounting, replica.content == nil { send(replica.openRequest, .open) }
  }

  private func greeted(_ greeting: Greeting) {
    guard greeting.version == 1 else { return close(.foreign) }
    isGreeted = true
    hasFields = greeting.profiles.contains(.fields)
    if !greeting.profiles.contains(.counts) { replica.giveUpCounts() }
    // The greeting may be of another space, and nothing is sent before the space has answered.
    guard space == nil else { return }
    receive(.greeting(greeting))
    sayHello()
  }

  private func entered(_ reply: ServerReply) {
    if let failure = reply.failure { return close(.refused(failure)) }
    receive(.reply(reply))
    sayHello()
  }

  private func sayHello() {
    // The delegate may have closed it, or opened it anew.
    guard isGreeted else { return }
    let hello = ConnectionRequest.Hello(
      name, token: token, heartbeat: retryPolicy.heartbeat, version: Greeting.spokenVersion,
      fields: hasFields)
    send(.connection(.hello(hello)), .hello)
  }

  private func arrive() {
    if !isSuspect { backoff.reset() }
    lastHeard = loop.now
    send(rows: replica.missingAgain())
    selectAgain()
    change(to: .live)
  }

  /// Selects what was selected when the connection broke, since the server has forgotten it.
  private func selectAgain() {
    let items = selectionBefore
    selectionBefore = []
    // What is not here may be on the board nevertheless.
    guard let request = replica.whereRequest(for: items) else {
      return selectAgain(items) { replica.shown.contains($0) }
    }
    send(
      request,
      .command(request) { [weak self] answer in
        let found = Set(answer.whereRows.map(\.item))
        self?.selectAgain(items) { found.contains($0) || self?.replica.shown.contains($0) == true }
      })
  }

  private func selectAgain(_ items: [ItemID], where isThere: (ItemID) -> Bool) {
    let items = items.filter { isThere($0) && !replica.selection.contains($0) }
    guard !items.isEmpty else { return }
    let select = Request.selection(
      .select(.init(ItemReferences(ids: items), on: replica.board)))
    send(select, .command(select, nil))
  }

  private func answered(_ reply: ServerReply) {
    guard !expected.isEmpty else { return lose(.malformed("a reply to no request")) }
    let expectation = expected.removeFirst()
    switch expectation {
    case .space: entered(reply)
    case .hello: welcomed(reply)
    case .open:
      if let failure = reply.failure { return close(.refused(failure)) }
      receive(.reply(reply))
    case .ping: break
    case .change(let change):
      var reply = reply
      reply.tag = replica.tag(of: change)
      receive(.reply(reply))
    case .command(let request, let callback):
      receive(.reply(reply), answering: request)
      callback?(.reply(reply))
    }
  }

  /// Gives up unanswered changes that the server may have forgotten, so that none is executed
  /// twice.
  private func forgetDoubtful() {
    guard let lastHeard, loop.now - lastHeard > retryPolicy.retryWindow else { return }
    announceReverting()
    deliver(replica.disconnect(keepsUnanswered: false))
  }

  private func welcomed(_ reply: ServerReply) {
    if let failure = reply.failure {
      if wasWelcome, case .nameTaken = failure.refusal { return lose(.nameTaken) }
      return close(.refused(failure))
    }
    wasWelcome = true
    receive(.reply(reply))
    forgetDoubtful()
    guard isGreeted else { return }
    send(replica.openRequest, .open)
  }
}

extension Connection.RetryPolicy {
  /// The longest heartbeat interval that a server accepts.
  private static let longestHeartbeat: Duration = .seconds(60)

  fileprivate var heartbeat: Duration {
    min(max(silence, .milliseconds(1)), Self.longestHeartbeat)
  }
}

/// Exponential backoff with jitter: the delay doubles up to a limit, less a random part of up to
/// one half, so that the clients of one server do not reconnect all at once.
public struct Backoff: Sendable {
  private let first: Duration
  private let longest: Duration
  private var failures = 0

  /// - Parameters:
  ///   - first: The delay after the first failure, before jitter.
  ///   - longest: The longest delay.
  public init(first: Duration, longest: Duration) {
    self.first = first
    self.longest = longest
  }

  /// The delay after one more failure.
  ///
  /// - Parameter random: A number from 0 to 1.
  public mutating func next(random: Double) -> Duration {
    let whole = min(longest, first * (1 << min(failures, 30)))
    failures += 1
    return whole * (1 - min(max(random, 0), 1) / 2)
  }

  /// Resets the delay after a success.
  public mutating func reset() { failures = 0 }
}
