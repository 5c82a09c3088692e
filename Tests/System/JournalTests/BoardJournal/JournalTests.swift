import BoardJournal
import BoardModel
import Simulation
import TestKit
import Testing
import TokenHashing

@Suite("Every journal")
struct JournalTests {
  private func opened(_ kind: JournalKind) throws -> (JournalPlace, any Journal) {
    let place = try JournalPlace(kind)
    let journal = try place.open()
    _ = try journal.acquire()
    return (place, journal)
  }

  @Test("is empty at first", arguments: JournalKind.allCases)
  func empty(_ kind: JournalKind) throws {
    let journal = try JournalPlace(kind).open()
    let stored = try journal.acquire()
    expectEqual(stored, StoredServer(epoch: stored.epoch))
    #expect(!journal.isDiskFull)
    #expect(journal.makeRoom())
    expectEqual(journal.commit([]), .committed)
  }

  @Test("has after a restart all that was committed", arguments: JournalKind.allCases)
  func restart(_ kind: JournalKind) throws {
    let place = try JournalPlace(kind)
    for count in [1, 2, 3, 9, 30, 31] {
      let journal = try place.open()
      let first = try JournalContents(of: journal).count
      for number in first..<count {
        expectEqual(journal.commit(SampleGroups.group(number)), .committed)
        try journal.checkpoint()
      }
      let found = try JournalContents(of: place.open())
      expectEqual(found.count, count)
      let expected = try found.expected
      expectEqual(found, expected)
    }
  }

  @Test("leaves drags to the next owner, once", arguments: JournalKind.allCases)
  func drags(_ kind: JournalKind) throws {
    let (place, journal) = try opened(kind)
    guard journal.keepsDrags else {
      #expect(kind == .sqlite || kind == .faultySQLite)
      return
    }
    let drags = [2, 3].map {
      StoredDrag(
        id: SessionID($0), body: Array("drag d\($0) began a ann items=i1,\u{1F4A7}\n".utf8))
    }
    expectEqual(journal.commit(JournalGroup(drags.reversed().map { .drag($0) })), .committed)
    try expectEqual(place.open().acquire().drags, drags)
    try expectEqual(place.open().acquire().drags, [])
  }

  @Test("has one epoch, whoever acquires it", arguments: JournalKind.allCases)
  func epoch(_ kind: JournalKind) throws {
    let place = try JournalPlace(kind)
    let journal = try place.open()
    let epoch = try journal.acquire().epoch
    expectEqual(journal.commit(SampleGroups.group(0)), .committed)
    for _ in 0..<3 { try expectEqual(place.open().acquire().epoch, epoch) }
  }

  @Test("fences its previous owner", arguments: JournalKind.allCases)
  func fenced(_ kind: JournalKind) throws {
    let (place, old) = try opened(kind)
    expectEqual(old.commit(SampleGroups.group(0)), .committed)
    let new = try place.open()
    _ = try new.acquire()
    expectEqual(old.commit([.revision(.plain("a", 2))]), .fenced("a"))
    expectEqual(old.commit([.policy("b", target: "*", body: [])]), .fenced("b"))
    expectEqual(old.commit([.removed("b")]), .fenced("b"))
    expectEqual(old.commit([.renamed("b", to: "c")]), .fenced("b"))
    expectEqual(old.commit([.client("bob", token: TokenDigest(of: "x"))]), .fenced(nil))
    expectEqual(new.commit(SampleGroups.group(1)), .committed)
    let found = try JournalContents(of: place.open())
    let expected = try found.expected
    #expect(found.count == 2 && found == expected)
  }

  @Test("commits a group completely or not at all", arguments: JournalKind.allCases)
  func atomic(_ kind: JournalKind) throws {
    let (place, journal) = try opened(kind)
    expectEqual(journal.commit(SampleGroups.group(0)), .committed)
    expectEqual(
      journal.commit([.client("bob", token: TokenDigest(of: "x")), .revision(.plain("a", 7))]),
      .fenced("a"))
    expectEqual(journal.commit([.number("n", 1), .created("b", revision: 0)]), .fenced("b"))
    expectEqual(journal.commit([.policy("c", target: "*", body: [])]), .fenced("c"))
    expectEqual(
      journal.commit([.revision(.plain("a", 2)), .revision(.plain("a", 2))]), .fenced("a"))
    let found = try JournalContents(of: place.open())
    let expected = try found.expected
    #expect(found.count == 1 && found == expected)
  }

