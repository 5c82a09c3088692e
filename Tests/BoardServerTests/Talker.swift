import TestSupport

/// Somebody who says things at random, some of them sensible.
struct Talker {
  /// A command of one line or of a block, on a board.
  struct Command {
    let board: String
    var lines: [String]
  }

  private static let texts = [
    "", "x", "two words", "\\\\ and \\n and \\u{202e}", "é, 梨, 👩‍🔬", "  blanks  ",
    String(repeating: "long ", count: 60),
  ]

  var chance: Chance
  private var name = ""
  private var board = Mirror.Board(revision: 0)
  private var own: [String] = []
  /// Whether it knows by what name others see it.
  private var isNamed = false

  init(seed: Int) { chance = Chance(seed: seed) }

  /// The next command, on one of the boards that the reader watches.
  mutating func command(knowing reader: CheckedReader) -> Command? {
    guard let name = reader.openBoards.sorted().randomElement(using: &chance),
      let board = reader.mirror.boards[name]
    else { return nil }
    self.name = name
    self.board = board
    own = reader.own
    isNamed = reader.name != nil
    let count = board.sections.reduce(0) { $0 + $1.items.count }
    if count < 10 { return single("insert \(name)/\(place) \(text)") }
    if count > 80 { return single("clear \(name)/\(section) force=yes") }
    if chance.percent(15) { return selecting }
    return chance.percent(45) ? dragging : chance.percent(85) ? editing : rest
  }

  private func single(_ line: String) -> Command { Command(board: name, lines: [line]) }

  private var dragging: Command {
    mutating get {
      if own.isEmpty || chance.percent(10) {
        return single(
          chance.percent(15)
            ? "begin \(name)/external: \(text)"
            : "begin \(name)/\(items)\(chance.percent(10) ? " local=yes" : "")")
      }
      let session = chance.percent(85) ? chance.one(of: own) : "d\(1 + chance.below(60))"
      switch chance.below(20) {
      case 0, 1: return single("add \(session) \(item)")
      case 2: return single("remove \(session) \(item)")
      case 3: return single("exit \(session)")
      case 4, 5: return single("cancel \(session)\(chance.percent(20) ? " force=yes" : "")")
      case 6..<11: return single("perform \(session)")
      case 11: return single("dryrun \(session) \(name)/\(place)")
      case 12: return single("resume \(session)")
      default: return single("propose \(session) \(operation)\(name)/\(place)")
      }
    }
  }

  /// A guest does not know whom others mean when they tell of it, so it only chooses, and reads that.
  private var selecting: Command {
    mutating get {
      guard isNamed else { return single("choose \(name)/\(item)") }
      switch chance.below(10) {
      case 0..<4: return single("select \(name)/\(items)")
      case 4, 5: return single("select \(name)/\(item)")
      case 6: return single("deselect \(name)/\(item)")
      case 7: return single("select \(name)/none")
      default: return single("choose \(name)/\(item)")
      }
    }
  }

  private var editing: Command {
    mutating get {
      switch chance.below(20) {
      case 0..<4: return single("insert \(name)/\(place) \(text)")
      case 4..<6: return single("delete \(name)/\(items)\(force)")
      case 6..<11: return single("move \(name)/\(items) \(place)\(force)")
      case 11..<14: return single("edit \(name)/\(item) \(text)")
      case 14: return single("insert-section \(name)/\(chance.below(4)) \(text)")
      case 15: return single("delete-section \(name)/\(section)\(force)")
      case 16: return single("move-section \(name)/\(section) \(chance.below(5))")
      case 17: return single("rename-section \(name)/\(section) \(text)")
      case 18: return batch
      default: return chance.percent(30) ? replacement : batch
      }
    }
  }

  private var rest: Command {
    mutating get {
      switch chance.below(10) {
      case 0..<4: return single("policy \(name)/\(section) \(setting)")
      case 8:
        return single("policy \(name)/* selection=\(chance.percent(80) ? "multiple" : "single")")
      case 4: return single("policy \(name)/* paused=no limit=none")
      case 5: return single(chance.one(of: ["show", "who", "drags", "boards", "help move"]))
      case 6: return single("close \(name)")
      case 7: return single("frobnicate \(item)")
      default: return single("ping \(text)")
      }
    }
  }
}

// Words.

extension Talker {
  private var text: String { mutating get { chance.one(of: Self.texts) } }

  private var setting: String {
    mutating get {
      let settings = [
        "empty=remove", "empty=keep", "limit=12", "limit=none", "paused=yes", "highlight=no",
        "highlight=yes", "keep-selected=yes", "keep-selected=no", "on-choose=move:\(section)",
        "on-choose=delete", "on-choose=none",
      ]
      return chance.one(of: settings)
    }
  }

  private var force: String { mutating get { chance.percent(30) ? " force=yes" : "" } }

  private var operation: String { mutating get { chance.percent(25) ? "copy " : "" } }

  private var section: String {
    mutating get {
      guard !board.sections.isEmpty else { return "0" }
      let index = chance.below(board.sections.count)
      return chance.percent(50) ? "\(index)" : board.sections[index].row.name
    }
  }

  private var path: String {
    mutating get {
      let index = chance.below(max(1, board.sections.count))
      let count = index < board.sections.count ? board.sections[index].items.count : 0
      return "\(index).\(chance.below(count + 1))"
    }
  }

  private var item: String {
    mutating get {
      let names = board.sections.flatMap { $0.items.map(\.name) }
      if !names.isEmpty && chance.percent(60) { return chance.one(of: names) }
      return chance.percent(50) ? "\(path)@\(board.revision)" : path
    }
  }

  private var items: String {
    mutating get { (0...chance.below(3)).map { _ in item }.joined(separator: " ") }
  }

  private var place: String {
    mutating get {
      switch chance.below(6) {
      case 0: "before:\(item)"
      case 1: "after:\(item)"
      case 2: "end:\(section)"
      case 3: "\(path)@\(board.revision)"
      default: path
      }
    }
  }

  private var revision: String { mutating get { chance.percent(30) ? " \(board.revision)" : "" } }
}

// Blocks.

extension Talker {
  private var batch: Command {
    mutating get {
      var rows: [String] = []
      for _ in 0...chance.below(3) {
        switch chance.below(5) {
        case 0: rows.append("delete \(path) -")
        case 1: rows.append("insert \(path) - - \(text)")
        case 2: rows.append("move \(path) \(path) -")
        case 3: rows += ["insert-section \(name)/\(chance.below(3)) - 1 New", "item - - Inside"]
        default: rows.append("delete-section \(chance.below(3)) -")
        }
      }
      return Command(
        board: name, lines: ["batch \(name)\(revision)\(force)"] + rows + ["end"])
    }
  }

  /// Most of what is there, in another order.
  private var replacement: Command {
    mutating get {
      var rows: [String] = []
      for section in board.sections.shuffled(using: &chance) where !chance.percent(10) {
        rows.append("section \(section.row.name) - \(section.row.text)")
        for item in section.items.shuffled(using: &chance) where !chance.percent(10) {
          rows.append("item \(item.name) - \(item.text)")
        }
      }
      return Command(
        board: name, lines: ["replace \(name)\(revision)\(force)"] + rows + ["end"])
    }
  }
}
