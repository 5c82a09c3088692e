import BoardJournal
import BoardModel
import Simulation
import TestKit
import Testing

@Suite("An epoch")
struct EpochTests {
  @Test("is 4 to 16 characters of a–z and 0–9", arguments: ["k7qx", "0000", "abcdefghijklmnop"])
  func wellFormed(_ word: String) throws {
    try expectEqual(#require(Epoch(word)).string, word)
  }

  @Test(
    "is refused in any other form",
    arguments: ["", "k7q", "abcdefghijklmnopq", "K7QX", "k7q-", "k7 x", "k7qx\n", "k7qé", "k７qx"])
  func malformed(_ word: String) {
    expectNil(Epoch(word))
  }

  @Test("at random has eight characters, from the generator")
  func random() {
    var generator = SystemRandomNumberGenerator()
    let epochs = (0..<1_000).map { _ in Epoch.random(using: &generator) }
    #expect(epochs.allSatisfy { $0.string.utf8.count == 8 && Epoch($0.string) == $0 })
    expectEqual(Set(epochs).count, epochs.count)
    var (one, other) = (Counter(), Counter())
    expectEqual(Epoch.random(using: &one), Epoch.random(using: &other))
  }

  private struct Counter: RandomNumberGenerator {
    private var count: UInt64 = 0

    mutating func next() -> UInt64 {
      count &+= 0x9E37_79B9_7F4A_7C15
      return count
    }
  }

  @Test("of a store in memory is the given one; a restored store has another")
  func memory() throws {
    let store = MemoryStore(epoch: Epoch("first")!)
    let journal = MemoryJournal(store)
    expectEqual(journal.acquire().epoch.string, "first")
    for group in SampleGroups.first(8) { expectEqual(journal.commit(group), .committed) }
    let restored = MemoryStore(restoring: store, epoch: Epoch("second")!)
    for _ in 0..<2 {
      let found = try JournalContents(of: MemoryJournal(restored))
      let expected = try found.expected(restoredAfter: 8)
      #expect(found.epoch.string == "second" && found.count == 8 && found == expected)
    }
    expectEqual(journal.commit(SampleGroups.group(8)), .committed)
    try expectEqual(JournalContents(of: MemoryJournal(restored)).count, 8)
  }
}
