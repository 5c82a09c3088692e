import BoardModel
import Simulation

@testable import Cluster

// What happens at the owner.

extension LinkRun {
  func actAtOwner() {
    let open = inOrder(ownerClients).filter(\.isOpen)
    guard let client = open.randomElement(using: &random) else { return }
    switch random.below(100) {
    case 0..<35: send(to: client)
    case 35..<65: broadcast(to: open)
    case 65..<90: consume(random.below(client.unconsumedInput + 1), of: client)
    case 90..<93: close(byOwner: client)
    case 93..<96: abandon()
    default: owner.releaseUnused()
    }
    report()
  }

  /// A message that nobody else gets.
  private func message(of client: RunClient?) -> [UInt8] {
    messages += 1
    var bytes = [UInt8](repeating: UInt8(truncatingIfNeeded: messages), count: messageSize())
    withUnsafeBytes(of: (UInt32(client?.number ?? 0), UInt32(messages))) {
      bytes.replaceSubrange(..<8, with: $0)
    }
    return bytes
  }

  private func messageSize() -> Int {
    if random.percent(isHeavy ? 3 : 10) { return 10_000 + random.below(70_000) }
    return isHeavy ? LinkLimits.directBytes - random.below(8_000) : 9 + random.below(90)
  }

  private func snapshot() -> SharedText {
    if snapshots.isEmpty || random.percent(10) { snapshots.append(SharedText(message(of: nil))) }
    return random.one(of: snapshots)
  }

  private func send(to client: RunClient) {
    var pieces: [MessagePiece] = []
    for _ in 0...random.below(3) {
      pieces.append(
        random.percent(40) ? .shared(snapshot().shared) : .own(message(of: client)))
    }
    client.sent.append(pieces.reduce(into: []) { $0 += $1.bytes })
    owner.send(pieces, to: client.channel)
  }

  /// The hub broadcasts to nobody of whom it knows that it is blocked, but it may have decided before.
  private func broadcast(to open: [RunClient]) {
    let isLate = random.percent(20)
    let percentage = random.one(of: [10, 90, 100])
    let receivers = open.filter {
      (isLate || !$0.isReportedBlocked) && random.percent(percentage)
    }
    let text = random.percent(50) ? snapshot() : SharedText(message(of: nil))
    for client in receivers { client.sent.append([UInt8](text.payload)) }
    owner.broadcast(text.shared, to: receivers.map(\.channel))
  }

  func consume(_ count: Int, of client: RunClient) {
    guard client.isOpen else { return }
    client.unconsumedInput -= count
    owner.consumed(count, of: client.channel)
  }

  private func close(byOwner client: RunClient) {
    let reason = UInt8(random.below(256))
    client.end = .closed(reason: reason)
    owner.close(client.channel, reason: reason, at: .zero)
  }

  private func abandon() {
    guard let client = inOrder(ownerClients).first(where: { $0.end != nil }) else { return }
    client.isAbandoned = true
    owner.abandon(client.channel)
  }

  func ownerSees(_ event: OwnerEvent) {
    switch event {
    case .accepted, .performed: break
    case .connect(let channel, let request): connect(channel, request)
    case .input(let channel, let bytes):
      ownerClients[channel]?.consumedInput += bytes
      ownerClients[channel]?.unconsumedInput += bytes.count
    case .ended(let channel): ownerClients[channel]?.sawEnded = true
    case .closed(let channel):
      guard let client = ownerClients.removeValue(forKey: channel) else {
        return problems.append("channel \(channel) was closed twice")
      }
      client.isReleased = true
    }
  }

  private func connect(_ channel: Channel, _ request: ConnectRequest) {
    guard let client = clients.first(where: { $0.address == request.address }),
      client.channel == channel, ownerClients[channel] == nil
    else { return problems.append("\(request.address) is not on channel \(channel)") }
    client.isConnected = true
    ownerClients[channel] = client
    guard random.percent(10) else { return }
    let refusal = random.one(of: ConnectRefusal.allCases)
    client.end = .refused(refusal)
    owner.refuse(channel, refusal)
  }
}

extension MessagePiece {
  fileprivate var bytes: [UInt8] {
    switch self {
    case .own(let bytes): bytes
    case .shared(let payload): [UInt8](payload.bytes)
    }
  }
}
