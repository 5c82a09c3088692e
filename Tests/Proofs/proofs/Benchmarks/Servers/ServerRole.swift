import BoardDelivery
import BoardHub
import BoardJournal
import BoardModel
import BoardServer
import Broadcaster
import Glibc
import Logging
import Net
import SQLiteJournal
import TLS
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
    case .board(let sample): try serve(sample)
    case .echo: try echo()
    case .floor(let bytes): broadcast(payloadBytes: bytes)
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

  private static func echo() throws {
    let echo = try LineEcho()
    announce(echo.port)
    echo.run()
  }

  private static func serve(_ sample: SampleServer) throws {
    let hub = Hub(
      cadence: sample.cadence, epoch: SampleBoard.epoch, persists: sample.directory != nil,
      hash: TokenDigest.init(of:))
    let journal = try sample.directory.map { try SQLiteJournal($0) }
    if let journal { try hub.service.restoreLazily(from: journal, at: MonotonicClock.now) }
    try hub.service.serve(
      SampleBoard.name,
      content: SampleBoard.content(items: sample.items, sections: sample.sections))
    let server = try Server(
      .init(address: try SocketAddress(host: "127.0.0.1", port: 0)), hub: hub,
      journal: journal, logger: Logger(label: "benchmarks") { _ in SwiftLogNoOpLogHandler() })
    if let pair = sample.certificate {
      server.secure(with: try ServerIdentity(certificate: pair.file, key: pair.keyFile))
    }
    let web = WebConfiguration(address: try SocketAddress(host: "127.0.0.1", port: 0))
    announce(sample.isOnWeb ? try server.listen(web).port : server.port)
    try server.run()
  }

  private static let announce: @convention(c) (UInt16) -> Void = { ChildSide.print("\($0)") }
}

/// How our server serves the sample board.
struct SampleServer: Sendable {
  var items: Int
  var sections: Int
  var cadence = Cadence.automatic
  /// Where it is stored; nil if it is not.
  var directory: String?
  /// Whether it is served over WebSockets.
  var isOnWeb = false
  /// What encrypts its connections.
  var certificate: BenchmarkCertificate?
}

extension ServerProcess.Role {
  private static let ours = "ours"
  private static let peer = "peer"
  private static let noHub = "echo"
  /// A word for what there is not.
  private static let none = "-"

  /// The role as arguments of a program.
  var words: [String] {
    switch self {
    case .board(let sample):
      [
        Self.ours, "\(sample.items)", "\(sample.sections)", Self.word(sample.cadence),
        sample.directory ?? Self.none, "\(sample.isOnWeb)",
        sample.certificate?.directory ?? Self.none,
      ]
    case .echo: [Self.noHub]
    case .floor(let bytes): ["\(bytes)"]
    case .webPeer(let command, let bytes): [Self.peer, command, "\(bytes)"]
    }
  }

  private static func word(_ cadence: Cadence) -> String {
    switch cadence {
    case .automatic: none
    case .fixed(let window): "\(Int(window.nanoseconds))"
    }
  }

  init?(words: [String]) {
    switch (words.first, words.count) {
    case (Self.ours, 7):
      guard let items = Int(words[1]), let sections = Int(words[2]) else { return nil }
      let given = words.map { $0 == Self.none ? nil : $0 }
      self = .board(
        SampleServer(
          items: items, sections: sections,
          cadence: Int(words[3]).map { .fixed(.nanoseconds($0)) } ?? .automatic,
          directory: given[4], isOnWeb: words[5] == "true",
          certificate: given[6].map { BenchmarkCertificate(in: $0) }))
    case (Self.peer, 3):
      guard let bytes = Int(words[2]) else { return nil }
      self = .webPeer(command: words[1], payloadBytes: bytes)
    case (Self.noHub, 1): self = .echo
    case (_, 1):
      guard let bytes = Int(words[0]) else { return nil }
      self = .floor(payloadBytes: bytes)
    default: return nil
    }
  }
}
