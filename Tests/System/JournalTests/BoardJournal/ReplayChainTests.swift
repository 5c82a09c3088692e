import BoardJournal
import BoardModel
import TestKit
import Testing

@Suite("A replay")
struct ReplayChainTests {
  @Test("goes from revision to revision")
  func follows() throws {
    var chain = ReplayChain(of: "a", from: 4)
    try chain.follow(.plain("a", 4))
    try chain.follow(.plain("a", 5))
    try chain.end(at: 6)
    expectEqual(chain.revision, 6)
  }

  @Test("stops at a gap, and at a revision that leads to itself", arguments: [0, 1, 3, 9])
  func hole(_ from: Int) throws {
    var chain = ReplayChain(of: "a", from: 2)
    #expect(throws: JournalFault.self) { try chain.follow(.plain("a", from)) }
    #expect(throws: JournalFault.self) { try chain.end(at: from) }
    var still = JournalRevision.plain("a", 2)
    still.to = 2
    #expect(throws: JournalFault.self) { try chain.follow(still) }
    expectEqual(chain.revision, 2)
  }
}
