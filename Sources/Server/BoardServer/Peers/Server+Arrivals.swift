import BoardHub
import BoardModel
import Libuv
import Logging
import Net
import TLS

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

// Encryption: of all connections, or of none.

extension Server {
  /// Encrypts the connections that are accepted from now on.
  package func secure(with identity: ServerIdentity) { self.identity = identity }

  /// Loads the certificate and its key again. Connections keep theirs. If the files cannot be loaded, the old
  /// ones stay, and the log says why.
  ///
  /// - Parameter load: Returns nil if the server encrypts nothing.
  package func reloadIdentity(_ load: () throws -> ServerIdentity?) {
    do {
      guard let identity = try load() else { return }
      secure(with: identity)
      logger.info("new connections have the certificate as it is now")
    } catch {
      logger.error("the certificate is as it was: \(error)")
    }
  }

  /// Puts a layer on a stream of a client, if connections are encrypted.
  ///
  /// - Parameter answer: What a client is answered that does not speak TLS.
  /// - Returns: Whether the stream is open still.
  func addLayer(to stream: SocketStream, answeringOthers answer: [UInt8]) -> Bool {
    addLayer(of: identity, to: stream, answeringOthers: answer)
  }

  /// Puts a layer on a stream, if there is an identity for it.
  ///
  /// - Returns: Whether the stream is open still.
  func addLayer(
    of identity: ServerIdentity?, to stream: SocketStream, answeringOthers answer: [UInt8] = []
  ) -> Bool {
    guard let identity else { return true }
    do throws(TLSFault) {
      stream.secure(with: try identity.makeLayer(answeringOthers: answer), in: handshakes)
      return true
    } catch {
      logger.error("a connection cannot be encrypted", metadata: ["error": "\(error)"])
      stream.close()
      return false
    }
  }

  /// Logs why a layer has failed, if it has.
  package func logLayerFault(of stream: SocketStream) {
    guard let fault = stream.layerFault else { return }
    var metadata = metadata(of: stream)
    metadata["reason"] = "\(fault)"
    logger.debug("a connection was not encrypted", metadata: metadata)
  }

  /// What a person at a line port is answered that does not speak TLS.
  static let plainLineAnswer = Array(
    ("bye not-dropline This port speaks TLS, as in: "
      + "openssl s_client -quiet -connect HOST:PORT, or dropline connect tls://HOST:PORT\n").utf8)

  /// What a browser is answered that does not speak TLS.
  static let plainWebAnswer = Array(
    ("HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Type: text/plain\r\n"
      + "Content-Length: 25\r\n\r\nThis port speaks HTTPS.\r\n").utf8)
}

// Connections through proxies: whose they are is said by a header of the PROXY protocol, before TLS and
// everything else (rule 1.13).

extension Server {
  /// Waits for the header of a proxy, and passes the stream on. From others a header is not taken.
  ///
  /// - Parameter next: Begins the conversation.
  func awaitProxyHeader(
    of stream: SocketStream, next: @escaping (SocketStream, _ isLate: Bool) -> Void
  ) {
    // A proxy that only looks whether the server is there may have reset the connection by now.
    guard let address = stream.ownPeerAddress else { return stream.close() }
    let isFromProxy = configuration.proxies.contains { $0.contains(address) }
    // Others have a moment only, so that they cannot hold places that the limits of a port would not give
    // them.
    let timeout = isFromProxy ? Limits.proxyHeader : configuration.greetingDelay
    proxyArrivals.insert(
      ProxyArrival(stream, of: address, isFromProxy: isFromProxy, at: self, next: next),
      until: now + timeout)
  }

  /// Ends the waits whose time has come.
  func endProxyWaits() {
    while let arrival = proxyArrivals.next(until: now) {
      if arrival.isFromProxy {
        end(arrival, because: "no whole PROXY header within \(Limits.proxyHeader.shown)")
      } else {
        arrival.goOn(isLate: true)
      }
    }
  }

  /// Closes everyone of whom a header is awaited: they could not be told why.
  func closeProxyArrivals() {
    for stream in proxyArrivals.streams {
      proxyArrivals.remove(stream)
      stream.close()
    }
  }

  /// The shortest time between two warnings: whoever connects can cause them.
  private static let warningInterval: Duration = .seconds(10)

  /// Closes a connection whose beginning is not what it has to be, and logs why.
  func end(_ arrival: ProxyArrival, because reason: String) {
    guard proxyArrivals.remove(arrival.stream) != nil else { return }
    let isQuiet = lastProxyWarning.map { now < $0 + Self.warningInterval } ?? false
    if !isQuiet { lastProxyWarning = now }
    logger.log(
      level: isQuiet ? .debug : .warning, "refused a connection by its PROXY header",
      metadata: ["reason": "\(reason)", "peer": "\(arrival.peer)"])
    withExtendedLifetime(arrival) { arrival.stream.close() }
  }
}
