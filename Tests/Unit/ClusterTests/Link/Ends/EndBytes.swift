import BoardModel
import Cluster

/// The payload of an object, as hubs share it.
final class SharedText {
  let payload: UnsafeMutableRawBufferPointer

  init(_ bytes: [UInt8]) {
    payload = .allocate(byteCount: bytes.count, alignment: 1)
    payload.copyBytes(from: bytes)
  }

  deinit { payload.deallocate() }

  var shared: SharedPayload { SharedPayload(UnsafeRawBufferPointer(payload), ownedBy: self) }
}

extension ConnectRequest {
  /// A request for the space `main`.
  static let plain = ConnectRequest(
    space: .standard, network: 1, address: "192.0.2.1:5", greeting: .full)
}

extension OwnerEnd {
  func send(_ bytes: [UInt8], to channel: Channel) { send([.own(bytes)], to: channel) }
}

/// Both ends of a link with the bytes on their way, and what happened as text.
final class LinkPair {
  static let secret = Array("the secret of the cluster".utf8)

  let owner = OwnerEnd(secret: secret, closeTimeout: .seconds(30), at: .zero)
  let edge = EdgeEnd(secret: secret, node: "edge:1", at: .zero)
  var time: Duration = .zero
  var toOwner: [UInt8] = []
  var toEdge: [UInt8] = []
  var ownerEvents: [String] = []
  /// How long the edge has taken, as the owner knows.
  private(set) var performanceTime: Duration = .zero
  var edgeEvents: [String] = []
  /// The bytes that the client of each channel got.
  var received: [Channel: [UInt8]] = [:]

  /// Lets what each end has sent reach the other until nothing is sent.
  func settle(_ body: (EdgeEvent) -> Void = { _ in }) throws {
    repeat {
      flush()
      try deliverToOwner()
      try deliverToEdge(body: body)
      flush()
    } while !toOwner.isEmpty || !toEdge.isEmpty
  }

  func flush() {
    edge.flush(at: time) { toOwner += $0 }
    owner.flush(at: time) { toEdge += $0 }
  }

  func deliverToOwner(_ count: Int = .max) throws {
    let bytes = Array(toOwner.prefix(count))
    toOwner.removeFirst(bytes.count)
    var events: [String] = []
    try bytes.withUnsafeBytes { bytes in
      try owner.receive(bytes, at: time) {
        // How long the edge has taken is looked at by itself.
        if case .performed(let time) = $0 {
          performanceTime += time
        } else {
          events.append($0.summary)
        }
      }
    }
    ownerEvents += events
  }

  func deliverToEdge(
    _ count: Int = .max, body: (EdgeEvent) -> Void = { _ in }
  ) throws {
    let bytes = Array(toEdge.prefix(count))
    toEdge.removeFirst(bytes.count)
    try bytes.withUnsafeBytes { bytes in
      try edge.receive(bytes, at: time) {
        perform($0)
        body($0)
      }
    }
  }

  private func perform(_ event: EdgeEvent) {
    edgeEvents.append(event.summary)
    switch event {
    case .send(let channel, let bytes, _): received[channel, default: []] += bytes
    case .broadcast(let channels, let bytes):
      for channel in channels { received[channel, default: []] += bytes }
    case .sendShared(let channels, let blob, _):
      for channel in channels { received[channel, default: []] += blob.bytes }
    case .accepted, .mayRead, .close, .refused: break
    }
  }

  /// Connects clients, and forgets the events of that.
  func connect(_ count: Int, takesLines: Bool = false) throws -> [Channel] {
    let channels = (0..<count).compactMap { _ in edge.connect(.plain, takesLines: takesLines) }
    try settle()
    _ = takeReports()
    ownerEvents = []
    edgeEvents = []
    return channels
  }

  /// What the hub is told since the last time.
  func takeReports() -> [String] {
    var reports: [String] = []
    owner.reportBlocked { reports.append("\($0) \($1 ? "blocked" : "drained") \($2)") }
    return reports
  }

  func input(_ count: Int, from channel: Channel) -> Bool {
    [UInt8](repeating: 1, count: count).withUnsafeBytes { edge.input($0, from: channel) }
  }
}

extension OwnerEvent {
  var summary: String {
    switch self {
    case .accepted(let node): "accepted \(node)"
    case .connect(let channel, let request): "connect \(channel) \(request.space)"
    case .input(let channel, let bytes): "input \(channel) \(bytes.count)"
    case .ended(let channel): "ended \(channel)"
    case .performed(let time): "performed \(time)"
    case .closed(let channel): "closed \(channel)"
    }
  }
}

extension EdgeEvent {
  var summary: String {
    switch self {
    case .accepted(let version): "accepted \(version)"
    case .send(let channel, let bytes, let endsMessage):
      "send \(channel) \(bytes.count)\(endsMessage ? "" : "…")"
    case .broadcast(let channels, let bytes): "broadcast \(channels) \(bytes.count)"
    case .sendShared(let channels, let blob, let endsMessage):
      "share \(channels) \(blob.bytes.count)\(endsMessage ? "" : "…")"
    case .mayRead(let channel): "mayRead \(channel)"
    case .close(let channel, let reason): "close \(channel) \(reason)"
    case .refused(let channel, let refusal): "refused \(channel) \(refusal)"
    }
  }
}
