import SystemTestKit
import Transcripts

/// A stage with a proxy between clients and the server.
struct RewritingStage<Base: Stage, Change: Rewriting>: Stage {
  private var base: Base
  private let change: () -> Change
  private var rewritings: [String: Change] = [:]
  /// Lines that clients have not read yet.
  private var unread: [String: [String]] = [:]

  /// - Parameter change: Makes the rewriting of a connection.
  init(_ base: Base, _ change: @escaping () -> Change) {
    self.base = base
    self.change = change
  }

  mutating func start(holding boards: [GivenBoard]) throws {
    (rewritings, unread) = ([:], [:])
    try base.start(holding: boards)
  }

  mutating func connect(_ client: String) throws -> String {
    (rewritings[client], unread[client]) = (change(), [])
    rewrite(try base.connect(client), client)
    return unread[client]!.removeFirst()
  }

  mutating func nextLine(of client: String) throws -> Received<String> {
    while unread[client, default: []].isEmpty {
      let received = try base.nextLine(of: client)
      guard case .value(let line) = received else { return received }
      rewrite(line, client)
    }
    return .value(unread[client]!.removeFirst())
  }

  private mutating func rewrite(_ line: String, _ client: String) {
    let bytes = rewritings[client]!.rewrite(received: Array(line.utf8) + [0x0A])
    unread[client]! += bytes.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast()
      .map { String(decoding: $0, as: UTF8.self) }
  }

  mutating func send(_ bytes: [UInt8], from client: String) throws {
    let sent = rewritings[client]?.rewrite(sent: bytes) ?? bytes
    for piece in rewritings[client]?.pieces(of: sent) ?? [sent] {
      try base.send(piece, from: client)
    }
  }

  mutating func nextBytes(_ count: Int, of client: String) throws -> Received<[UInt8]> {
    try base.nextBytes(count, of: client)
  }

  mutating func halfClose(_ client: String) throws { try base.halfClose(client) }
  mutating func cut(_ client: String) throws { try base.cut(client) }
  mutating func advance(by time: Duration) throws { try base.advance(by: time) }
  mutating func crash() throws { try base.crash() }
  mutating func drain() throws { try base.drain() }

  mutating func setFull(_ isFull: Bool) throws { try base.setFull(isFull) }
  mutating func setSilent(_ isSilent: Bool) throws { try base.setSilent(isSilent) }
  mutating func setAccess(_ rules: [String]) throws { try base.setAccess(rules) }

  mutating func finish() throws -> [Leftover] {
    let rest = unread.sorted { $0.key < $1.key }.flatMap { client, lines in
      lines.map { Leftover(client: client, line: $0) }
    }
    return try rest + base.finish()
  }
}
