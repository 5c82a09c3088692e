import TestKit
import Testing

@testable import Cluster

@Suite("The owner of a space")
struct OwnerEndTests {
  private let pair = LinkPair()
  private let line = [UInt8](repeating: 0x61, count: 300)

  private func bytes(_ count: Int) -> [UInt8] { (0..<count).map { UInt8($0 % 251) } }

  @Test("accepts an edge that has the secret")
  func accepted() throws {
    try pair.settle()
    expectEqual(pair.ownerEvents, ["accepted edge:1"])
    expectEqual(pair.edgeEvents, ["accepted 1"])
  }

  @Test("accepts no other")
  func wrongSecret() {
    for secret in [[], Array("the secret of another one".utf8)] {
      let edge = EdgeEnd(secret: secret, node: "edge:1", at: .zero)
      edge.flush(at: .zero) { bytes in
        #expect(throws: LinkFault.wrongSecret) { try pair.owner.receive(bytes, at: .zero) { _ in } }
        // A fault is for ever.
        #expect(throws: LinkFault.wrongSecret) { try pair.owner.receive(bytes, at: .zero) { _ in } }
      }
    }
  }

  @Test("sends a client short messages at once, in order")
  func sends() throws {
    let channels = try pair.connect(2)
    pair.owner.send(line, to: channels[0])
    pair.owner.send([.own([1]), .shared(SharedText([2, 3]).shared)], to: channels[1])
    pair.owner.send([4], to: channels[1])
    try pair.settle()
    expectEqual(pair.edgeEvents, ["send 0 300", "send 1 3", "send 1 1"])
    expectEqual(pair.received[channels[1]], [1, 2, 3, 4])
    expectEqual(pair.takeReports(), [])
  }

  @Test("broadcasts with one frame, and names the same channels with one byte")
  func broadcasts() throws {
    let channels = try pair.connect(1_000)
    var sizes: [Int] = []
    for list in [channels, channels, Array(channels.dropLast()), channels] {
      pair.owner.broadcast(SharedText(line).shared, to: list)
      pair.flush()
      sizes.append(pair.toEdge.count)
      try pair.deliverToEdge()
    }
    expectEqual(sizes, [5 + 9 + 125 + 300, 5 + 1 + 300, 5 + 9 + 125 + 300, 5 + 9 + 125 + 300])
    expectEqual(pair.received[channels[0]], line + line + line + line)
    expectEqual(pair.received[channels[999]], line + line + line)
  }

  @Test("sends a long message in chunks, and counts the client as blocked until all are sent")
  func chunks() throws {
    let channels = try pair.connect(1)
    let long = bytes(150_000)
    pair.owner.send(long, to: channels[0])
    expectEqual(pair.takeReports(), ["0 blocked 84464"])
    try pair.settle()
    expectEqual(pair.edgeEvents, ["send 0 65536…", "send 0 65536…", "send 0 18928"])
    expectEqual(pair.received[channels[0]], long)
    expectEqual(pair.takeReports(), ["0 drained 0"])
  }

  @Test("sends no chunk beyond the window, whatever was sent at once before")
  func chunksInWindow() throws {
    let channels = try pair.connect(2)
    while pair.owner.window.unacknowledged < LinkLimits.window - 20_000 {
      pair.owner.send(line, to: channels[0])
    }
    pair.owner.send(bytes(150_000), to: channels[1])
    #expect(pair.owner.window.unacknowledged <= LinkLimits.window + LinkLimits.receiverWeight)
    try pair.settle()
    expectEqual(pair.received[channels[1]], bytes(150_000))
  }

  @Test("sends what several clients share once, even if they ask one after another")
  func blob() throws {
    let channels = try pair.connect(4)
    let snapshot = SharedText(bytes(200_000))
    pair.owner.send([.shared(snapshot.shared)], to: channels[0])
    pair.flush()
    try pair.deliverToEdge()
    pair.owner.send([.own([7]), .shared(snapshot.shared), .own([8])], to: channels[1])
    pair.owner.broadcast(snapshot.shared, to: [channels[2], channels[3]])
    var count = 0
    while true {
      pair.flush()
      guard !pair.toEdge.isEmpty || !pair.toOwner.isEmpty else { break }
      count += pair.toEdge.count
      try pair.deliverToEdge()
      try pair.deliverToOwner()
    }
    #expect(count < 210_000)
    expectEqual(pair.received[channels[1]], [7] + bytes(200_000) + [8])
    for channel in [0, 2, 3] { expectEqual(pair.received[channels[channel]], bytes(200_000)) }
  }

