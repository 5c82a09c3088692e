/// The disk of a `TestServer`.
public struct TestDisk: Sendable {
  let site: TestSite

  /// Fills the disk: changes are refused.
  public func full(file: String = #fileID, at number: Int = #line) throws {
    let server = try site.server(at: SourcePlace(file, number))
    try site.fault("the disk is full") { server.control.setFull(true) }
  }

  /// Frees the disk.
  public func free(file: String = #fileID, at number: Int = #line) throws {
    let server = try site.server(at: SourcePlace(file, number))
    try site.fault("the disk has room") { server.control.setFull(false) }
  }
}

/// The network of a `TestServer`.
public struct TestNetwork: Sendable {
  let site: TestSite

  /// Delays everything by this time in each direction, from now on; `.zero` ends that.
  public func delay(_ time: Duration) throws { try site.delay(by: time) }
}

/// A port before a `TestServer`, for any client of lines over TCP, and the faults of the network behind it.
public final class TestProxy: Sendable {
  /// The port on 127.0.0.1, which stays when the server is restarted.
  public let port: UInt16
  private let site: TestSite
  private let relay: LoopBound<Relay>

  init(_ relay: LoopBound<Relay>, of site: TestSite) throws {
    (self.relay, self.site) = (relay, site)
    port = try site.loop.run { [log = site.log] in
      var record = ProxyLog()
      relay.value.onEvent = { for line in record.lines(of: $1, on: $0) { log.add(line) } }
      return relay.value.port
    }
  }

  /// Breaks all connections with a reset.
  public func cut() throws { try site.fault("the proxy cuts") { [relay] in relay.value.cut() } }

  /// Lets nothing pass in either direction.
  public func stall() throws {
    try site.fault("the proxy stalls") { [relay] in relay.value.stall() }
  }

  /// Lets everything pass again, what has waited first.
  public func resume() throws {
    try site.fault("the proxy resumes") { [relay] in relay.value.resume() }
  }

  /// Loses everything on the connections that there are, and tells neither side.
  public func halfOpen() throws {
    try site.fault("the connections of the proxy are half open") { [relay] in relay.value.discard()
    }
  }
}

/// An object that only the loop's thread uses.
struct LoopBound<Value>: @unchecked Sendable {
  let value: Value
  init(_ value: Value) { self.value = value }
}

/// The lines that pass a proxy, as a conversation has them.
private struct ProxyLog {
  private var sent: [Int: LineBuffer] = [:]
  private var received: [Int: LineBuffer] = [:]

  mutating func lines(of event: Relay.Event, on number: Int) -> [String] {
    let name = "proxy-\(number)"
    switch event {
    case .connected: return ["\(name) connects"]
    case .sent(let bytes):
      return sent[number, default: LineBuffer()].lines(after: bytes).map { "\(name)> \($0)" }
    case .received(let bytes):
      return received[number, default: LineBuffer()].lines(after: bytes).map { "\(name)< \($0)" }
    case .inputEnded: return ["\(name) ends"]
    case .cut: return ["\(name) cuts"]
    case .closed: return ["\(name)< (closed)"]
    case .unreachable(let reason): return ["(\(name): \(reason))"]
    }
  }
}
