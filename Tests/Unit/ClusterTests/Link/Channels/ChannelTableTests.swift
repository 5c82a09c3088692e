import BoardModel
import Cluster
import Simulation
import TestKit
import Testing

@Suite("A table of channels")
struct ChannelTableTests {
  @Test("numbers channels from zero, and uses the lowest free number")
  func lowest() {
    var table = ChannelTable<String>()
    expectEqual((0..<3).map { table.open("\($0)") }, [Channel(0), Channel(1), Channel(2)])
    for number: UInt32 in [2, 0] {
      table.close(Channel(number))
      table.free(Channel(number))
    }
    expectEqual(table.open("new"), Channel(0))
    expectEqual(table.open("new"), Channel(2))
    expectEqual(table.open("new"), Channel(3))
  }

  @Test("does not use the number of a closed channel until it is free")
  func closing() {
    var table = ChannelTable<String>()
    let channel = table.open("one")!
    expectEqual(table.close(channel), "one")
    expectNil(table[channel])
    #expect(table.isClosing(channel))
    expectNil(table.close(channel))
    expectEqual(table.open("two"), Channel(1))
    table.free(channel)
    #expect(!table.isClosing(channel))
    expectEqual(table.open("three"), channel)
  }

  @Test("has a limit")
  func limit() {
    var table = ChannelTable<Int>(limit: 2)
    #expect(table.open(1) != nil)
    #expect(table.open(2) != nil)
    expectNil(table.open(3))
    expectNil(table[Channel(2)])
  }

  @Test("gives what a simple model gives")
  func model() {
    for seed in randomSeeds(5) {
      var random = SeededRandom(seed: seed)
      var table = ChannelTable<Int>()
      var open: [Channel: Int] = [:]
      var closing: Set<Channel> = []
      for step in 0..<500 {
        let channel = Channel(UInt32(random.below(200)))
        switch random.below(5) {
        case 0..<3:
          let lowest = (0..<1_000).lazy.map { Channel($0) }.first {
            open[$0] == nil && !closing.contains($0)
          }
          expectEqual(table.open(step), lowest, "seed \(seed)")
          open[lowest!] = step
        case 3:
          let value = open.removeValue(forKey: channel)
          if value != nil { closing.insert(channel) }
          expectEqual(table.close(channel), value, "seed \(seed)")
        default:
          if closing.remove(channel) != nil { table.free(channel) }
        }
        expectEqual(table[channel], open[channel], "seed \(seed)")
      }
    }
  }
}
