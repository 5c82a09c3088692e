import Libuv
import Net
import SystemTestKit
import TestKit
import Testing

@Suite("A stalled reader")
struct BackPressureTests {
  /// More than the kernel takes for anybody.
  private static let big = [UInt8](
    unsafeUninitializedCapacity: 16 << 20,
    initializingWith: { buffer, count in
      for index in buffer.indices { buffer[index] = UInt8(truncatingIfNeeded: index &* 31 >> 5) }
      count = buffer.count
    })

  @Test("shares one copy of the bytes with others, and its writer is notified when it drains")
  func sharing() throws {
    let harness = try Harness()
    let pairs = try (0..<8).map { _ in try harness.connectedPair() }
    let (near, far) = (pairs.map { _ in Recorder() }, pairs.map { _ in Recorder() })
    var bytes: SharedBytes? = SharedBytes(Self.big)
    weak let watched = bytes
    for (index, pair) in pairs.enumerated() {
      pair.server.handler = far[index]
      let outcome = pair.server.write(try #require(bytes))
      expectEqual(outcome, .queued(pair.server.unsentBytes))
      #expect((1..<Self.big.count).contains(pair.server.unsentBytes))
    }
    bytes = nil
    #expect(watched != nil, "The streams that wait keep it.")
    for (index, pair) in pairs.enumerated() { pair.client.attach(near[index]) }
    harness.run { near.allSatisfy { $0.received.count == Self.big.count } }
    harness.run { far.allSatisfy { $0.events == [.drained] } }
    #expect(near.allSatisfy { $0.received == Self.big })
    #expect(pairs.allSatisfy { $0.server.unsentBytes == 0 })
    expectNil(watched, "The last socket has taken it.")
  }

  @Test("gets everything in the order of writing, whatever was queued")
  func order() throws {
    let harness = try Harness()
    let (client, server) = try harness.connectedPair()
    let (near, far) = (Recorder(), Recorder())
    server.handler = far
    let shared = SharedBytes([UInt8](" and shared"))
    expectEqual(server.write([UInt8]("first")), .sent)
    expectEqual([UInt8](" own").withUnsafeBytes { server.write($0, then: shared) }, .sent)
    let outcome = Self.big.withUnsafeBytes { server.write($0, then: shared) }
    expectEqual(outcome, .queued(server.unsentBytes))
    let unsent = server.unsentBytes
    expectEqual(
      [UInt8](" tail").withUnsafeBytes { server.write($0, then: shared) }, .queued(unsent + 16))
    expectEqual(server.write(shared), .queued(unsent + 27))
    expectEqual(server.write([UInt8]("!")), .queued(unsent + 28))
    client.attach(near)
    harness.run { far.events == [.drained] }
    server.finishWriting()
    harness.run { near.events == [.ended] }
    let expected =
      [UInt8]("first own and shared") + Self.big
      + [UInt8](" and shared tail and shared and shared!")
    expectEqual(near.received, expected)
  }

  @Test("gets all that was queued before a shutdown")
  func shutdown() throws {
    let harness = try Harness()
    let near = Recorder()
    let far = Recorder()
    let client = try {
      let (client, server) = try harness.connectedPair()
      server.handler = far
      server.write(Self.big)
      server.finishWriting()
      expectEqual(server.write([UInt8]("too late")), .failed(.brokenPipe))
      return client
    }()
    client.attach(near)
    harness.run { near.events == [.ended] && far.events == [.drained] }
    expectEqual(near.received, Self.big)
  }

  @Test("costs less kernel memory with a low-water mark")
  func lowWaterMark() throws {
    let harness = try Harness()
    let (plain, limited) = (try harness.connectedPair(), try harness.connectedPair())
    try limited.server.limitUnsentInKernel(to: 16 << 10)
    try limited.server.limitUnacknowledged(to: .seconds(30))
    let swallowed = Self.swallowed(by: limited.server)
    #expect(swallowed < Self.swallowed(by: plain.server))
    // Our side holds 16 KiB, the client's side a little more than 100. Would pieces share segments,
    // ours could fill one up to 64 KiB.
    #expect(swallowed * 4 <= 140)
  }

  /// How many pieces of 4 KiB a stream sends before one has to wait.
  private static func swallowed(by stream: SocketStream) -> Int {
    let piece = SharedBytes(big.prefix(4096))
    var count = 0
    while case .sent = stream.write(piece) { count += 1 }
    return count
  }

  @Test("whose stream is closed causes no more callbacks")
  func givingUp() throws {
    let harness = try Harness()
    let (client, server) = try harness.connectedPair()
    let (near, far) = (Recorder(), Recorder())
    server.handler = far
    server.write(Self.big)
    server.finishWriting()
    server.close()
    client.attach(near)
    harness.run { !near.events.isEmpty }
    #expect(near.received.count < Self.big.count)
    #expect(far.events.isEmpty)
    expectEqual(server.unsentBytes, 0)
  }
}
