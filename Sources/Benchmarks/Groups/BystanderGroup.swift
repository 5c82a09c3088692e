import BoardHub
import Glibc
import Libuv

extension Group {
  static let bystander = Group(
    name: "bystander", summary: "the pings of one client while others ask for much"
  ) { scale in
    var table = Table(
      "what others send", "connections", "bytes", "pings", "p50 ms", "p99 ms", "longest ms",
      "others answered after ms", "server grew KB")
    for attack in BystanderAttack.all(scale) {
      let bench = try BystanderBench(attack)
      bench.measure(into: &table)
    }
    table.show()
  }
}

/// What others do at once while the bystander pings.
struct BystanderAttack {
  let name: String
  var items = 1_000
  var sections = 10
  var isStored = false
  /// Sent by each of some clients, one after the other, before anything is measured. They stay.
  var setUp: [[String]] = []
  /// Sent by each of the other clients, all at once.
  var lines: [[String]] = []
  /// Connections that are made and reset.
  var resets = 0
  /// How long the server is watched at least.
  var least: Duration = .zero
}

/// One server, one client that pings it, and others that ask for much.
private struct BystanderBench {
  private let attack: BystanderAttack
  private let folder = Folder()
  private let server: ServerProcess
  private let bystander: PlainSocket
  private let authors: [DrainedSocket]
  private let others: [DrainedSocket]

  init(_ attack: BystanderAttack) throws {
    self.attack = attack
    server = try ServerProcess(
      attack.isStored
        ? .storedBoard(items: attack.items, sections: attack.sections, directory: folder.path)
        : .board(items: attack.items, sections: attack.sections, cadence: .automatic))
    let port = server.address.port
    bystander = PlainSocket(port: port)
    authors = attack.setUp.map { lines in
      let author = DrainedSocket(port: port)
      author.send(lines)
      while !author.isAnswered { author.drain() }
      return author
    }
    others = attack.lines.map { _ in DrainedSocket(port: port) }
    ping()
  }

  func measure(into table: inout Table) {
    let memory = server.residentBytes
    for (other, lines) in zip(others, attack.lines) { other.begin(lines) }
    let start = ContinuousClock.now
    for other in others { other.pump() }
    var resets = 0
    var times: [Double] = []
    // A quiet server is watched for a while, too.
    while !isOver || times.count < 200 || resets < attack.resets
      || ContinuousClock.now - start < attack.least
    {
      times.append(nanoseconds(ping) / 1e6)
      for other in others where !other.isAnswered {
        other.pump()
        other.drain()
      }
      for _ in 0..<min(50, attack.resets - resets) {
        resetConnection(to: server.address.port)
        resets += 1
      }
    }
    let end = others.compactMap(\.answered).max()
    table.add(
      attack.name, max(others.count, resets).text, others.reduce(0) { $0 + $1.sent }.text,
      times.count.text,
      times.median.text, times.quantile(0.99).text, (times.max() ?? 0).text,
      end.map { (($0 - start).nanoseconds / 1e6).text } ?? "-",
      ((server.residentBytes - memory) / 1_024).text)
  }

  private var isOver: Bool { others.allSatisfy(\.isAnswered) }

  private func ping() {
    bystander.write(Array("ping here\n".utf8))
    bystander.read(untilEnding: "pong here\n")
  }
}

/// A connection that discards what it is sent, until its last command is answered.
private final class DrainedSocket {
  private static let end = "pong end\n"

  private let socket: LineSocket
  private var last: [UInt8] = []
  private var chunk = [UInt8](repeating: 0, count: 262_144)
  private var pending: ArraySlice<UInt8> = []
  private(set) var sent = 0
  private(set) var answered: ContinuousClock.Instant?

  var isAnswered: Bool { answered != nil }

  init(port: UInt16) {
    guard let socket = try? LineSocket(to: .loopback(port)) else {
      preconditionFailure("the server takes one more connection")
    }
    self.socket = socket
  }

  /// Sends commands, and a ping behind them.
  func send(_ lines: [String]) {
    begin(lines)
    socket.send(Array(pending))
    pending = []
  }

  /// Begins to send them; `pump` goes on.
  func begin(_ lines: [String]) {
    pending = Array((lines + ["ping end\n"]).joined(separator: "\n").utf8)[...]
    sent = pending.count
  }

  /// Sends what the kernel takes, without waiting.
  func pump() {
    while !pending.isEmpty {
      let flags = Int32(MSG_DONTWAIT)
      let count = pending.withUnsafeBytes {
        Glibc.send(socket.descriptor, $0.baseAddress, $0.count, flags)
      }
      guard count > 0 else { return }
      pending = pending.dropFirst(count)
    }
  }

  /// Reads what there is, without waiting.
  func drain() {
    while true {
      let count = recv(socket.descriptor, &chunk, chunk.count, Int32(MSG_DONTWAIT))
      precondition(count != 0, "the server closes nobody")
      guard count > 0 else { return }
      last = (last + chunk[..<count].suffix(64)).suffix(64)
      if last.suffix(Self.end.utf8.count).elementsEqual(Self.end.utf8) { answered = .now }
    }
  }
}

/// Connects, and closes with a reset.
private func resetConnection(to port: UInt16) {
  let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  precondition(descriptor >= 0, "there is one more descriptor")
  defer { close(descriptor) }
  var lingering = linger(l_onoff: 1, l_linger: 0)
  setsockopt(
    descriptor, SOL_SOCKET, SO_LINGER, &lingering, socklen_t(MemoryLayout<linger>.size))
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = port.bigEndian
  address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
  let status = withUnsafeBytes(of: &address) { bytes in
    connect(
      descriptor, bytes.baseAddress!.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
  }
  precondition(status == 0, "the server listens")
}
