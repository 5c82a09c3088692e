import BoardJournal
import BoardModel
import Simulation
import SystemTestKit
import TestKit
import Testing

/// Boards that are removed, renamed and created again.
@Suite("The boards of every journal")
struct BoardNamesTests {
  private func opened(_ kind: JournalKind) throws -> (JournalPlace, any Journal) {
    let place = try JournalPlace(kind)
    let journal = try place.open()
    _ = try journal.acquire()
    return (place, journal)
  }

  /// Board `a` with everything that a board can have, at revision 3, and the empty board `b`.
  private static let boards: JournalGroup = [
    .created("a", revision: 1), .snapshot("a", revision: 1, body: [0x41]),
    .revision(.plain("a", 1)), .revision(.plain("a", 2)), .policy("a", target: "*", body: [0x42]),
    .boardNumber("a", "items", 7), .boardNumber("a", "sections", 8),
    .created("b", revision: 0), .boardNumber("b", "items", 9), .number("items", 10),
    .reply("anna", StoredReply(tag: "t1", digest: 1, body: Array("ok create a rev=1\n".utf8))),
  ]

  private static func full(_ name: BoardName) -> StoredBoard {
    StoredBoard(name: name, head: 3, numbers: ["items": 7, "sections": 8], policy: [0x42])
  }

  private static func steps(
    _ name: BoardName, _ more: ReplayStep...
  ) -> [ReplayStep] {
    [.snapshot(revision: 1, body: [0x41]), .revision(.plain(name, 1)), .revision(.plain(name, 2))]
      + more + [.policy(body: [0x42])]
  }

  @Test("are deleted with all their data", arguments: JournalKind.allCases)
  func removed(_ kind: JournalKind) throws {
    let (place, journal) = try opened(kind)
    expectEqual(journal.commit(Self.boards), .committed)
    expectEqual(journal.commit([.removed("a")]), .committed)
    expectEqual(journal.commit([.revision(.plain("a", 3))]), .fenced("a"))
    let found = try JournalContents(of: place.open())
    expectEqual(found.server.boards.map(\.name), ["b"])
    expectEqual(found.server.numbers, ["items": 10])
    expectEqual(found.server.clients.first?.replies.count, 1)
    expectEqual(found.steps, ["b": []])
  }

  @Test("are new if they are created again under an old name", arguments: JournalKind.allCases)
  func again(_ kind: JournalKind) throws {
    let (place, journal) = try opened(kind)
    expectEqual(journal.commit(Self.boards), .committed)
    expectEqual(journal.commit([.removed("a"), .created("a", revision: 0)]), .committed)
    expectEqual(journal.commit([.revision(.plain("a", 0))]), .committed)
    let found = try JournalContents(of: place.open())
    expectEqual(found.server.boards.first, StoredBoard(name: "a", head: 1))
    expectEqual(found.steps["a"], [.revision(.plain("a", 0))])
  }

  @Test("keep all their data under a new name", arguments: JournalKind.allCases)
  func renamed(_ kind: JournalKind) throws {
    let (place, journal) = try opened(kind)
    expectEqual(journal.commit(Self.boards), .committed)
    expectEqual(journal.commit([.renamed("a", to: "z")]), .committed)
    expectEqual(journal.commit([.revision(.plain("a", 3))]), .fenced("a"))
    expectEqual(journal.commit([.revision(.plain("z", 3))]), .committed)
    let found = try JournalContents(of: place.open())
    var expected = Self.full("z")
    expected.head = 4
    expectEqual(found.server.boards.map(\.name), ["b", "z"])
    expectEqual(found.server.boards.last, expected)
    expectNil(found.steps["a"])
    expectEqual(found.steps["z"], Self.steps("z", .revision(.plain("z", 3))))
  }

