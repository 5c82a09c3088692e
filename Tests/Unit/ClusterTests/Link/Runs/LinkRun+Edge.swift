import BoardModel
import Cluster
import Simulation

// What happens at the edge.

extension LinkRun {
  func actAtEdge() {
    guard let client = inOrder(edgeClients).randomElement(using: &random), !random.percent(10)
    else { return connect() }
    switch random.below(100) {
    case 0..<60: input(of: client)
    case 60..<65: end(client)
    case 65..<78: block(client)
    case 78..<92: drain(client)
    default: close(client)
    }
  }

  private func connect() {
    guard edgeClients.count < 40 else { return }
    let client = RunClient(clients.count, on: Channel(0))
    let request = ConnectRequest(
      space: .standard, network: nil, address: client.address,
      greeting: random.percent(50) ? .full : .reply)
    client.takesLines = random.percent(30)
    guard let channel = edge.connect(request, takesLines: client.takesLines) else {
      return problems.append("no channel")
    }
    if edgeClients[channel] != nil { problems.append("channel \(channel) is in use") }
    client.channel = channel
    clients.append(client)
    edgeClients[channel] = client
  }

  /// What clients send. The inputs of two clients begin at different places of it.
  private static let pattern = (0..<65_536 + 256).map { UInt8(truncatingIfNeeded: $0) }

  private func input(of client: RunClient) {
    // More comes sometimes with what was read before.
    guard edge.mayRead(client.channel) || random.percent(20), !client.hasEnded else { return }
    let count = random.percent(90) ? 1 + random.below(50) : 1 + random.below(65_536)
    let start = client.number & 0xFF
    let bytes = Array(Self.pattern[start..<start + count])
    client.input += bytes
    let mayRead = bytes.withUnsafeBytes { edge.input($0, from: client.channel) }
    if mayRead != edge.mayRead(client.channel) { problems.append("mayRead") }
  }

  private func end(_ client: RunClient) {
    guard !client.hasEnded else { return }
    client.hasEnded = true
    edge.ended(client.channel)
  }

  private func block(_ client: RunClient) {
    client.isBlocked = true
    edge.blocked(client.channel, unsentBytes: random.below(100_000))
  }

  func drain(_ client: RunClient) {
    guard client.isBlocked else { return }
    client.isBlocked = false
    edge.drained(client.channel)
  }

  func close(_ client: RunClient) {
    client.isGone = true
    edgeClients[client.channel] = nil
    edge.closed(client.channel)
  }

  func edgeSees(_ event: EdgeEvent) {
    switch event {
    case .accepted: break
    case .send(let channel, let bytes, let endsMessage):
      receive(bytes, on: channel, endsMessage: endsMessage)
    case .broadcast(let channels, let bytes):
      for channel in channels { receive(bytes, on: channel, endsMessage: true) }
    case .sendShared(let channels, let blob, let endsMessage):
      for channel in channels { receive(blob.bytes, on: channel, endsMessage: endsMessage) }
    case .mayRead(let channel):
      if edgeClients[channel] == nil { problems.append("nobody may be read") }
    case .close(let channel, let reason): finish(channel, .closed(reason: reason))
    case .refused(let channel, let refusal): finish(channel, .refused(refusal))
    }
  }

  private func receive(
    _ bytes: UnsafeRawBufferPointer, on channel: Channel, endsMessage: Bool
  ) {
    guard let client = edgeClients[channel] else { return }
    client.part += bytes
    guard endsMessage else {
      if client.takesLines, bytes.last != UInt8(ascii: "\n") { problems.append("part of a line") }
      return
    }
    client.received.append(client.part)
    client.part = []
  }

  private func finish(_ channel: Channel, _ end: RunClient.End) {
    guard let client = edgeClients.removeValue(forKey: channel) else {
      return problems.append("channel \(channel) ended twice")
    }
    client.seenEnd = end
    // The edge may connect another client at once.
    if random.percent(30) { connect() }
  }
}
