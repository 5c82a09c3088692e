import BoardModel
import Simulation
import TestKit
import Testing

@testable import Cluster

@Suite("A list of channels")
struct ChannelListTests {
  /// What is read of a list that was written.
  private func reread(_ list: [Channel]) throws -> [Channel] {
    var buffer = FrameBuffer()
    let shape = ChannelListShape(of: list)
    shape.append(list, to: &buffer)
    expectEqual(buffer.count, shape.byteCount)
    return try buffer.withUnsafeBytes { bytes in
      var reader = FieldReader(bytes, of: .broadcast)
      let read = try ChannelList(from: &reader, of: .broadcast, count: LinkLimits.channels)
      try reader.end()
      guard case .new(let channels) = read else { return [] }
      return channels
    }
  }

  @Test("is read as it was written, for every small set")
  func small() throws {
    for bits in 1..<1 << 10 {
      for first in [0, 5, 8_190] {
        let list = (0..<10).filter { bits >> $0 & 1 == 1 }.map { Channel(index: first + $0) }
        try expectEqual(reread(list), list)
      }
    }
  }

  @Test("is read as it was written, in any density and order")
  func random() throws {
    for seed in randomSeeds(10) {
      var random = SeededRandom(seed: seed)
      let percentage = random.one(of: [1, 2, 3, 4, 10, 50, 99])
      let first = random.below(1_000)
      var list = (first..<first + 5_000).filter { _ in random.percent(percentage) }
        .map { Channel(index: $0) }
      list.shuffle(using: &random)
      let read = try reread(list)
      expectEqual(read.sorted(by: before), list.sorted(by: before), "seed \(seed)")
    }
  }

  private func before(_ one: Channel, _ other: Channel) -> Bool { one.number < other.number }

  @Test("takes a bit for each channel if it is dense, and four bytes if it is sparse")
  func size() {
    expectEqual(ChannelListShape(of: (0..<10_000).map { Channel($0) }).byteCount, 9 + 1_250)
    expectEqual(ChannelListShape(of: [Channel(3)]).byteCount, 9)
    expectEqual(ChannelListShape(of: [Channel(3), Channel(1_000_000)]).byteCount, 13)
    expectEqual(ChannelListShape.asBefore.byteCount, 1)
  }
}
