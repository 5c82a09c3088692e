import BoardHub
import BoardJournal
import BoardModel
import BoardServer
import Broadcaster
import Glibc
import Libuv
import Logging
import SQLiteJournal
import TokenHashing

/// The child's side of `ServerProcess`: this program as a measured server.
enum ServerRole {
  /// The first argument of a serving process, followed by its role.
  static let flag = "--serve"

  /// Prints the port, and serves until the input ends.
  static func play(_ words: [String]) throws {
    guard let role = ServerProcess.Role(words: words) else {
      fatalError("no server has the role \(words)")
    }
    if case .webPeer(let command, let bytes) = role { become(command, bytes) }
    ChildSide.endWithInput()
    switch role {
    case .board(let items, let sections, let cadence):
      try serve(
        Hub(cadence: cadence, epoch: SampleBoard.epoch, hash: TokenDigest.init(of:)), items: items,
        sections: sections)
    case .webBoard(let items, let sections, let cadence):
      try serve(
        Hub(cadence: cadence, epoch: SampleBoard.epoch, hash: TokenDigest.init(of:)), items: items,
        sections: sections,
        isOnWeb: true)
    case .storedBoard(let items, let sections, let directory):
      let hub = Hub(epoch: SampleBoard.epoch, persists: true, hash: TokenDigest.init(of:))
      let journal = try SQLiteJournal(directory)
      try hub.restoreLazily(from: journal, at: EventLoop.now)
      try serve(hub, items: items, sections: sections, journal: journal)
    case .floor(let bytes):
      broadcast(payloadBytes: bytes)
    case .webPeer: break
    }
  }

  /// Replaces this program by another one, in the same process.
  private static func become(_ command: String, _ bytes: Int) -> Never {
    let words: [String] = ["sh", "-c", "exec \(command) \(bytes)"]
    execv("/bin/sh", words.map { strdup($0) } + [nil])
    fatalError("there is no shell")
  }

  private static func broadcast(payloadBytes: Int) {
    var payload = Array("again ".utf8)
    while payload.count < payloadBytes - 1 { payload.append(0x78) }
    payload.append(0x0A)
    let status = broadcaster_run(payload, payload.count, announce)
    fatalError("the broadcaster ended: \(status)")
  }

  private static func serve(
    _ hub: Hub, items: Int, sections: Int, journal: (any Journal)? = nil, isOnWeb: Bool = false
  ) throws {
    try hub.serve(
      SampleBoard.name, content: SampleBoard.content(items: items, sections: sections))
    let server = try Server(
      .init(address: try SocketAddress(host: "127.0.0.1", port: 0)), hub: hub,
      journal: journal, logger: Logger(label: "benchmarks") { _ in SwiftLogNoOpLogHandler() })
    let web = WebConfiguration(address: try SocketAddress(host: "127.0.0.1", port: 0))
    announce(isOnWeb ? try server.listen(web).port : server.port)
    try server.run()
  }

  private static let announce: @convention(c) (UInt16) -> Void = { ChildSide.print("\($0)") }
}

extension ServerProcess.Role {
  private static let stored = "stored"
  private static let web = "web"
  private static let peer = "peer"

  /// The role as arguments of a program.
  var words: [String] {
    switch self {
    case .board(let items, let sections, .automatic): ["\(items)", "\(sections)"]
    case .board(let items, let sections, .fixed(let window)):
      ["\(items)", "\(sections)", "\(Int(window.nanoseconds))"]
    case .webBoard(let items, let sections, let cadence):
      [Self.web] + Self.board(items: items, sections: sections, cadence: cadence).words
    case .storedBoard(let items, let sections, let directory):
      [Self.stored, "\(items)", "\(sections)", directory]
    case .floor(let bytes): ["\(bytes)"]
    case .webPeer(let command, let bytes): [Self.peer, command, "\(bytes)"]
    }
  }

  init?(words: [String]) {
    let numbers = words.compactMap { Int($0) }
    if words.count == 4, words[0] == Self.stored, numbers.count == 2 {
      self = .storedBoard(items: numbers[0], sections: numbers[1], directory: words[3])
      return
    }
    if words.count == 3, words[0] == Self.peer, let bytes = Int(words[2]) {
      self = .webPeer(command: words[1], payloadBytes: bytes)
      return
    }
    if words.first == Self.web,
      case .board(let items, let sections, let cadence)? =
        Self(words: Array(words.dropFirst()))
    {
      self = .webBoard(items: items, sections: sections, cadence: cadence)
      return
    }
    switch numbers.count {
    case 1: self = .floor(payloadBytes: numbers[0])
    case 2: self = .board(items: numbers[0], sections: numbers[1], cadence: .automatic)
    case 3:
      self = .board(
        items: numbers[0], sections: numbers[1], cadence: .fixed(.nanoseconds(numbers[2])))
    default: return nil
    }
  }
}