  @Test("sends what clients share again only if none got it for a while")
  func unusedBlob() throws {
    let channels = try pair.connect(1)
    let snapshot = SharedText(bytes(50_000))
    for (releases, size) in [(0, 50_060), (1, 20), (1, 20), (2, 50_060)] {
      for _ in 0..<releases { pair.owner.releaseUnused() }
      pair.owner.send([.shared(snapshot.shared)], to: channels[0])
      pair.flush()
      #expect((size - 40...size).contains(pair.toEdge.count))
      try pair.settle()
    }
    expectEqual(pair.received[channels[0]]?.count, 200_000)
  }

  @Test("does not send a blob to the next client of a number whose client waited for it")
  func waitingForBlob() throws {
    let channels = try pair.connect(2)
    let snapshot = SharedText(bytes(150_000))
    pair.owner.broadcast(snapshot.shared, to: channels)
    pair.edge.closed(channels[0])
    pair.flush()
    try pair.deliverToOwner()
    pair.flush()
    // The answer is behind the first chunk.
    let answered = pair.toEdge.count
    try pair.deliverToEdge(answered)
    expectEqual(pair.edge.connect(.plain), channels[0])
    pair.edge.blocked(channels[0], unsentBytes: 1)
    pair.edge.drained(channels[0])
    pair.edge.flush(at: .zero) { pair.toOwner += $0 }
    try pair.deliverToOwner(pair.toOwner.count - 9)
    pair.owner.send(bytes(20_000), to: channels[0])
    pair.owner.send([.shared(SharedText(bytes(30_000)).shared)], to: channels[0])
    try pair.settle()
    expectEqual(pair.received[channels[0]], bytes(20_000) + bytes(30_000))
    expectEqual(pair.received[channels[1]], bytes(150_000))
  }

  @Test("keeps no blob of a short message that was shared only because the link was full")
  func smallBlob() throws {
    let channels = try pair.connect(2)
    while !pair.owner.window.isFull { pair.owner.send(bytes(10_000), to: channels[0]) }
    pair.owner.broadcast(SharedText(line).shared, to: channels)
    try pair.settle()
    expectEqual(pair.edgeEvents.last, "share [0, 1] 300")
    #expect(pair.owner.blobs.count == 0 && pair.edge.blobs.count == 0)
  }

  @Test("keeps the order of what one client is sent, whatever is queued")
  func order() throws {
    let channels = try pair.connect(2)
    pair.owner.send(bytes(100_000), to: channels[0])
    pair.owner.broadcast(SharedText([1]).shared, to: channels)
    pair.owner.send([2], to: channels[0])
    pair.owner.send([3], to: channels[1])
    pair.owner.close(channels[0], reason: 9, at: .zero)
    try pair.settle()
    expectEqual(pair.received[channels[0]], bytes(100_000) + [1, 2])
    expectEqual(pair.received[channels[1]], [1, 3])
    expectEqual(pair.edgeEvents.last, "close 0 9")
    expectEqual(pair.ownerEvents, ["closed 0"])
  }

  @Test("sends nothing to a client that does not take it, and says so")
  func blocked() throws {
    let channels = try pair.connect(2)
    pair.edge.blocked(channels[0], unsentBytes: 1_000)
    try pair.settle()
    expectEqual(pair.takeReports(), ["0 blocked 1000"])
    pair.owner.send([1], to: channels[0])
    pair.owner.send([2], to: channels[1])
    pair.owner.broadcast(SharedText([3]).shared, to: channels)
    try pair.settle()
    expectNil(pair.received[channels[0]])
    expectEqual(pair.received[channels[1]], [2, 3])
    expectEqual(pair.takeReports(), ["0 blocked 1002"])
    pair.edge.drained(channels[0])
    try pair.settle()
    expectEqual(pair.received[channels[0]], [1, 3])
    expectEqual(pair.takeReports(), ["0 drained 0"])
  }

  @Test("sends no more of a long message while the client does not take it")
  func blockedInRotation() throws {
    let channels = try pair.connect(2)
    let other = SharedText(bytes(200_000))
    pair.owner.send(bytes(200_000), to: channels[0])
    pair.owner.send([.shared(other.shared)], to: channels[1])
    for channel in channels { pair.edge.blocked(channel, unsentBytes: 100) }
    try pair.settle()
    expectEqual(pair.edgeEvents, ["send 0 65536…"])
    expectEqual(pair.takeReports(), ["0 blocked 134564", "1 blocked 200100"])
    for channel in channels { pair.edge.drained(channel) }
    try pair.settle()
    expectEqual(pair.received, [channels[0]: bytes(200_000), channels[1]: bytes(200_000)])
  }

