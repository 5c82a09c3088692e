import BoardHub
import BoardModel
import BoardWire

/// Generates random commands, some of them valid.
package struct RandomClient {
  /// A command of one line or of a block, on a board.
  package struct Command {
    package let board: String
    package var lines: [String]

    package init(board: String, lines: [String]) {
      self.board = board
      self.lines = lines
    }
  }

  private static let texts = [
    "", "x", "two words", "a return \\u{d} and \\u{1b}[2J", "\\\\ and \\n and \\u{202e}", "é, 梨, 👩‍🔬",
    "  blanks  ", "e\\=mc2 a=b",
    String(repeating: "long ", count: 60),
  ]

  package var random: SeededRandom
  /// Whether it never says `force=yes`.
  package var isGentle = false
  private var name = ""
  private var board = Mirror.Board(revision: 0)
  private var own: [String] = []

  /// What it chooses from beside what it says more often.
  private let forms: CommandForms

  package init(seed: Int, forms: CommandForms = .all) {
    random = SeededRandom(seed: seed)
    self.forms = forms
  }

  /// The next command, on one of the boards that the reader watches.
  package mutating func command(knowing reader: CheckedReader) -> Command? {
    guard let name = reader.openBoards.sorted().randomElement(using: &random),
      let board = reader.mirror.boards[name]
    else { return nil }
    self.name = name
    self.board = board
    own = reader.own
    let count = board.sections.reduce(0) { $0 + $1.items.count }
    if board.sections.isEmpty { return single("insert-section 0 board=\(name) \(text)") }
    if count < 10 { return single("insert \(place) board=\(name) \(text)") }
    if count > 80 { return single("clear \(section) board=\(name)\(isGentle ? "" : " force=yes")") }
    if board.isCounted, random.percent(25) {
      return single("rows \(place) \(random.one(of: [1, 5, 60])) board=\(name)")
    }
    if random.percent(15) { return selecting }
    if random.percent(8), let line = lineOfForm { return single(line) }
    return random.percent(45) ? dragging : random.percent(85) ? editing : rest
  }

  private func single(_ line: String) -> Command { Command(board: name, lines: [line]) }

  private var dragging: Command {
    mutating get {
      if own.isEmpty || random.percent(10) {
        return single(
          random.percent(15)
            ? "begin-external board=\(name) \(text)"
            : "begin \(items) board=\(name)\(random.percent(10) ? " local=yes" : "")")
      }
      let session = random.percent(85) ? random.one(of: own) : "d\(1 + random.below(60))"
      switch random.below(20) {
      case 0: return single("add \(item) drag=\(session)")
      case 1: return single("add-external drag=\(session) \(text)")
      case 2: return single("remove \(item) drag=\(session)")
      case 3: return single("exit \(session)")
      case 4, 5: return single("cancel \(session)\(random.percent(20) ? force : "")")
      case 6..<11: return single("perform \(session)")
      case 11: return single("dryrun \(place) drag=\(session) board=\(name)")
      case 12: return single("resume \(session)")
      default: return single("propose \(place) drag=\(session) board=\(name)\(operation)")
      }
    }
  }

  private var selecting: Command {
    mutating get {
      switch random.below(10) {
      case 0..<4: single("select \(items) board=\(name)")
      case 4, 5: single("select \(item) board=\(name)")
      case 6: single("deselect \(item) board=\(name)")
      case 7: single("deselect board=\(name)")
      default: single("choose \(item) board=\(name)")
      }
    }
  }

  private var editing: Command {
    mutating get {
      switch random.below(20) {
      case 0..<4: single("insert \(place) board=\(name) \(text)")
      case 4..<6: single("delete \(items) board=\(name)\(force)")
      case 6..<11: single("move \(items) \(place)\(force) board=\(name)")
      case 11, 12: single("edit \(item) board=\(name) \(text)")
      case 13: single("set \(items) board=\(name) \(fieldChange)")
      case 14: single("insert-section \(random.below(4)) board=\(name) \(text)")
      case 15: single("delete-section \(section) board=\(name)\(force)")
      case 16: single("move-section \(section) \(random.below(5)) board=\(name)")
      case 17: single("rename-section \(section) board=\(name) \(text)")
      case 18: batch
      default: random.percent(30) ? replacement : batch
      }
    }
  }

  private var rest: Command {
    mutating get {
      switch random.below(18) {
      case 0..<4: single("policy \(section) board=\(name) \(setting)")
      case 4: single("policy * paused=no limit=none board=\(name)")
      case 5: single("policy * board=\(name) selection=\(several)")
      case 6: single(random.one(of: ["show", "who", "drags", "boards", "help move", "find e"]))
      case 7: single("close \(name)")
      case 8: single("frobnicate \(item)")
      case 9: single("\(random.percent(70) ? "undo" : "redo") \(name)\(force)")
      case 10: single("open \(name)\(random.percent(50) ? " every=20ms" : "")\(content)")
      case 11..<17: lifecycle
      default: single("ping \(text)")
      }
    }
  }
}

// Every verb that there is.

extension RandomClient: FormFiller {
  /// A line of any form, whatever the form is.
  private var lineOfForm: String? {
    mutating get {
      let (forms, isGentle) = (forms, isGentle)
      let line = forms.line(of: &self)
      return line.map { isGentle ? $0.replacing(" force=yes", with: "") : $0 }
    }
  }

