import BoardDelivery
import BoardWire

/// A server with its subscribers: ours, or the plain broadcaster in C.
///
/// A drop is a drag of one item for ours and a line for the broadcaster; it is complete for a guest
/// that has read the batch or the payload.
final class Contender {
  let server: ServerProcess
  let room: Room
  let watchers: Int
  private let isFloor: Bool
  /// The number of requested drops.
  private(set) var drops = 0
  private var hovers = 0

  init(_ role: ServerProcess.Role, watchers: Int) throws {
    self.watchers = watchers
    switch role {
    case .echo, .floor, .webPeer: isFloor = true
    case .board: isFloor = false
    }
    server = try ServerProcess(role)
    room = try Room(
      audience: watchers, at: server.address, isFramed: server.isFramed,
      saying: isFloor ? [] : Request.open().bytes)
  }

  /// Our server with a board of 400 items in two sections.
  static func ours(_ cadence: Cadence, watchers: Int) throws -> Contender {
    try Contender(.board(.init(items: 400, sections: 2, cadence: cadence)), watchers: watchers)
  }

  /// The same over WebSockets.
  static func oursOnWeb(_ cadence: Cadence, watchers: Int) throws -> Contender {
    try Contender(
      .board(.init(items: 400, sections: 2, cadence: cadence, isOnWeb: true)), watchers: watchers)
  }

  static func floor(payloadBytes: Int, watchers: Int) throws -> Contender {
    try Contender(.floor(payloadBytes: payloadBytes), watchers: watchers)
  }

  static func webPeer(_ command: String, payloadBytes: Int, watchers: Int) throws -> Contender {
    try Contender(.webPeer(command: command, payloadBytes: payloadBytes), watchers: watchers)
  }

  deinit { room.close() }

  /// The revision at which a guest has all requested drops.
  var goal: Int { isFloor ? drops + hovers : drops }

  /// Requests several whole drops at once.
  func ask(_ count: Int) {
    room.driver.send(
      isFloor
        ? Array(repeating: 0x0A, count: count) : Gesture.drag.bytes(drops..<drops + count))
    drops += count
  }

  /// Waits until all reading guests have all but a number of drops.
  @discardableResult
  func wait(but late: Int = 0) -> ContinuousClock.Instant {
    let goal = goal - late
    return room.wait { $0.revision >= goal }
  }

  /// Proposes the destination of an item, and waits until all guests have received it.
  func hover() {
    hovers += 1
    if isFloor {
      let goal = goal
      room.wait(sending: [0x0A]) { $0.revision >= goal }
    } else {
      let requests = Array(Gesture.drag.requests(drops)[..<2])
      let overs = room.audience[0].overs + 1
      room.wait(sending: requests.bytes) { $0.overs >= overs }
    }
  }

  /// Drops the proposed item.
  func drop() {
    drops += 1
    room.driver.send(isFloor ? [0x0A] : Request.drag(.perform(.init())).bytes)
  }
}

extension Contender {
  /// The result of a period of drops.
  struct Run {
    var drops = 0.0
    var seconds = 0.0
    var bytes = 0.0
    var usage = ServerProcess.Usage()

    var dropRate: Double { drops / seconds }
    var processorMicroseconds: Double { usage.processor.nanoseconds / 1_000 }
    var microsecondsPerWrite: Double { processorMicroseconds / Double(usage.writes) }
  }

  /// A closed loop: a fixed number of drops in flight for a period, until the slowest reading guest
  /// has them all.
  func dropInARow(inFlight: Int, for time: Duration) -> Run {
    let (usage, bytes, first) = (server.usage, bytesRead, drops)
    let start = ContinuousClock.now
    let step = max(1, inFlight / 2)
    ask(inFlight)
    while .now < start + time {
      wait(but: inFlight - step)
      ask(step)
    }
    let end = wait()
    return Run(
      drops: Double(drops - first), seconds: (end - start).nanoseconds / 1e9,
      bytes: Double(bytesRead - bytes), usage: server.usage - usage)
  }

  /// The traffic that the guests have read.
  private var bytesRead: Int { room.audience.reduce(0) { $0 + $1.bytes } }
}
