import Glibc
import Synchronization

/// The others, on a thread of their own while the bystander is measured.
final class AttackCrowd {
  private let authors: [AttackSocket]
  private var others: [AttackSocket]
  private let port: UInt16
  private let attack: BystanderAttack
  private let hasSent = Atomic(false)
  private let hasEnded = Atomic(false)
  private var began = ContinuousClock.now
  private var ended = ContinuousClock.now
  private var thread = pthread_t()

  /// Connects all of them, and has them send what comes before.
  init(_ attack: BystanderAttack, port: UInt16) {
    self.attack = attack
    self.port = port
    authors = attack.setUp.map { burst in
      let author = AttackSocket(port: port)
      Self.say([burst], by: [author])
      return author
    }
    others = attack.others.map { _ in AttackSocket(port: port) }
    if attack.isOnWeb {
      let handshake = Burst(
        bytes: ClientFrames.handshake(port: port), end: Burst.greeting.end)
      Self.say(others.map { _ in handshake }, by: others)
    }
    Self.say(attack.others.map(\.before), by: others)
  }

  var count: Int { max(attack.others.count, attack.resets) }

  var bytes: Int { attack.others.reduce(0) { $0 + ($1.burst?.bytes.count ?? 0) } }

  /// Whether all are answered.
  var isOver: Bool { hasEnded.load(ordering: .acquiring) }

  /// The time until all were answered, once that is so.
  var time: Duration { ended - began }

  /// Lets all of them send at once, and returns when the kernel has what it takes.
  func begin() {
    pthread_create(
      &thread, nil,
      { crowd in
        Unmanaged<AttackCrowd>.fromOpaque(crowd!).takeUnretainedValue().run()
        return nil
      }, Unmanaged.passUnretained(self).toOpaque())
    while !hasSent.load(ordering: .acquiring) { usleep(1_000) }
  }

  /// Waits for the thread.
  func finish() { pthread_join(thread, nil) }

  private func run() {
    began = .now
    if attack.others.contains(where: { $0.burst == nil }) { others = [] }
    Self.send(attack.others.compactMap(\.burst), by: others)
    hasSent.store(true, ordering: .releasing)
    Self.awaitEnd(of: others)
    for _ in 0..<attack.resets { AttackSocket(port: port).resetAtEnd() }
    ended = .now
    hasEnded.store(true, ordering: .releasing)
  }

  /// Has each of some connections send its burst, and returns when none is awaited any more.
  private static func say(_ bursts: [Burst], by sockets: [AttackSocket]) {
    send(bursts, by: sockets)
    awaitEnd(of: sockets)
  }

  private static func send(_ bursts: [Burst], by sockets: [AttackSocket]) {
    for (socket, burst) in zip(sockets, bursts) { socket.begin(burst) }
  }

  private static func awaitEnd(of sockets: [AttackSocket]) {
    var chunk = [UInt8](repeating: 0, count: 262_144)
    while sockets.contains(where: \.isAwaited) {
      let open = sockets.filter { !$0.isOver }
      var requests = open.map(\.request)
      let count = poll(&requests, nfds_t(requests.count), 120_000)
      precondition(count > 0, "the server answers")
      for (socket, request) in zip(open, requests) where request.revents != 0 {
        socket.pump()
        socket.drain(into: &chunk)
      }
    }
  }
}