  package mutating func value(_ notation: String, changing change: CommandChange) -> String? {
    switch notation {
    case "BOARD" where change == .boards, "TO": random.one(of: Self.names)
    case "BOARD": name
    case "ITEM": item
    case "ITEMS": items
    case "SECTION": section
    case "TARGET": random.percent(20) ? "*" : section
    case "INDEX": random.percent(30) ? "end" : "\(random.below(4))"
    case "PLACE": place
    case "DRAG":
      own.isEmpty || random.percent(20) ? "d\(1 + random.below(60))" : random.one(of: own)
    case "OP": random.one(of: ["move", "copy"])
    case "OPS": random.one(of: ["move", "copy", "move,copy"])
    case "REV": "\(random.below(board.revision + 2))"
    case "COUNT": "\(random.one(of: [0, 1, 5, 60, Limits.listedItems, Limits.listedItems + 1]))"
    case "TIME": random.one(of: ["0ms", "20ms", "1s"])
    case "TYPE": random.one(of: ["text/plain", "item", "text/uri"])
    case "METRIC": random.one(of: Metric.allCases).rawValue
    case "KEY=VALUE": setting
    case "FIELD=VALUE": random.one(of: Self.fields)
    case "FIELD=[VALUE]": fieldChange
    case "TEXT": text
    case _: nil
    }
  }
}

// Temporary boards.

extension RandomClient {
  /// The names that such boards have, one after the other and again and again.
  package static let names = ["gamma", "delta", "epsilon"]

  private var lifecycle: Command {
    mutating get {
      let name = random.one(of: Self.names)
      let other = random.one(of: Self.names)
      switch random.below(6) {
      case 0: return Command(board: "", lines: ["remove-board \(name)\(force)"])
      case 1:
        return Command(board: "", lines: ["remove-board \(name)\(isGentle ? "" : " force=yes")"])
      case 2..<5: return Command(board: "", lines: ["rename-board \(name) \(other)"])
      default: return Command(board: "", lines: ["create \(name)"])
      }
    }
  }
}

// Words.

extension RandomClient {
  private var text: String { mutating get { random.one(of: Self.texts) } }

  /// Few fields with few values, which come and go.
  private static let fields = [
    "done=yes", "label=red", "label=blue", "due=2026-12-01", "note=two\\u{20}words\\n",
  ]

  private var fieldChange: String {
    mutating get {
      let name = random.one(of: ["done", "label", "due", "note"])
      return random.percent(30) ? "\(name)=" : random.one(of: Self.fields)
    }
  }

  private var content: String { mutating get { random.percent(60) ? " content=counts" : "" } }

  private var several: String { mutating get { random.percent(80) ? "multiple" : "single" } }

  private var setting: String {
    mutating get {
      let settings = [
        "empty=remove", "empty=keep", "limit=12", "limit=none", "paused=yes", "highlight=no",
        "highlight=yes", "keep-selected=yes", "keep-selected=no", "on-choose=move:\(section)",
        "on-choose=delete", "on-choose=none", "max-items=2", "accept=any", "accept=label:red,",
        "accept=done:yes", "on-drop=none", "on-drop=set:done:yes", "on-drop=set:label:",
      ]
      return random.one(of: settings)
    }
  }

  private var force: String {
    mutating get { random.percent(30) && !isGentle ? " force=yes" : "" }
  }

  private var operation: String { mutating get { random.percent(25) ? " op=copy" : "" } }

  private var section: String {
    mutating get {
      guard !board.sections.isEmpty else { return "0" }
      let index = random.below(board.sections.count)
      return random.percent(50) ? "\(index)" : board.sections[index].row.name
    }
  }

  private var path: String {
    mutating get {
      let index = random.below(max(1, board.sections.count))
      let count = index < board.sections.count ? board.sections[index].items.count : 0
      return "\(index).\(random.below(count + 1))"
    }
  }

  private var item: String {
    mutating get {
      let names = board.sections.flatMap { $0.items.map(\.name) }.filter { !$0.isEmpty }
      if !names.isEmpty && random.percent(60) { return random.one(of: names) }
      return random.percent(50) ? "\(path)@\(board.revision)" : path
    }
  }

  private var items: String {
    mutating get { (0...random.below(3)).map { _ in item }.joined(separator: ",") }
  }

  private var place: String {
    mutating get {
      switch random.below(6) {
      case 0: "before:\(item)"
      case 1: "after:\(item)"
      case 2: "end:\(section)"
      case 3: "\(path)@\(board.revision)"
      default: path
      }
    }
  }

  private var revision: String {
    mutating get { random.percent(30) ? " rev=\(board.revision)" : "" }
  }
}

// Blocks.

extension RandomClient {
  private var batch: Command {
    mutating get {
      var rows: [String] = []
      for _ in 0...random.below(3) {
        switch random.below(5) {
        case 0: rows.append("delete \(path) -")
        case 1: rows.append("insert \(path) - \(text)")
        case 2: rows.append("move \(path) \(path) -")
        case 3: rows += ["insert-section \(random.below(3)) - 1 New", "item - Inside"]
        default: rows.append("delete-section \(random.below(3)) -")
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
      for section in board.sections.shuffled(using: &random) where !random.percent(10) {
        rows.append("section \(section.row.name) - \(section.row.text)")
        for item in section.items.shuffled(using: &random)
        where !item.isCounted && !random.percent(10) {
          rows.append("item \(item.name) \(item.text)")
        }
      }
      return Command(
        board: name, lines: ["replace \(name)\(revision)\(force)"] + rows + ["end"])
    }
  }
}
