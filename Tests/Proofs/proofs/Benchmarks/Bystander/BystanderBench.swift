import Glibc
import Net
import TLS

/// One server, one client that pings it, and others that ask for much.
struct BystanderBench {
  private let attack: BystanderAttack
  private let least: Duration
  private let folder = Folder()
  private let server: ServerProcess
  private let bystander: Bystander
  private let crowd: AttackCrowd

  /// - Parameters:
  ///   - least: The share of the attack's time for which the server is watched at least.
  ///   - isFloor: Whether the server is one without a hub.
  init(_ attack: BystanderAttack, least: Double, isFloor: Bool = false) throws {
    self.attack = attack
    self.least = attack.least * least
    let directory = folder.path
    let sample = SampleServer(
      items: attack.items, sections: attack.sections,
      directory: attack.isStored ? directory : nil, isOnWeb: attack.isOnWeb,
      certificate: attack.key.map { BenchmarkCertificate($0, in: directory) })
    server = try ServerProcess(isFloor ? .echo : .board(sample))
    crowd = AttackCrowd(attack, port: server.address.port)
    bystander = try Bystander(of: server, isEncrypted: attack.key != nil)
    awaitRest()
  }

  /// Returns when the server has done all that was to come before. A stored board may be written still.
  private func awaitRest() {
    let enough = attack.isStored ? 20 : 2
    var quiet = 0
    while quiet < enough {
      let before = server.processorTime
      usleep(20_000)
      quiet = server.processorTime - before < .milliseconds(1) ? quiet + 1 : 0
    }
  }

  func measure() throws -> Measurement {
    var result = Measurement()
    let memory = server.residentBytes
    // The thread of the others, which begins afterwards, has an ordinary priority.
    let isUrgent = Self.setUrgent(true)
    defer { if isUrgent { Self.setUrgent(false) } }
    // What they send has come when the server goes on, so the first ping is behind all of it.
    server.halt()
    crowd.begin()
    let start = ContinuousClock.now
    while !crowd.isOver || result.waits.count < 200 || ContinuousClock.now - start < least {
      let (loop, all) = (server.loopTime.now, server.processorTime)
      result.waits.append(try nanoseconds(exchange) / 1e6)
      result.note(loop: server.loopTime.now - loop, all: server.processorTime - all)
    }
    crowd.finish()
    result.answered = crowd.time
    result.grown = server.residentBytes - memory
    return result
  }

  private func exchange() throws {
    bystander.send()
    server.resume()
    try bystander.awaitReply()
  }

  /// Lets this thread run before all others, so that a reply is seen when it comes: what the server does
  /// after it does not count.
  ///
  /// - Returns: Whether the system lets it.
  @discardableResult
  private static func setUrgent(_ isUrgent: Bool) -> Bool {
    let resetOnFork: Int32 = 0x4000_0000
    var parameter = sched_param(sched_priority: isUrgent ? 1 : 0)
    let policy = isUrgent ? SCHED_FIFO | resetOnFork : SCHED_OTHER
    return sched_setscheduler(0, policy, &parameter) == 0
  }

  var connections: Int { crowd.count }
  var bytes: Int { crowd.bytes }

  struct Measurement {
    /// The times from a ping to its reply in ms.
    var waits: [Double] = []
    /// The most processor time meanwhile in ms: of the loop's thread, and of all threads.
    private(set) var loop = 0.0
    private(set) var all = 0.0
    /// The time until the others were answered.
    var answered: Duration = .zero
    /// Bytes of resident memory.
    var grown = 0

    mutating func note(loop: Duration, all: Duration) {
      self.loop = max(self.loop, loop.nanoseconds / 1e6)
      self.all = max(self.all, all.nanoseconds / 1e6)
    }
  }
}

/// A client that pings.
private struct Bystander {
  private let socket: LineSocket
  private let line: [UInt8]

  init(of server: ServerProcess, isEncrypted: Bool) throws {
    let port = server.address.port
    socket = try LineSocket(to: .loopback(port))
    if isEncrypted {
      try socket.secure(
        with: ServerTrust.anybody.makeLayer(to: "localhost"), within: .seconds(10))
    }
    let bytes = Array("ping here\n".utf8)
    line = server.isFramed ? ClientFrames.message(bytes) : bytes
    if server.isFramed { socket.send(ClientFrames.handshake(port: port)) }
    send()
    try awaitReply()
  }

  func send() { socket.send(line) }

  /// In a frame the line begins with the frame's header.
  func awaitReply() throws {
    while let line = try socket.line(within: .seconds(120)) {
      if line.hasSuffix("pong here") { return }
    }
    preconditionFailure("the server does not end the bystander's connection")
  }
}
