import BoardModel
import Simulation
import TestKit
import Testing

@testable import Cluster

@Suite("Two ends of a link")
struct LinkRunTests {
  @Test(
    "bring every client exactly what it was sent, in order, whatever happens (slow: many runs)"
  )
  func runs() throws {
    var fullRuns = 0
    for seed in randomSeeds(10) {
      let run = LinkRun(seed: seed)
      do {
        for _ in 0..<600 { try run.step() }
        try expectEqual(run.finish(), [], "seed \(seed)")
      } catch {
        Issue.record("seed \(seed): \(error)")
      }
      if run.wasFull { fullRuns += 1 }
    }
    #expect(fullRuns > 0)
  }

  private func bytes(_ count: Int) -> [UInt8] { (0..<count).map { UInt8($0 % 251) } }

  @Test("let a line wait for at most one chunk beside a snapshot", arguments: [false, true])
  func snapshot(_ isShared: Bool) throws {
    let pair = LinkPair()
    let channels = try pair.connect(2)
    let snapshot = [UInt8](repeating: 0x61, count: 10_000_000)
    let text = SharedText(snapshot)
    let piece = isShared ? MessagePiece.shared(text.shared) : .own(snapshot)
    pair.owner.send([piece], to: channels[0])
    var random = SeededRandom(seed: 1)
    var lines = 0
    var longest = 0
    while pair.received[channels[0]]?.count ?? 0 < 10_000_000 {
      pair.owner.send([1, 2, 3], to: channels[1])
      lines += 1
      pair.flush()
      longest = max(longest, pair.toEdge.count)
      // All but the last lines, or less: so lines meet every part of a chunk, and a chunk meets lines.
      let size = random.percent(50) ? random.below(30) : random.below(40_000)
      try pair.deliverToEdge(min(size, max(1, pair.toEdge.count - 20)))
      pair.flush()
      try pair.deliverToOwner()
      if isShared, pair.owner.unsentBytes(of: channels[0]) == 0 { break }
    }
    try pair.settle()
    #expect(lines > 300)
    expectEqual(pair.received[channels[0]]?.count, 10_000_000)
    expectEqual(pair.received[channels[1]]?.count, 3 * lines)
    // A chunk, and the lines behind it: 13 bytes each.
    #expect(longest <= LinkLimits.chunkBytes + 200)
  }

  @Test("let clients with much to get take turns (slow: 10 MB)")
  func turns() throws {
    let pair = LinkPair()
    let channels = try pair.connect(10)
    for channel in channels { pair.owner.send(bytes(1_000_000), to: channel) }
    for _ in 0..<50 {
      pair.flush()
      try pair.deliverToEdge()
      pair.flush()
      try pair.deliverToOwner()
    }
    let counts = channels.map { pair.received[$0]?.count ?? 0 }
    #expect(counts.min()! >= 4 * LinkLimits.chunkBytes)
    #expect(counts.max()! <= 6 * LinkLimits.chunkBytes)
  }

  @Test("hold a payload that clients share once, however many ask for it (slow: 1,000 readers)")
  func sharing() throws {
    let pair = LinkPair()
    let channels = try pair.connect(1_000)
    let text = SharedText(bytes(1_000_000))
    var count = 0
    for channel in channels { pair.owner.send([.shared(text.shared)], to: channel) }
    repeat {
      pair.flush()
      count += pair.toEdge.count
      try pair.deliverToEdge()
      pair.flush()
      try pair.deliverToOwner()
    } while !pair.toEdge.isEmpty || pair.received.count < 1_000
    #expect(count < 1_010_000)
  }
}
