import BoardAuthority
import Glibc
import Libuv

// The end of a turn of the loop: the turns of the spaces in which something happened are ended.

extension Server {
  /// The longest time for the commands of all connections together before the turn ends.
  static let turnBudget: Duration = .milliseconds(2)

  /// Makes the turn of a space end with this one.
  func markActive(_ space: Space) {
    guard !space.isActive else { return }
    space.isActive = true
    activeSpaces.append(space)
  }

  func touchAll() {
    for space in spaces { markActive(space) }
  }

  /// - Returns: When the first command of this turn began.
  func beginTurn() -> Duration {
    if let turnStart { return turnStart }
    let start = loop.now
    turnStart = start
    return start
  }

  /// Makes the loop end another turn at once, if this one is being ended: a link may have something to send.
  package func wake() { isWoken = true }

  func endTurn() {
    let begin = turnStart
    turnStart = nil
    probeLag()
    guard fault == nil else { return }
    greetSilent()
    endProxyWaits()
    web?.judgeSilence()
    touchDue()
    executionStart = loop.now
    isWoken = web?.goOn() ?? false
    for space in takeTouched() { space.endTurn() }
    journalThread?.endTurn()
    router?.endTurn()
    if sole != nil { hostLink.endTurn() }
    if let begin { counters.turns.observe(loop.now - begin) }
    closeLate()
    discardMore()
    // Behind the answers to everybody else.
    if handshakes.endTurn() { wake() }
    if isStopping && peerCount == 0 && leavingCount == 0 && spaces.isEmpty
      && router?.hasUnsent != true
    {
      loop.stop()
    }
    arm()
  }

  private func takeTouched() -> [Space] {
    let spaces = activeSpaces
    activeSpaces = []
    for space in spaces { space.isActive = false }
    return spaces
  }

  /// Starts the timer whose delay is measured. Without an HTTP port nobody asks for it.
  private func probeLag() {
    guard web != nil, lagProbe.endTurn(at: loop.turnTime) else { return }
    lagTimer.start(after: LagProbe.interval)
  }

  /// Measures the delay of the timer.
  func didProbe() { counters.lags.observe(lagProbe.didFire(at: loop.now)) }

  /// The wall-clock time in milliseconds since 1970.
  var wallTime: Int {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
  }
}

// Deadlines.

extension Server {
  /// Touches a space at this time, unless it is touched before.
  func arm(_ space: Space, at time: Duration) {
    if let armed = space.armedDeadline, armed <= time { return }
    space.armedDeadline = time
    spaceDeadlines.insert(ObjectIdentifier(space), at: time)
  }

  /// Touches the spaces whose deadlines have come.
  private func touchDue() {
    let now = now
    while let (time, id) = spaceDeadlines.removeFirst(until: now) {
      guard let space = space(id), space.armedDeadline == time else { continue }
      space.armedDeadline = nil
      markActive(space)
    }
  }

  /// Sets the timer to the next deadline of a space or of a connection.
  private func arm() {
    guard activeSpaces.isEmpty, !isWoken else { return timer.start(after: .zero) }
    let deadlines = [
      spaceDeadlines.first?.time, leaving.nextDeadline, lingering.nextDeadline, web?.nextDeadline,
      refused.nextDeadline, arrivals.nextDeadline, proxyArrivals.nextDeadline,
      router?.nextDeadline, sole == nil ? nil : hostLink.nextDeadline,
    ]
    guard let next = deadlines.compactMap(\.self).min() else { return timer.stop() }
    timer.start(after: max(.zero, next - now))
  }
}
