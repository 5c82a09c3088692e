import BoardModel
import Simulation
import Testing

@testable import Cluster

/// Two ends of a link with clients and a hub that do anything at any time, from one seed.
///
/// The network cuts the bytes anywhere and delays them for any time.
final class LinkRun {
  static let secret: [UInt8] = [1, 2, 3]

  var random: SeededRandom
  /// The network is slow, and most of what clients are sent is long.
  let isHeavy: Bool
  /// Whether the window was ever full.
  private(set) var wasFull = false
  let owner = OwnerEnd(secret: LinkRun.secret, closeTimeout: .seconds(30), at: .zero)
  let edge = EdgeEnd(secret: LinkRun.secret, node: "edge:1", at: .zero)
  private var toOwner: [UInt8] = []
  private var toEdge: [UInt8] = []
  var clients: [RunClient] = []
  /// The clients by the channels that each end thinks they have.
  var edgeClients: [Channel: RunClient] = [:]
  var ownerClients: [Channel: RunClient] = [:]
  var snapshots: [SharedText] = []
  var messages = 0
  var problems: [String] = []

  init(seed: Int) {
    random = SeededRandom(seed: seed)
    isHeavy = random.percent(50)
  }

  /// The clients of an end in the order in which they came: a seed gives the same run each time.
  func inOrder(_ clients: [Channel: RunClient]) -> [RunClient] {
    clients.values.sorted { $0.number < $1.number }
  }

  func step() throws {
    switch random.below(100) {
    case 0..<45: actAtEdge()
    case 45..<75: actAtOwner()
    case 75..<80: flush()
    case 80..<90: try deliverToOwner(atMost: size())
    case _ where isHeavy && random.percent(80): break
    default: try deliverToEdge(atMost: size())
    }
    checkBounds()
  }

  private func size() -> Int { random.percent(50) ? random.below(100) : random.below(100_000) }

  func flush() {
    edge.flush(at: .zero) { toOwner += $0 }
    owner.flush(at: .zero) { toEdge += $0 }
  }

  private func deliverToOwner(atMost count: Int) throws {
    let bytes = Array(toOwner.prefix(count))
    toOwner.removeFirst(bytes.count)
    try bytes.withUnsafeBytes { bytes in try owner.receive(bytes, at: .zero) { ownerSees($0) } }
    report()
  }

  private func deliverToEdge(atMost count: Int) throws {
    let bytes = Array(toEdge.prefix(count))
    toEdge.removeFirst(bytes.count)
    try bytes.withUnsafeBytes { bytes in try edge.receive(bytes, at: .zero) { edgeSees($0) } }
  }

  func report() {
    owner.reportBlocked { channel, isBlocked, unsentBytes in
      ownerClients[channel]?.isReportedBlocked = isBlocked
      ownerClients[channel]?.reportedBytes = unsentBytes
    }
  }

  /// Lets everything arrive: clients take what they get, and the owner consumes their input.
  func settle() throws {
    repeat {
      flush()
      try deliverToOwner(atMost: .max)
      try deliverToEdge(atMost: .max)
      for client in inOrder(edgeClients) { drain(client) }
      for client in inOrder(ownerClients) { consume(client.unconsumedInput, of: client) }
      flush()
      report()
    } while !toOwner.isEmpty || !toEdge.isEmpty
  }

  /// The window is exceeded by at most one message that is sent at once, or by the channels that get a blob.
  private func checkBounds() {
    wasFull = wasFull || owner.window.isFull
    let longest = FrameWeight.of(receivers: clients.count, bytes: LinkLimits.directBytes)
    if owner.window.unacknowledged > LinkLimits.window + longest { problems.append("window") }
  }

  /// What is wrong when everything has arrived.
  func finish() throws -> [String] {
    try settle()
    for client in clients {
      if let problem = client.problem { problems.append("\(client.address): \(problem)") }
    }
    for client in inOrder(edgeClients) { close(client) }
    try settle()
    for _ in 0..<2 { owner.releaseUnused() }
    try settle()
    if owner.blobs.count > 0 || edge.blobs.count > 0 { problems.append("a blob is left") }
    if edge.connect(.plain) != Channel(0) { problems.append("a number is not free") }
    return problems
  }
}
