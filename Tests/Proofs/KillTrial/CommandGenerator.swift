import BoardHub
import BoardModel
import BoardWire
import CheckedClients
import Simulation

/// Generates random commands, most of them valid, for the boards of an author.
///
/// Every text is used once, so that a command executed twice is visible on the board.
struct CommandGenerator {
  /// The limit on boards of one author.
  private static let boardLimit = 4

  /// The most commands in one group.
  static let longestSequence = 3

  private let author: Int
  fileprivate var random: SeededRandom
  private var textCount = 0
  private var boardCount = 0
  /// The drag sessions that may be live.
  private var drags: [SessionID] = []
  /// Whether a generated drag is in progress.
  private var isDragging = false
  /// Whether it writes large texts, so that the journal grows fast.
  private let isHeavy: Bool
  /// The commands that change a board by themselves. A policy that is set again changes nothing.
  private static let forms = CommandForms.all.filter {
    $0.change == .board && !["perform", "policy", "fields"].contains($0.verb)
  }

  init(author: Int, seed: Int) {
    self.author = author
    isHeavy = author == 0
    random = SeededRandom(seed: seed &* 31 &+ author)
  }

  fileprivate var text: Text {
    mutating get {
      textCount += 1
      return Text("a\(author)-\(textCount)")
    }
  }

  /// Records the drags that a reply reports.
  mutating func learn(_ answer: ServerReply.Outcome, to command: GeneratedCommand) {
    switch answer {
    case .ok(.begin(let session)), .ok(.beginExternal(let session)): drags.append(session.drag)
    case .ok(.perform(let ended)), .ok(.cancel(let ended)): drags.removeAll { $0 == ended.drag }
    case .refused(let failure):
      switch failure.refusal {
      case .sessionEnded(let drag, ending: _), .unknownSession(let drag):
        drags.removeAll { $0 == drag }
      default: break
      }
    case .ok, .error: break
    }
    if command.isPerform { isDragging = false }
  }

  /// Begins without drags.
  ///
  /// - Returns: The sessions that may be live.
  mutating func forgetDrags() -> [SessionID] {
    defer { (drags, isDragging) = ([], false) }
    return drags
  }

  /// The next command, or group of commands.
  mutating func commands(on boards: [String], seeing copies: [String: Mirror.Board])
    -> [GeneratedCommand]
  {
    let board = BoardName(random.one(of: boards))!
    guard let copy = copies[board.string] else {
      return [GeneratedCommand(board, .edit(.insert(.init(.path([0, 0]), text: text, on: board))))]
    }
    let view = BoardCopy(copy, board)
    if view.sections.count < 3 {
      return [GeneratedCommand(board, .edit(.insertSection(.init(.end, text: text, on: board))))]
    }
    if isHeavy { return [heavy(board)] }
    if view.items.count < 8 { return [insert(view)] }
    if view.items.count > 50 {
      let some = Set((0..<5).map { _ in random.one(of: view.items) }).sorted()
      let items = ItemReferences(some.map { .id($0) })
      return [GeneratedCommand(board, .edit(.delete(.init(items, on: board))))]
    }
    if random.percent(10) { return drag(view) }
    if random.percent(8), let command = anything(view) { return [command] }
    if random.percent(12) { return [rare(view)] }
    if random.percent(6) { return [lifecycle()] }
    return [edit(view)]
  }

  private mutating func insert(_ view: BoardCopy) -> GeneratedCommand {
    let place = Place.end(.id(random.one(of: view.sections)))
    return GeneratedCommand(view.name, .edit(.insert(.init(place, text: text, on: view.name))))
  }

  private mutating func edit(_ view: BoardCopy) -> GeneratedCommand {
    let item = ItemReference.id(random.one(of: view.items))
    let board = view.name
    switch random.below(12) {
    case 0..<3: return insert(view)
    case 3..<6:
      return GeneratedCommand(board, .edit(.move(.init([item], place: place(view), on: board))))
    case 6:
      let other = ItemReference.id(random.one(of: view.items))
      let both: ItemReferences = other == item ? [item] : [item, other]
      return GeneratedCommand(board, .edit(.move(.init(both, place: place(view), on: board))))
    case 7: return GeneratedCommand(board, .edit(.delete(.init([item], on: board))))
    case 8: return batch(view)
    case 9:
      let isUndo = random.percent(60)
      return GeneratedCommand(board, .undo(isUndo ? .undo(.init(board)) : .redo(.init(board))))
    default: return GeneratedCommand(board, .edit(.edit(.init(item, text: text, on: board))))
    }
  }

  private mutating func place(_ view: BoardCopy) -> Place {
    switch random.below(4) {
    case 0: .before(.id(random.one(of: view.items)))
    case 1: .after(.id(random.one(of: view.items)))
    case 2: .start(.id(random.one(of: view.sections)))
    default: .end(.id(random.one(of: view.sections)))
    }
  }