  @Test("counts all clients as blocked while the edge does not keep up")
  func full() throws {
    let channels = try pair.connect(3)
    while !pair.owner.window.isFull { pair.owner.send(bytes(10_000), to: channels[0]) }
    let reports = ["0 blocked 0", "1 blocked 0", "2 blocked 0"]
    expectEqual(pair.takeReports(), reports)
    pair.flush()
    #expect(pair.toEdge.count < LinkLimits.window + 11_000)
    pair.owner.broadcast(SharedText([5]).shared, to: channels)
    pair.flush()
    try pair.deliverToEdge()
    expectNil(pair.received[channels[1]])
    try pair.settle()
    expectEqual(pair.takeReports(), ["0 drained 0", "1 drained 0", "2 drained 0"])
    expectEqual(pair.received[channels[1]], [5])
    expectEqual(pair.received[channels[0]]?.last, 5)
  }

  @Test("fills the window by clients as well as by bytes, because each takes a system call")
  func fullByReceivers() throws {
    let channels = try pair.connect(1_000)
    var count = 0
    while !pair.owner.window.isFull {
      pair.owner.broadcast(SharedText(line).shared, to: channels)
      count += 1
    }
    expectEqual(count, 5)
    try pair.settle()
    #expect(!pair.owner.window.isFull)
  }

  /// Lets the owner close a client that takes nothing and is still to be sent 1,000 bytes.
  private func closeBlocked() throws -> Channel {
    let channel = try pair.connect(1)[0]
    pair.edge.blocked(channel, unsentBytes: 10)
    try pair.settle()
    pair.owner.send(bytes(1_000), to: channel)
    pair.owner.close(channel, reason: 1, at: .zero)
    return channel
  }

  @Test("closes a client that takes nothing if it is told to abandon it")
  func abandon() throws {
    let channel = try closeBlocked()
    pair.owner.send(bytes(1_000), to: channel)
    expectEqual(pair.owner.unsentBytes(of: channel), 1_010)
    try pair.settle()
    expectEqual(pair.edgeEvents, [])
    pair.owner.abandon(channel)
    try pair.settle()
    expectEqual(pair.edgeEvents, ["close 0 1"])
    expectEqual(pair.ownerEvents, ["closed 0"])
  }

  @Test("abandons a client that is to be closed if it takes nothing for the timeout")
  func abandonLate() throws {
    let channel = try closeBlocked()
    pair.edge.blocked(channel, unsentBytes: 5)
    for seconds in [29, 30, 59] {
      pair.time = .seconds(seconds)
      try pair.settle()
      expectEqual(pair.edgeEvents, [])
    }
    pair.time = .seconds(60)
    try pair.settle()
    expectEqual(pair.edgeEvents, ["close 0 1"])
  }

  @Test("is dead if it has shown no secret, or has been silent, for 3 s")
  func silence() throws {
    #expect(!pair.owner.isDead(at: .milliseconds(2_999)) && pair.owner.isDead(at: .seconds(3)))
    pair.time = .seconds(2)
    try pair.settle()
    #expect(!pair.owner.isDead(at: .seconds(3)) && !pair.edge.isDead(at: .seconds(4)))
    #expect(pair.owner.isDead(at: .seconds(5)) && pair.edge.isDead(at: .seconds(5)))
    // Each sends a ping in time.
    pair.time = .seconds(3)
    pair.flush()
    #expect(pair.toEdge == [0, 0, 0, 1, 0] && pair.toOwner == [0, 0, 0, 1, 0])
  }

  @Test("ignores what a client has sent behind its refusal")
  func refused() throws {
    try pair.settle()
    pair.ownerEvents = []
    let channel = try #require(pair.edge.connect(.plain))
    pair.flush()
    _ = pair.input(10, from: channel)
    pair.edge.ended(channel)
    pair.flush()
    try pair.deliverToOwner(40)
    pair.owner.refuse(channel, .notOwner)
    try pair.settle()
    expectEqual(pair.ownerEvents, ["connect 0 main", "closed 0"])
    expectEqual(pair.edgeEvents.last, "refused 0 notOwner")
    expectEqual(pair.edge.connect(.plain), channel)
  }
}
