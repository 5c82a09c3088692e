import NodeLink
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
    #expect(pair.ownerEvents == ["input 1 5", "ended 1", "closed 0"])
  }

  @Test("reads a client only as far as the owner consumes")
  func credit() throws {
    let channels = try pair.connect(1)
    #expect(pair.input(65_535, from: channels[0]))
    #expect(!pair.input(65_536, from: channels[0]))
    try pair.settle()
    pair.owner.consumed(60_000, of: channels[0])
    try pair.settle()
    #expect(pair.edgeEvents == [])
    pair.owner.consumed(10_000, of: channels[0])
    pair.owner.consumed(61_071, of: channels[0])
    try pair.settle()
    #expect(pair.edgeEvents == ["mayRead 0"])
    #expect(pair.edge.mayRead(channels[0]))
  }

  @Test("does not use a number again until the owner knows that the client is gone")
  func reuse() throws {
    let channels = try pair.connect(1)
    pair.edge.closed(channels[0])
    #expect(pair.edge.connect(.plain) == Channel(1))
    // On its way to the client that is gone.
    pair.owner.send([1, 2, 3], to: channels[0])
    try pair.settle()
    #expect(pair.received == [:])
    #expect(pair.edge.connect(.plain) == channels[0])
  }

  @Test("agrees with the owner that a number is free if both close the channel at once")
  func crossing() throws {
    let channels = try pair.connect(1)
    pair.edge.closed(channels[0])
    pair.owner.close(channels[0], reason: 3)
    try pair.settle()
    #expect(pair.edgeEvents == [])
    #expect(pair.ownerEvents == ["closed 0"])
    #expect(try pair.connect(1) == channels)
    pair.owner.send([1], to: channels[0])
    try pair.settle()
    #expect(pair.received[channels[0]] == [1])
  }

  @Test("does not give a number away before the event of its end is over")
  func nested() throws {
    let channels = try pair.connect(1)
    pair.owner.close(channels[0], reason: 0)
    var next: Channel?
    try pair.settle { event in
      if case .close = event { next = pair.edge.connect(.plain) }
    }
    #expect(next == Channel(1))
    #expect(pair.edge.connect(.plain) == channels[0])
  }

  @Test("acknowledges once in a turn what it has performed")
  func acknowledged() throws {
    let channels = try pair.connect(1)
    for _ in 0..<3 { pair.owner.send([1, 2], to: channels[0]) }
    pair.flush()
    try pair.deliverToEdge()
    pair.edge.performed(for: .microseconds(7))
    pair.flush()
    #expect(pair.toOwner == [0, 0, 0, 9, 0x16, 0, 0, 0, 198, 0, 0, 0, 7])
    try pair.deliverToOwner()
    #expect(pair.performanceTime == .microseconds(7))
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