  private mutating func rare(_ view: BoardCopy) -> GeneratedCommand {
    let section = SectionReference.id(random.one(of: view.sections))
    let board = view.name
    let clear = GeneratedCommand(board, .edit(.clear(.init(section, on: board))))
    switch random.below(10) {
    case 0..<4:
      let settings: [PolicySetting] = [
        .empty(.remove), .empty(.keep), .limit(40), .limit(nil), .maxItems(2),
        .accept(nil), .accept(.init("label", values: ["red", ""])), .onDrop(nil),
        .onDrop(.init("done", to: "yes")),
      ]
      let setting = random.one(of: settings)
      return GeneratedCommand(board, .policy(.init(.section(section), [setting], on: board)))
    case 4:
      let place = SectionPlace.index(random.below(3))
      return GeneratedCommand(board, .edit(.moveSection(.init(section, index: place, on: board))))
    case 5, 6:
      return GeneratedCommand(board, .edit(.renameSection(.init(section, text: text, on: board))))
    case 7:
      let place = SectionPlace.index(random.below(3))
      return GeneratedCommand(board, .edit(.insertSection(.init(place, text: text, on: board))))
    case 8:
      guard view.sections.count > 4 else { return clear }
      return GeneratedCommand(board, .edit(.deleteSection(.init(section, on: board))))
    default:
      guard boardCount < Self.boardLimit else { return clear }
      boardCount += 1
      let name = BoardName("n\(author)-\(boardCount)")!
      return GeneratedCommand(name, .board(.create(.init(name))))
    }
  }
}

// Every verb that changes a board.

extension CommandGenerator {
  /// A command of any form, whatever the form is; nil if this author knows no value for a part of it.
  private mutating func anything(_ view: BoardCopy) -> GeneratedCommand? {
    var filler = BoardFiller(generator: self, view: view)
    let line = Self.forms.line(of: &filler)
    self = filler.generator
    // A lease of another author's drag stays one.
    let words = line?.replacing(" force=yes", with: "")
    return words.flatMap { Request(line: $0) }.map { GeneratedCommand(view.name, $0) }
  }
}

/// Fills forms in with what is on a board.
private struct BoardFiller: FormFiller {
  var generator: CommandGenerator
  let view: BoardCopy

  var random: SeededRandom {
    get { generator.random }
    set { generator.random = newValue }
  }

  mutating func value(_ notation: String, changing change: CommandChange) -> String? {
    switch notation {
    case "BOARD": view.name.string
    case "ITEM", "ITEMS": random.one(of: view.items).string
    case "SECTION": random.one(of: view.sections).string
    case "INDEX": "end"
    case "PLACE": "end:\(random.one(of: view.sections))"
    case "FIELD=VALUE": "label=red"
    case "FIELD=[VALUE]":
      random.one(of: ["done=yes", "done=", "label=blue", "label=red due=2026-12-01"])
    case "TEXT": generator.text.string
    case _: nil
    }
  }
}

// Temporary boards.

extension CommandGenerator {
  /// Creates, fills, renames or removes a board under one of two names that only this author uses,
  /// repeatedly. No client opens it.
  private mutating func lifecycle() -> GeneratedCommand {
    let names = ["t\(author)", "u\(author)"].map { BoardName($0)! }
    let board = random.one(of: names)
    let request: Request
    switch random.below(6) {
    case 0, 1: request = .board(.create(.init(board)))
    case 2: request = .board(.removeBoard(.init(board)))
    case 3: request = .board(.renameBoard(.init(board, to: random.one(of: names))))
    default: request = .edit(.insertSection(.init(.end, text: text, on: board)))
    }
    return GeneratedCommand(board, request, isTemporary: true)
  }
}

// Blocks and drags.

extension CommandGenerator {
  /// A drag from lift to drop, or the end of an earlier one.
  private mutating func drag(_ view: BoardCopy) -> [GeneratedCommand] {
    let board = view.name
    if let drag = drags.first {
      return [GeneratedCommand(board, .drag(.cancel(.init(drag, force: true))))]
    }
    guard !isDragging else { return [insert(view)] }
    let begin: DragRequest =
      random.percent(20)
      ? .beginExternal(.init(text, on: board))
      : .begin(.init([.id(random.one(of: view.items))], on: board))
    // Some go on for a while.
    if random.percent(25) { return [GeneratedCommand(board, .drag(begin))] }
    isDragging = true
    return [
      GeneratedCommand(board, .drag(begin)),
      GeneratedCommand(board, .drag(.propose(.init(place(view), on: board)))),
      GeneratedCommand(board, .drag(.perform(.init()))),
    ]
  }

  /// Rows that are legal if the board is unchanged.
  private mutating func batch(_ view: BoardCopy) -> GeneratedCommand {
    var rows: [String] = []
    for (index, section) in view.copy.sections.enumerated() where !section.items.isEmpty {
      let at = random.below(section.items.count)
      if random.percent(50) { rows.append("delete \(index).\(at) \(section.items[at].name)") }
      if random.percent(50) { rows.append("insert \(index).0 - \(text)") }
    }
    if rows.isEmpty { rows = ["insert 0.0 - \(text)"] }
    return GeneratedCommand(view.name, .block(.batch(.init(view.name))), rows: rows)
  }

  /// Deletes a section and inserts one of a hundred kilobytes.
  private mutating func heavy(_ board: BoardName) -> GeneratedCommand {
    let long = String(repeating: "x", count: 960)
    let rows = (0..<100).map { "item - \(text) \($0) \(long)" }
    return GeneratedCommand(
      board, .block(.batch(.init(board))),
      rows: ["delete-section 0 -", "insert-section 0 - 100 \(text)"] + rows)
  }
}

/// A copy of a board with its ids.
private struct BoardCopy {
  let name: BoardName
  let copy: Mirror.Board
  let sections: [SectionID]
  let items: [ItemID]

  init(_ copy: Mirror.Board, _ name: BoardName) {
    self.name = name
    self.copy = copy
    sections = copy.sections.map { SectionID($0.row.name)! }
    items = copy.sections.flatMap { $0.items.map { ItemID($0.name)! } }
  }
}

extension Place {
  /// An index path, without a revision.
  fileprivate static func path(_ path: IndexPath) -> Place { .index(path, revision: nil) }
}
