import BoardJournal
import BoardServer
import Libuv
import Logging
import Net
import NodeLink
import TLS

/// The link of this node to another one, for the clients here of the spaces there. It is made again when it is lost.
final class EdgeLink: SocketStreamHandler {
  /// A connection to the other node, or a try.
  private struct Attempt {
    let stream: SocketStream
    let end: EdgeEnd
    var pulse: LinkPulse
    let begin: Duration
  }

  /// Changes when the process registers anew.
  var node: NodeID
  let address: NodeAddress
  private let place: SocketAddress
  private unowned let router: SpaceRouter
  private let setup: LinkSetup
  private var attempt: Attempt?
  private(set) var isUp = false
  private var nextAttempt: Duration
  let clients: EdgeClients
  /// What the log was last told of, so that it is told once.
  private var lastFault: String?
  private var hasEnded = false

  /// The time from a failed try to the next.
  private static let pause: Duration = .milliseconds(500)
  /// The time that a try may take.
  private static let timeout: Duration = .seconds(2)

  init(
    to node: NodeID, at place: SocketAddress, _ address: NodeAddress, _ setup: LinkSetup,
    of router: SpaceRouter
  ) {
    (self.node, self.place, self.address) = (node, place, address)
    (self.setup, self.router) = (setup, router)
    clients = EdgeClients(of: router)
    nextAttempt = router.server.now
    connect()
  }

  private var server: Server { router.server }

  // MARK: The connection

  private func connect() {
    let now = server.now
    nextAttempt = now + Self.pause
    let end = EdgeEnd(secret: setup.secret, node: router.link)
    do throws(UVError) {
      let stream = try SocketStream.connect(to: .internet(place), on: server.loop) {
        [weak self] result in
        guard let self, attempt?.begin == now else { return }
        switch result {
        case .success(let stream): didConnect(stream)
        case .failure(let error): fail("nobody answers at \(address.link): \(error.message)")
        }
      }
      attempt = Attempt(stream: stream, end: end, pulse: LinkPulse(at: now), begin: now)
      clients.end = end
    } catch { note("\(error)") }
  }

  private func didConnect(_ stream: SocketStream) {
    let trust = ServerTrust.certificate(digest: address.certificate)
    do throws(TLSFault) {
      stream.secure(with: try trust.makeLayer(to: address.link))
    } catch { return fail("\(error)") }
    self.attempt?.pulse = LinkPulse(at: server.now)
    stream.handler = self
    stream.startReading()
  }

  func streamDidRead(_ stream: SocketStream, _ bytes: RawSpan) {
    guard let end = attempt?.end else { return }
    let start = server.now
    attempt?.pulse.didReceive(at: start)
    do throws(LinkFault) {
      try bytes.withUnsafeBytes { (bytes) throws(LinkFault) in
        try end.receive(bytes) { perform($0, of: end) }
      }
      end.performed(for: server.now - start)
    } catch { fail("\(error)") }
  }

  func streamDidEnd(_ stream: SocketStream) { fail("\(address.link) has ended the link") }
  func streamDidClose(_ stream: SocketStream, error: UVError) {
    fail(stream.layerFault.map { "\($0)" } ?? "\(address.link): \(error.message)")
  }

  private func note(_ fault: String) {
    guard lastFault != fault else { return }
    lastFault = fault
    server.logger.warning(
      "a node cannot be reached", metadata: ["link": "\(address.link)", "reason": "\(fault)"])
  }

  /// Gives up the connection. Clients that have been greeted come back; others wait for another owner.
  private func fail(_ fault: String) {
    guard let attempt, !hasEnded else { return }
    note(fault)
    attempt.stream.close()
    self.attempt = nil
    clients.end = nil
    let wasUp = isUp
    isUp = false
    // Nobody is passed on over it any more, also none of those that are released.
    if wasUp { router.linkDidChange(self) }
    clients.release()
  }

  private func perform(_ event: EdgeEvent, of end: EdgeEnd) {
    switch event {
    case .accepted:
      isUp = true
      lastFault = nil
      router.linkDidChange(self)
    case .send, .broadcast, .sendShared, .mayRead, .close, .refused:
      // A callback may have ended the link.
      if attempt?.end === end { clients.perform(event) }
    }
  }

  /// Ends the link for good.
  func close() {
    guard !hasEnded else { return }
    lastFault = nil
    clients.end = nil
    clients.release()
    hasEnded = true
    isUp = false
    attempt?.stream.close()
    attempt = nil
  }

  // MARK: Turns

  /// Sends what there is to be sent, or makes the link again.
  func endTurn() {
    clients.endTurn()
    guard !hasEnded else { return }
    let now = server.now
    guard let attempt else { return now >= nextAttempt ? connect() : () }
    if !isUp, now >= attempt.begin + Self.timeout {
      return fail("nobody answers at \(address.link)")
    }
    if isUp, attempt.pulse.isDead(at: now) { return fail("\(address.link) is silent") }
    flush(attempt, at: now)
  }

  private func flush(_ attempt: Attempt, at now: Duration) {
    guard attempt.stream.handler === self else { return }
    if isUp, attempt.pulse.needsPing(at: now) { attempt.end.ping() }
    var outcome = WriteOutcome.sent
    var hasSent = false
    attempt.end.flush {
      outcome = attempt.stream.write($0)
      hasSent = true
    }
    if hasSent { self.attempt?.pulse.didSend(at: now) }
    if case .failed(let error) = outcome { fail("\(address.link): \(error.message)") }
  }

  var nextDeadline: Duration? {
    guard !hasEnded else { return nil }
    guard let attempt else { return nextAttempt }
    return isUp ? attempt.pulse.nextDeadline : attempt.begin + Self.timeout
  }

  var hasUnsent: Bool { (attempt?.stream.unsentBytes ?? 0) > 0 }
}
