import BoardHub
import BoardModel
import Libuv
import Logging
import Net

// Connections before their greeting. A browser takes no greeting for an answer, so the first bytes are
// awaited for a moment (A.4).

/// A connection that is not greeted yet. It has its place among the connections of the server.
final class Arrival: AwaitedStream, SocketStreamHandler {
  let stream: SocketStream
  var deadline = Duration.zero
  private unowned let server: Server

  init(_ stream: SocketStream, at server: Server) {
    self.stream = stream
    self.server = server
    stream.handler = self
    stream.startReading()
  }

  func streamDidRead(_ stream: SocketStream, _ bytes: RawSpan) {
    guard let method = bytes.withUnsafeBytes({ BrowserRequest(firstBytes: $0) }) else {
      return server.greet(stream, bytes.withUnsafeBytes { Array($0) })
    }
    server.redirect(stream, isHead: method == .head)
  }

  func streamDidSecure(_ stream: SocketStream) { server.awaitFirstBytes(of: self) }

  func streamDidEnd(_ stream: SocketStream) {
    server.greet(stream)
    stream.handler?.streamDidEnd(stream)
  }

  func streamDidDrain(_ stream: SocketStream) {}

  func streamDidRefuse(_ stream: SocketStream) {
    server.logLayerFault(of: stream)
    server.arrivals.remove(stream)
    server.leave(stream)
  }

  func streamDidClose(_ stream: SocketStream, error: UVError) {
    server.logLayerFault(of: stream)
    server.arrivals.remove(stream)
  }
}

extension Server {
  /// Begins the conversation with a stream whose addresses are known.
  ///
  /// - Parameter isLate: Whether its first bytes were awaited already.
  func begin(_ stream: SocketStream, isLate: Bool = false) {
    guard addLayer(to: stream, answeringOthers: Self.plainLineAnswer) else { return }
    let isGreeted = isLate || configuration.greetingDelay == .zero
    guard !isGreeted || stream.isSettingUp else {
      admit(stream)
      return
    }
    if mayStay(stream) { awaitFirstBytes(of: stream) }
  }

  /// Waits for the first bytes of a stream before it is greeted, and before that for its encryption.
  private func awaitFirstBytes(of stream: SocketStream) {
    awaitFirstBytes(of: Arrival(stream, at: self))
  }

  fileprivate func awaitFirstBytes(of arrival: Arrival) {
    let isSettingUp = arrival.stream.isSettingUp
    let delay = isSettingUp ? Limits.handshake : configuration.greetingDelay
    arrivals.insert(arrival, until: now + delay)
  }

  /// Makes a stream a peer, and greets it.
  ///
  /// - Parameter bytes: What was read of it.
  func greet(_ stream: SocketStream, _ bytes: [UInt8] = []) {
    // A stream does not retain its handler, whose callback may be running.
    guard let arrival = arrivals.remove(stream) else { return }
    withExtendedLifetime(arrival) { welcome(stream, bytes) }
  }

  /// Greets those that have sent nothing for long enough.
  func greetSilent() {
    while let arrival = arrivals.next(until: now) {
      // What it had to wait for others is not its fault.
      let wait = arrival.stream.takeSetUpWait()
      if wait > .zero {
        arrivals.insert(arrival, until: now + wait)
      } else {
        greetOrClose(arrival.stream)
      }
    }
  }

  /// Who has not finished the handshake cannot be told anything.
  private func greetOrClose(_ stream: SocketStream) {
    guard stream.isSettingUp else { return greet(stream) }
    arrivals.remove(stream)
    logger.debug("no encryption in time", metadata: metadata(of: stream))
    stream.close()
  }

  /// Greets everyone, so that everyone is sent the `bye` of a server that stops.
  func greetAll() {
    for stream in arrivals.streams { greetOrClose(stream) }
  }

  /// Answers a browser with a page that says where to look, and closes.
  func redirect(_ stream: SocketStream, isHead: Bool) {
    guard let arrival = arrivals.remove(stream) else { return }
    withExtendedLifetime(arrival) {
      guard let address = stream.localAddress else { return stream.close() }
      logger.debug("answered a browser", metadata: metadata(of: stream))
      let page = LinePortPage(
        line: address, web: webPlace(for: stream),
        isEncrypted: identity != nil)
      stream.write(page.answer.whole(isHead: isHead))
      leave(stream)
    }
  }

  /// Where the client of a stream finds the HTTP port.
  private func webPlace(for stream: SocketStream) -> LinePortPage.Place {
    guard let web = web?.address else { return .none }
    if web.isUnspecified, let host = stream.localAddress?.host,
      let reached = try? SocketAddress(host: host, port: web.port)
    {
      return .here(reached)
    }
    let isReachable = !web.isLoopback || stream.peerAddress?.isLoopback == true
    return isReachable ? .here(web) : .onlyOnServer(web)
  }
}
