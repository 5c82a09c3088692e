import BoardCore
import BoardJournal
import Testing

@Suite("A replay")
struct ReplayChainTests {
  @Test("goes from revision to revision")
  func follows() throws {
    var chain = ReplayChain(of: "a", from: 4)
    try chain.follow(.plain("a", 4))
    try chain.follow(.plain("a", 5))
    #expect(try !chain.reach(6))
    #expect(chain.revision == 6)
  }

  @Test("stops at a hole, and at a revision that leads nowhere", arguments: [0, 1, 3, 9])
  func hole(_ from: Int) throws {
    var chain = ReplayChain(of: "a", from: 2)
    #expect(throws: JournalFault.self) { try chain.follow(.plain("a", from)) }
    #expect(throws: JournalFault.self) { _ = try chain.reach(from) }
    var still = JournalRevision.plain("a", 2)
    still.to = 2
    #expect(throws: JournalFault.self) { try chain.follow(still) }
    #expect(chain.revision == 2)
  }

  @Test("leaps only as far as a restored board does")
  func leaps() throws {
    var chain = ReplayChain(of: "a", from: 2)
    #expect(throws: JournalFault.self) { _ = try chain.reach(1 + Leap.length) }
    #expect(try chain.reach(2 + 2 * Leap.length))
    try chain.follow(.plain("a", 2 + 2 * Leap.length))
  }
}
