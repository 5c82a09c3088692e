import BoardModel
import BoardReplica
import BoardServer
import Net
import TokenHashing

/// A server for a test, on the real hub and real sockets of the loopback interface.
///
///     let server = try TestServer("To buy: Bread Milk | Basket:")
///     let ann = try server.client("ann"), bob = try server.client("bob")
///     try await bob.open()
///     try await ann.drag("Milk", to: "Basket")
///     try await bob.expectBatch("move 0.1 1.0")
///     try await server.converged()
///
/// It sends each change at once. It ends with the last reference to it and its clients.
public final class TestServer: Sendable {
  let site: TestSite

  /// Starts a server with a board, written as text.
  ///
  /// The board is an outline as `Content(outline:)` reads it: `To buy: Bread Milk | Basket:`. Sections have the ids s1, s2
  /// and so on, items i1, i2 and so on. Expectations wait up to the deadline. `configure` changes the other settings: access
  /// rules, a certificate, a window.
  ///
  /// - Throws: `TestFailure`.
  public convenience init(
    _ board: String = "", named name: String = "list", deadline: Duration = .seconds(10),
    file: String = #fileID, at number: Int = #line, configure: Configure = { _ in }
  ) throws {
    try self.init(
      boards: [name: board], deadline: deadline, file: file, at: number, configure: configure)
  }

  /// Starts a server with boards. The first one is meant where a board is not named.
  public convenience init(
    boards: KeyValuePairs<String, String>, deadline: Duration = .seconds(10),
    file: String = #fileID, at number: Int = #line, configure: Configure = { _ in }
  ) throws {
    let place = SourcePlace(file, number)
    let files = try place.naming { try boards.map { try BoardFile($0.key, outline: $0.value) } }
    try self.init(boards: files, deadline: deadline, at: place, configure)
  }

  /// Starts a server with boards that have their own ids and revisions.
  public convenience init(
    boards: [BoardFile], deadline: Duration = .seconds(10), file: String = #fileID,
    at number: Int = #line, configure: Configure = { _ in }
  ) throws {
    try self.init(boards: boards, deadline: deadline, at: SourcePlace(file, number), configure)
  }

  private init(
    boards: [BoardFile], deadline: Duration, at place: SourcePlace, _ configure: Configure
  ) throws {
    site = try place.naming { try TestSite(boards, deadline: deadline, configure) }
  }

  /// Changes the settings of a server, which it has also when it is started again.
  public typealias Configure = (inout BoardServer.Configuration) throws -> Void

  /// Connects a client, which says hello under its name, with the token that proves it if access rules reserve it.
  public func client(
    _ name: String, _ kind: ClientKind = .lines, token: String? = nil, file: String = #fileID,
    at number: Int = #line
  ) throws -> TestClient {
    let relay = try site.relay(toWebPort: kind == .webSocket, at: SourcePlace(file, number))
    let link = try site.loop.run { [ends = site.ends, turns = site.loop.turns, log = site.log] in
      let link = ClientLink(name, kind, token: token, by: try relay(), on: turns.loop, log)
      ends.links.append(link)
      try link.connect()
      return link
    }
    return TestClient(name, link, of: site)
  }

  /// The port for lines, which a restart changes; `proxy()` has one that stays.
  public var port: UInt16 { site.lastServer.port }

  /// The port for HTTP and WebSockets.
  public var webPort: UInt16 { site.lastServer.webPort }

  /// The path of the Unix socket on which it listens as well, unless other addresses are configured.
  public var unixSocket: String { site.lastServer.unixSocket ?? "" }

  /// The boards that it has had from the beginning.
  var boardNames: [String] { site.names.map(\.string) }
  /// How often it has been started.
  var startCount: Int { site.startCount }

  /// All that the clients have sent and read until now, in order, as a `TestFailure` has it: for a comment of `#expect`.
  public var conversation: String {
    let lines = try? site.loop.run { [log = site.log] in log.lines }
    return (lines ?? []).joined(separator: "\n")
  }

  /// The server itself; the last one if it was killed.
  package var host: HostedServer { site.lastServer }

  package var control: ServerControl { host.control }

