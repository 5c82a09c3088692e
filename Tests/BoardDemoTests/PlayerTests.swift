import BoardCore
import BoardWire
import Testing

@testable import BoardDemo

@Suite("What a client of the demo wants")
struct PlayerTests {
  private func sight(_ content: Content) -> Sight {
    Sight(board: Board(content), revision: 7, dragged: ["i1", "i2"])
  }

  /// A few boards, from an empty one to one that is too full.
  private var boards: [Content] {
    let full = Section(
      id: "s9", title: "Full",
      items: (100..<180).map { Item(id: ItemID(unchecked: "x\($0)"), text: "something") })
    return [
      [], [Section(id: "s1", title: "")], SampleBoard.content, SampleBoard.content + [full],
      [full, Section(id: "s1", title: "Empty")],
    ]
  }

  @Test("follows from its seed and from what it sees alone")
  func seeds() {
    for seed in 1...5 {
      var one = Player("Ada", on: "kanban", seed: seed)
      var two = Player("Ada", on: "kanban", seed: seed)
      var other = Player("Ada", on: "kanban", seed: seed + 100)
      let sight = sight(SampleBoard.content)
      let deeds = (0..<100).map { _ in one.next(seeing: sight) }
      #expect(deeds == (0..<100).map { _ in two.next(seeing: sight) })
      #expect(deeds != (0..<100).map { _ in other.next(seeing: sight) })
    }
  }

  @Test("is nothing that the server cannot read")
  func wellFormed() throws {
    for (number, content) in boards.enumerated() {
      var player = Player("Ada", on: "kanban", seed: number)
      let sight = sight(content)
      for _ in 0..<400 {
        let place = player.place(seeing: sight)
        for line in lines(of: player.next(seeing: sight)) + ["propose d1 \(place)"] {
          let command = Array(line.utf8).withUnsafeBytes { RequestReader.read($0) }
          #expect(throws: Never.self, "\(line)") { try command?.request.get() }
        }
      }
    }
  }

  @Test("is a little of everything")
  func everything() {
    var player = Player("Ada", on: "kanban", seed: 3)
    let sight = sight(SampleBoard.content)
    var kinds: Set<String> = []
    for _ in 0..<3_000 {
      switch player.next(seeing: sight) {
      case .drag(let items, _, let isDropped):
        kinds.insert(isDropped ? "drag" : "lift")
        if items == ["i1"] || items == ["i2"] { kinds.insert("what others drag") }
      case .bring: kinds.insert("bring")
      case .change(let change): kinds.insert(String("\(change)".prefix { $0 != "(" }))
      case .command(let line): kinds.insert(String(line.prefix(4)))
      case .select(let items): kinds.insert(items.isEmpty ? "let go" : "select")
      case .choose: kinds.insert("choose")
      case .block(let lines): kinds.insert(String(lines[0].prefix(5)))
      }
    }
    #expect(
      kinds == [
        "drag", "lift", "what others drag", "bring", "insert", "delete", "move", "edit", "clear",
        "insertSection", "deleteSection", "moveSection", "renameSection", "undo", "redo", "batch",
        "repla", "select", "let go", "choose",
      ])
  }

  /// The lines of a deed as far as they are of the player's own making.
  private func lines(of deed: Deed) -> [String] {
    switch deed {
    case .drag(let items, _, _): ["begin kanban/\(items.map(\.string).joined(separator: " "))"]
    case .bring(let text, _): ["begin kanban/external: \(text)"]
    case .change: []
    case .select(let items): ["select kanban/\(items.first?.string ?? "none")"]
    case .choose(let item): ["choose kanban/\(item)"]
    case .command(let line): [line]
    case .block: []
    }
  }

  @Test("is, as a batch or a whole content, legal on the board that it sees")
  func blocks() throws {
    for (number, content) in boards.enumerated() where !content.isEmpty {
      var player = Player("Ada", on: "kanban", seed: number)
      let sight = sight(content)
      for _ in 0..<100 {
        guard case .block(let lines)? = player.batch(sight) else { continue }
        #expect(lines[0] == "batch kanban 7")
        var reader = ServerReader()
        let text = ["batch kanban 7 8 \(lines.count - 1)"] + lines.dropFirst()
        let messages = try text.compactMap { line in
          try Array(line.utf8).withUnsafeBytes { try reader.read($0) }
        }
        guard case .batch(_, _, _, let batch)? = messages.first else {
          Issue.record("no batch: \(lines)")
          continue
        }
        #expect(batch.validate(on: Board(content)) == nil)
      }
    }
  }
}
