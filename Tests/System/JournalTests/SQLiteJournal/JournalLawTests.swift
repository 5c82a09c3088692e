import BoardJournal
import BoardModel
import SQLiteJournal
import Simulation
import SystemTestKit
import TestKit
import Testing

@Suite("A journal on the disk and one in memory")
struct JournalLawTests {
  @Test("are equal after the same random groups and restarts", arguments: 1...20)
  func same(_ seed: Int) throws {
    let scratch = try Scratch()
    var groups = RandomGroups(seed: seed)
    var random = SeededRandom(seed: seed + 1_000)
    let store = try MemoryStore(epoch: SQLiteJournal(scratch.at("data"), .trial).acquire().epoch)
    for _ in 0..<12 {
      let (memory, disk) = (MemoryJournal(store), try SQLiteJournal(scratch.at("data"), .trial))
      try expectEqual(JournalContents(of: disk), JournalContents(of: memory))
      for _ in 0..<random.below(15) {
        let isMisfit = random.percent(10)
        let group = isMisfit ? groups.misfit() : groups.next()
        let outcome = memory.commit(group)
        #expect((outcome == .committed) != isMisfit)
        expectEqual(disk.commit(group), outcome)
        try disk.checkpoint()
      }
    }
  }
}