  @Test("replays from the older of two snapshots", arguments: JournalKind.allCases)
  func replay(_ kind: JournalKind) throws {
    let (_, journal) = try opened(kind)
    expectEqual(journal.commit([.created("a", revision: 0)]), .committed)
    for head in 0..<6 {
      var group: JournalGroup = [.revision(.plain("a", head))]
      if head % 2 == 1 { group.append(.snapshot("a", revision: head + 1, body: [0x30])) }
      expectEqual(journal.commit(group), .committed)
    }
    expectEqual(journal.commit([.trim("a", upTo: 4)]), .committed)
    var steps: [ReplayStep] = []
    try journal.replay("a") { step throws(JournalFault) in steps.append(step) }
    let revisions = [4, 5].map { ReplayStep.revision(.plain("a", $0)) }
    expectEqual(steps, [.snapshot(revision: 4, body: [0x30])] + revisions)
  }

  @Test("ends a replay with the error that the visitor throws", arguments: JournalKind.allCases)
  func thrown(_ kind: JournalKind) throws {
    let (_, journal) = try opened(kind)
    expectEqual(journal.commit(SampleGroups.group(0)), .committed)
    let fault = JournalFault.damaged("this cannot be applied")
    #expect(throws: fault) {
      try journal.replay("a") { _ throws(JournalFault) in throw fault }
    }
    expectEqual(journal.commit(SampleGroups.group(1)), .committed)
  }

  @Test("has the latest replies of each client", arguments: JournalKind.allCases)
  func replies(_ kind: JournalKind) throws {
    let (place, journal) = try opened(kind)
    let replies = (0..<100).map { StoredReply(tag: "t\($0)", digest: UInt64($0), body: [0x41]) }
    expectEqual(
      journal.commit([.reply("bob", replies[0]), .client("anna", token: TokenDigest(of: "x"))]),
      .committed)
    for reply in replies { expectEqual(journal.commit([.reply("anna", reply)]), .committed) }
    let latest = Array(replies.suffix(Limits.rememberedReplies))
    let anna = StoredClient(name: "anna", token: TokenDigest(of: "x"), replies: latest)
    let bob = StoredClient(name: "bob", token: nil, replies: [replies[0]])
    try expectEqual(place.open().acquire().clients, [anna, bob])
  }

  @Test("has the policies that each target has of its own", arguments: JournalKind.allCases)
  func policies(_ kind: JournalKind) throws {
    let (place, journal) = try opened(kind)
    let group: JournalGroup = [
      .created("a", revision: 0), .policy("a", target: "s2", body: [0x41]),
      .policy("a", target: "*", body: [0x42]), .policy("a", target: "s1", body: [0x43]),
      .policy("a", target: "s2", body: []), .policy("a", target: "s3", body: []),
    ]
    expectEqual(journal.commit(group), .committed)
    try expectEqual(
      JournalContents(of: place.open()).steps["a"], [[0x42], [0x43]].map { .policy(body: $0) })
    let later = try place.open()
    // Those of the board itself come before it is replayed, those of sections do not.
    try expectEqual(later.acquire().boards.map(\.policy), [[0x42]])
    expectEqual(later.commit([.policy("a", target: "s1", body: [0x44])]), .committed)
    expectEqual(later.commit([.policy("a", target: "*", body: [])]), .committed)
    let found = try JournalContents(of: place.open())
    expectEqual(found.steps["a"], [.policy(body: [0x44])])
    expectEqual(found.server.boards.map(\.policy), [[]])
  }

  @Test("returns texts byte for byte", arguments: JournalKind.allCases)
  func bytes(_ kind: JournalKind) throws {
    let (place, journal) = try opened(kind)
    let body = Array("cafe\u{301} caf\u{e9} 'quoted' \u{1F600} 1e3\n".utf8)
    var revision = JournalRevision.plain("a", 0)
    revision.body = body
    revision.origin = ""
    let group: JournalGroup = [
      .created("a", revision: 0), .revision(revision), .policy("a", target: "*", body: body),
      .client("c1", token: TokenDigest(of: "007")), .number("high", .max), .number("low", .min),
    ]
    expectEqual(journal.commit(group), .committed)
    let found = try JournalContents(of: place.open())
    expectEqual(found.steps["a"], [.revision(revision), .policy(body: body)])
    expectEqual(found.server.clients[0].token, TokenDigest(of: "007"))
    expectEqual(found.server.numbers, ["high": .max, "low": .min])
  }
}

extension JournalRevision {
  /// An arbitrary revision.
  static func plain(_ board: BoardName, _ from: Int) -> JournalRevision {
    JournalRevision(
      board: board, from: from, to: from + 1, at: 5, client: "anna", origin: nil, body: [0x6D])
  }
}
