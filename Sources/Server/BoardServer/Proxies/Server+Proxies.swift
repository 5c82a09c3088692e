import BoardModel
import Libuv
import Logging
import Net

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
