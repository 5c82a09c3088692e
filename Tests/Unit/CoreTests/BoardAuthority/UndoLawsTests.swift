import BoardAuthority
import BoardModel
import Simulation
import TestKit
import Testing

@Suite("The laws of undo")
struct UndoLawsTests {
  private static let boards = SmallBoards.all(
    sections: isThorough ? 3 : 2, items: isThorough ? 3 : 2)
  private static let triples = isThorough ? SmallBoards.forTriples : ["A[]", "A[a]"]

  @Test("hold: with nothing between, undo and redo restore the board exactly, in every small case")
  func everyPair() throws {
    for board in Self.boards {
      try SmallBoards.forEachStream(from: board, length: 2) { edits, after in
        var scene = UndoScene(board)
        scene.commit(edits, by: "ann")
        try scene.undo(by: "ann")
        try #require(scene.board.content == board, "\(board.drawing): \(edits)")
        try scene.redo(by: "ann")
        try #require(scene.board.content == after, "\(board.drawing): \(edits)")
      }
    }
  }

  @Test("hold for an own edit under another client's edit, as the reference model reverts it")
  func everyEditUnderAnother() throws {
    for board in Self.boards {
      try SmallBoards.forEachStream(from: board, length: 2) { edits, _ in
        var scene = UndoScene(board)
        scene.commit([edits[0]], by: "ann")
        scene.commit([edits[1]], by: "ben")
        let problem = try scene.problem(takingBack: 1, by: "ann")
        try #require(problem == nil, "\(board.drawing): \(edits): \(problem ?? "")")
      }
    }
  }

  @Test("hold for two edits under one, and one under two", arguments: triples)
  func everyTriple(_ drawing: String) throws {
    let board = drawnBoard(drawing)
    try SmallBoards.forEachStream(from: board, length: 3) { edits, _ in
      for cut in 1...2 {
        var scene = UndoScene(board)
        scene.commit(Array(edits[..<cut]), by: "ann")
        scene.commit(Array(edits[cut...]), by: "ben")
        let problem = try scene.problem(takingBack: 1, by: "ann")
        try #require(problem == nil, "\(drawing): \(edits): \(problem ?? "")")
      }
    }
  }

  @Test("hold for any revision of a random stream by several clients")
  func randomRevisions() throws {
    var conflicts = 0
    var successes = 0
    for seed in randomSeeds(15) {
      var random = SeededRandom(seed: seed &+ 5_000_001)
      let clients = 1 + random.below(3)
      let stream = RandomStream(seed: seed, length: 30)
      let scene = scene(of: stream, clients: clients, &random)
      for revision in 1..<scene.log.head + 1 {
        let client = scene.model.revisions[revision - 1].author
        let problem = try scene.problem(takingBack: revision, by: client)
        try #require(problem == nil, "seed \(seed), revision \(revision): \(problem ?? "")")
        let isConflict = !scene.model.takingBack(revision, by: client).conflicts.isEmpty
        if isConflict { conflicts += 1 } else { successes += 1 }
      }
    }
    #expect(conflicts > 0 && successes > 0)
  }

  @Test("hold for undoing all own revisions and redoing them: the boards are the same")
  func thereAndBack() throws {
    for seed in randomSeeds(15) {
      var random = SeededRandom(seed: seed &+ 6_000_001)
      var scene = scene(of: RandomStream(seed: seed), clients: 1, &random)
      let boards = scene.model.contents
      for content in boards.dropLast().reversed() {
        try scene.undo(by: "u0")
        try #require(scene.board.content == content, "seed \(seed)")
      }
      try #require(scene.book.nextUndo(of: "u0") == nil)
      for content in boards.dropFirst() {
        try scene.redo(by: "u0")
        try #require(scene.board.content == content, "seed \(seed)")
      }
      try #require(scene.book.nextRedo(of: "u0") == nil)
    }
  }

  @Test("hold for clients that change, undo and redo at random: nothing is lost or duplicated")
  func manyClients() throws {
    var counts: [Bool: Int] = [:]
    for seed in randomSeeds(10) {
      var crowd = UndoCrowd(seed: seed)
      while try crowd.step() {}
      try #require(crowd.problem == nil, "seed \(seed): \(crowd.problem ?? "")")
      counts[true, default: 0] += crowd.takenBack
      counts[false, default: 0] += crowd.conflicts
    }
    #expect(counts[true, default: 0] > 0 && counts[false, default: 0] > 0)
  }

  private func scene(
    of stream: RandomStream, clients: Int, _ random: inout SeededRandom
  ) -> UndoScene {
    var scene = UndoScene(stream.before)
    var rest = stream.edits[...]
    while !rest.isEmpty {
      let edits = Array(rest.prefix(1 + random.below(4)))
      rest = rest.dropFirst(edits.count)
      if scene.model.content.performing(edits) == scene.model.content { continue }
      scene.commit(edits, by: Author(ClientName(unchecked: "u\(random.below(clients))")))
    }
    return scene
  }
}
