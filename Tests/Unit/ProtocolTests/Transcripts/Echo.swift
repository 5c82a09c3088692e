import Transcripts

/// A stage that echoes each client's lines: sent lines are received as the server's.
struct Echo: Stage {
  private var heard: [String: [String]] = [:]
  private var ended: Set<String> = []
  private var connections = 0
  /// Whether each connection is told an epoch of its own.
  var hasManyEpochs = false
  private(set) var log: [String] = []

  mutating func start(holding boards: [GivenBoard]) {
    heard = [:]
    ended = []
    log.append("start with \(boards.map(\.name))")
  }

  mutating func connect(_ client: String) -> String {
    connections += 1
    log.append("\(client) connects")
    return
      "dropline 1 epoch=life\(hasManyEpochs ? connections : 1) client=guest-4\(connections) line=4096 text=1024 "
      + "profiles=core,edit later=yes"
  }

  mutating func send(_ bytes: [UInt8], from client: String) {
    let text = String(decoding: bytes, as: UTF8.self)
    heard[client, default: []] += text.split(separator: "\n").map(String.init)
  }

  mutating func nextLine(of client: String) -> Received<String> {
    guard let line = heard[client]?.first else {
      return ended.contains(client) ? .closed : .nothing
    }
    heard[client]?.removeFirst()
    return .value(line)
  }

  mutating func nextBytes(_ count: Int, of client: String) -> Received<[UInt8]> {
    switch nextLine(of: client) {
    case .value(let line): .value(Array(line.utf8.prefix(count)))
    case .closed: .closed
    case .nothing: .nothing
    }
  }

  mutating func halfClose(_ client: String) { ended.insert(client) }
  mutating func cut(_ client: String) { log.append("\(client) cuts") }
  mutating func advance(by time: Duration) { log.append("wait \(time)") }
  mutating func crash() { log.append("crash") }
  mutating func drain() { log.append("drain") }
  mutating func setFull(_ isFull: Bool) { log.append("full \(isFull)") }
  mutating func setSilent(_ isSilent: Bool) { log.append("silent \(isSilent)") }
  mutating func setAccess(_ rules: [String]) { log.append("access \(rules.count)") }

  mutating func finish() -> [Leftover] {
    heard.keys.sorted().flatMap { client in
      (heard[client] ?? []).map { Leftover(client: client, line: $0) }
    }
  }
}