  @Test("can exchange their names within a group", arguments: JournalKind.allCases)
  func exchanged(_ kind: JournalKind) throws {
    let (place, journal) = try opened(kind)
    expectEqual(journal.commit(Self.boards), .committed)
    let exchange: JournalGroup = [
      .renamed("a", to: "c"), .renamed("b", to: "a"), .renamed("c", to: "b"),
    ]
    for name: BoardName in ["b", "a", "b"] {
      expectEqual(journal.commit(exchange), .committed)
      let stored = try JournalContents(of: journal).server.boards
      expectEqual(stored.first { $0.name == name }, Self.full(name))
    }
    let found = try JournalContents(of: place.open())
    expectEqual(found.steps, ["a": [], "b": Self.steps("b")])
  }

  /// Groups that continue `a` and `b`, and the names of the boards afterwards.
  static let sequences: [(JournalGroup, [BoardName])] = [
    ([.removed("a"), .removed("b")], []),
    ([.removed("a"), .renamed("b", to: "a")], ["a"]),
    ([.renamed("a", to: "c"), .removed("c")], ["b"]),
    ([.renamed("a", to: "c"), .renamed("c", to: "a"), .revision(.plain("a", 3))], ["a", "b"]),
    ([.renamed("a", to: "c"), .created("a", revision: 0)], ["a", "b", "c"]),
    ([.created("c", revision: 0), .removed("c")], ["a", "b"]),
    (
      [
        .created("c", revision: 5), .snapshot("c", revision: 5, body: []), .renamed("c", to: "d"),
        .revision(.plain("d", 5)), .trim("d", upTo: 5),
      ], ["a", "b", "d"]
    ),
    (
      [
        .revision(.plain("a", 3)), .removed("a"), .created("a", revision: 0),
        .revision(.plain("a", 0)), .removed("a"), .created("a", revision: 0),
      ], ["a", "b"]
    ),
  ]

  @Test(
    "are changed in the order of the entries", arguments: JournalKind.allCases, sequences.indices)
  func order(_ kind: JournalKind, _ index: Int) throws {
    let (place, journal) = try opened(kind)
    let (group, names) = Self.sequences[index]
    expectEqual(journal.commit(Self.boards), .committed)
    expectEqual(journal.commit(group), .committed)
    let found = try JournalContents(of: place.open())
    expectEqual(found.server.boards.map(\.name), names)
    let expected = try JournalGroup.contents(after: [Self.boards, group], epoch: found.epoch)
    expectEqual(found, expected)
  }

  /// Groups that do not continue `a` and `b`, and the board that does not fit.
  static let misfits: [(JournalGroup, BoardName)] = [
    ([.removed("x")], "x"),
    ([.renamed("x", to: "y")], "x"),
    ([.renamed("a", to: "b")], "b"),
    ([.renamed("a", to: "a")], "a"),
    ([.created("c", revision: 0), .renamed("a", to: "c")], "c"),
    ([.removed("a"), .revision(.plain("a", 3))], "a"),
    ([.removed("a"), .removed("a")], "a"),
    ([.removed("a"), .renamed("a", to: "c")], "a"),
    ([.removed("a"), .boardNumber("a", "items", 1)], "a"),
    ([.removed("a"), .created("a", revision: 0), .revision(.plain("a", 3))], "a"),
    ([.renamed("a", to: "c"), .policy("a", target: "*", body: [])], "a"),
    ([.renamed("a", to: "c"), .revision(.plain("c", 2))], "c"),
    ([.renamed("a", to: "c"), .created("c", revision: 0)], "c"),
    ([.number("n", 1), .trim("x", upTo: 1)], "x"),
  ]

  @Test(
    "are unchanged if a group does not continue them", arguments: JournalKind.allCases,
    misfits.indices)
  func misfit(_ kind: JournalKind, _ index: Int) throws {
    let (place, journal) = try opened(kind)
    let (group, board) = Self.misfits[index]
    expectEqual(journal.commit(Self.boards), .committed)
    expectEqual(journal.commit(group), .fenced(board))
    let found = try JournalContents(of: place.open())
    let expected = try JournalGroup.contents(after: [Self.boards], epoch: found.epoch)
    expectEqual(found, expected)
  }
}