  /// A board as text.
  public func board(
    _ name: String? = nil, file: String = #fileID, at number: Int = #line
  ) throws -> String {
    let place = SourcePlace(file, number)
    return try site.content(of: try site.name(name, at: place), at: place).outline
  }

  /// Moves the server's time forward, and returns when it has acted on it: leases and heartbeats expire.
  public func advance(
    by time: Duration, file: String = #fileID, at number: Int = #line
  ) throws {
    let server = try site.server(at: SourcePlace(file, number))
    try site.fault("\(time) pass") {}
    server.advance(by: time)
  }

  /// Lets access rules hold from now on: lines of an access file, as `user ann editor *`, and the tokens of users.
  ///
  /// - Throws: `TestFailure` if a line is none.
  public func setAccess(
    _ rules: String, tokens: [String: String] = [:], file: String = #fileID, at number: Int = #line
  ) throws {
    let place = SourcePlace(file, number)
    let server = try site.server(at: place)
    let lines = tokens.map { "token \($0.key) \(TokenDigest(of: $0.value)) test" }
    server.control.setAccess(
      try place.naming { try AccessFile(text: ([rules] + lines).joined(separator: "\n")).rules() })
  }

  /// Lets access rules hold from now on.
  public func setAccess(_ rules: AccessRules) { control.setAccess(rules) }

  /// Waits until the copy of every connected client equals the board of the server.
  public func converged(
    within time: Duration? = nil, file: String = #fileID, at number: Int = #line
  ) async throws {
    let place = SourcePlace(file, number)
    let (ends, log, control) = (site.ends, site.log, try site.server(at: place).control)
    let difference: @Sendable () -> String? = {
      ends.links.lazy.filter { !$0.isClosed }.compactMap { link in
        link.fault ?? link.difference { control.board($0)?.board.content }
      }.first
    }
    try await site.loop.wait(
      atMost: time ?? site.deadline,
      orThrow: TestFailure(difference() ?? "the copies differed too long", at: place, log.lines)
    ) { difference() == nil ? () : nil }
  }
}

extension TestServer {
  /// Waits until something holds of the app that is tested, or of whatever clients do not show.
  ///
  ///     try await server.expect("the app to show Milk") { app.text.contains("Milk") }
  ///
  /// The condition is asked on a thread of the server's clients, again and again; it must not block.
  ///
  /// - Throws: `TestFailure`; what the condition throws.
  public func expect(
    _ what: String, within time: Duration? = nil, file: String = #fileID, at number: Int = #line,
    _ condition: @escaping @Sendable () throws -> Bool
  ) async throws {
    let (place, log) = (SourcePlace(file, number), site.log)
    try await site.loop.wait(
      atMost: time ?? site.deadline, asking: .always,
      orThrow: TestFailure("expected \(what), and it did not come in time", at: place, log.lines)
    ) { try condition() ? () : nil }
  }
}

extension ClientLink {
  /// How the copy of a board differs from that of the server; nil if none does.
  fileprivate func difference(from content: (BoardName) -> Content?) -> String? {
    for (name, replica) in replicas.sorted(by: { $0.key < $1.key }) {
      let copy = replica.shown.content
      guard let board = content(name), board != copy else { continue }
      return "\(self.name) has `\(copy.outline)` of \(name) at revision "
        + "\(replica.revision ?? 0), and the server has `\(board.outline)`"
    }
    return nil
  }
}

// Faults.

extension TestServer {
  /// Ends the server at once, as a power failure does. What it has confirmed is kept.
  public func kill(file: String = #fileID, at number: Int = #line) throws {
    try site.kill(at: SourcePlace(file, number))
  }

  /// Starts the server again with what it has kept. Clients connect by `reconnect()`.
  public func restart() throws { try site.restart() }

  /// The disk of the server.
  public var disk: TestDisk { TestDisk(site: site) }

  /// The network between the server, its clients and its proxies.
  public var network: TestNetwork { TestNetwork(site: site) }

  /// A port that stays when the server is restarted, for the app's own client, with the faults of a network.
  public func proxy(file: String = #fileID, at number: Int = #line) throws -> TestProxy {
    let place = SourcePlace(file, number)
    let relay = try site.relay(at: place)
    return try TestProxy(site.loop.run { LoopBound(try relay()) }, of: site)
  }
}
