import Cluster
import TestKit
import Testing

@Suite("The edge of a link")
struct EdgeEndTests {
  private let pair = LinkPair()

  @Test("passes on what a client sends, and its end")
  func input() throws {
    let channels = try pair.connect(2)
    _ = pair.input(5, from: channels[1])
    pair.edge.ended(channels[1])
    pair.edge.closed(channels[0])
    try pair.settle()
    expectEqual(pair.ownerEvents, ["input 1 5", "ended 1", "closed 0"])
  }

  @Test("reads a client only as far as the owner consumes")
  func credit() throws {
    let channels = try pair.connect(1)
    #expect(pair.input(65_535, from: channels[0]))
    #expect(!pair.input(65_536, from: channels[0]))
    try pair.settle()
    pair.owner.consumed(60_000, of: channels[0])
    try pair.settle()
    expectEqual(pair.edgeEvents, [])
    pair.owner.consumed(10_000, of: channels[0])
    pair.owner.consumed(61_071, of: channels[0])
    try pair.settle()
    expectEqual(pair.edgeEvents, ["mayRead 0"])
    #expect(pair.edge.mayRead(channels[0]))
  }

  @Test("buffers what the owner has no room for, and passes on the end of a client behind it")
  func bufferedInput() throws {
    let channels = try pair.connect(1)
    #expect(!pair.input(100_000, from: channels[0]))
    #expect(!pair.input(50_000, from: channels[0]))
    pair.edge.ended(channels[0])
    try pair.settle()
    expectEqual(pair.ownerEvents, ["input 0 65536"])
    pair.owner.consumedAll(of: channels[0])
    try pair.settle()
    expectEqual(pair.ownerEvents, ["input 0 65536", "input 0 65536"])
    expectEqual(pair.edgeEvents, [])
    pair.owner.consumedAll(of: channels[0])
    try pair.settle()
    expectEqual(pair.ownerEvents.suffix(2), ["input 0 18928", "ended 0"])
    expectEqual(pair.edgeEvents, ["mayRead 0"])
  }

  @Test("sends whole lines to a client that takes nothing else")
  func lines() throws {
    let channels = try pair.connect(2, takesLines: true)
    let line = [UInt8](repeating: 0x61, count: 49_999) + [0x0A]
    pair.owner.send(line + line, to: channels[0])
    let shared = SharedText(line + line)
    pair.owner.send([.own([0x62]), .shared(shared.shared), .own([0x63])], to: channels[1])
    try pair.settle()
    expectEqual(
      Set(pair.edgeEvents),
      [
        "send 0 50000…", "send 0 50000", "send 1 100001…", "send 1 1",
      ])
    expectEqual(pair.received[channels[0]], line + line)
    expectEqual(pair.received[channels[1]], [0x62] + line + line + [0x63])
  }

  @Test("knows which clients were sent something, and in which form")
  func lastMessages() throws {
    let channels = try pair.connect(3)
    expectEqual(pair.edge.takeOpened(), [])
    pair.owner.send(Array("{}\n".utf8), to: channels[0])
    pair.owner.send([UInt8](repeating: 0x7B, count: 70_000), to: channels[1])
    pair.flush()
    try pair.deliverToEdge()
    expectEqual(pair.edge.lastMessage(to: channels[0]), .objects)
    expectEqual(pair.edge.lastMessage(to: channels[1]), .unfinished)
    expectNil(pair.edge.lastMessage(to: channels[2]))
    pair.edge.closed(channels[1])
    expectEqual(pair.edge.takeOpened(), [channels[0]])
    expectEqual(pair.edge.takeOpened(), [])
    pair.owner.send(Array("ok\n".utf8), to: channels[0])
    try pair.settle()
    expectEqual(pair.edge.lastMessage(to: channels[0]), .text)
  }

  @Test("counts what clients have not taken")
  func unsentBytes() throws {
    let channels = try pair.connect(3)
    for (channel, count) in zip(channels, [10, 300, 20]) {
      pair.edge.blocked(channel, unsentBytes: count)
    }
    expectEqual(pair.edge.unsentBytes, 330)
    pair.edge.closed(channels[1])
    pair.edge.blocked(channels[2], unsentBytes: 5)
    expectEqual(pair.edge.unsentBytes, 15)
    pair.edge.drained(channels[0])
    pair.edge.drained(channels[2])
    expectEqual(pair.edge.unsentBytes, 0)
  }

  @Test("does not use a number again until the owner knows that the client is gone")
  func reuse() throws {
    let channels = try pair.connect(1)
    pair.edge.closed(channels[0])
    expectEqual(pair.edge.connect(.plain), Channel(1))
    // On its way to the client that is gone.
    pair.owner.send([1, 2, 3], to: channels[0])
    try pair.settle()
    expectEqual(pair.received, [:])
    expectEqual(pair.edge.connect(.plain), channels[0])
  }

  @Test("agrees with the owner that a number is free if both close the channel at once")
  func crossing() throws {
    let channels = try pair.connect(1)
    pair.edge.closed(channels[0])
    pair.owner.close(channels[0], reason: 3, at: .zero)
    try pair.settle()
    expectEqual(pair.edgeEvents, [])
    expectEqual(pair.ownerEvents, ["closed 0"])
    try expectEqual(pair.connect(1), channels)
    pair.owner.send([1], to: channels[0])
    try pair.settle()
    expectEqual(pair.received[channels[0]], [1])
  }

  @Test("does not give a number away before the event of its end is over")
  func nested() throws {
    let channels = try pair.connect(1)
    pair.owner.close(channels[0], reason: 0, at: .zero)
    var next: Channel?
    try pair.settle { event in
      if case .close = event { next = pair.edge.connect(.plain) }
    }
    expectEqual(next, Channel(1))
    expectEqual(pair.edge.connect(.plain), channels[0])
  }

  @Test("acknowledges once in a turn what it has performed")
  func acknowledged() throws {
    let channels = try pair.connect(1)
    for _ in 0..<3 { pair.owner.send([1, 2], to: channels[0]) }
    pair.flush()
    try pair.deliverToEdge()
    pair.edge.performed(for: .microseconds(7))
    pair.flush()
    expectEqual(pair.toOwner, [0, 0, 0, 9, 0x16, 0, 0, 0, 198, 0, 0, 0, 7])
    try pair.deliverToOwner()
    expectEqual(pair.performanceTime, .microseconds(7))
  }

  @Test("ends the link if the owner breaks the rules")
  func faults() throws {
    // An owner of another edge, whose channels this one does not have.
    let other = LinkPair()
    let channels = try other.connect(2)
    try pair.settle()
    other.owner.send([1], to: channels[1])
    other.flush()
    pair.toEdge = other.toEdge
    #expect(throws: LinkFault.unusedChannel(channels[1])) { try pair.deliverToEdge() }
  }
}
