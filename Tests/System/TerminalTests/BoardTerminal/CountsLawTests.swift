import BoardModel
import BoardReplica
import BoardWire
import Simulation
import Terminal
import TestKit
import Testing

@testable import BoardTerminal

@Suite("A view by counts")
struct CountsLawTests {
  @Test(
    "draws the screen of a view of the whole board when all in sight has arrived, whatever both users and others do",
    arguments: slices(of: randomSeeds(isProof ? 5 : 10)))
  func sameScreen(_ seeds: Range<Int>) throws {
    for seed in seeds {
      var life = try TwoViews(seed: seed)
      for step in 0..<80 {
        let action = try life.step()
        if let difference = life.difference {
          Issue.record("seed \(seed), step \(step), after \(action):\n\(difference)")
          return
        }
      }
    }
  }
}

extension CountsLawTests {
  @Test(
    "gets all that is in sight and asks for nothing for ever, whatever is pressed before rows arrive",
    arguments: slices(of: randomSeeds(isProof ? 2 : 4)))
  func haste(_ seeds: Range<Int>) throws {
    for seed in seeds {
      var random = SeededRandom(seed: seed)
      var stage = try ServedStage(
        ServedStage.content(3_000), as: .counts, known: 1, width: 30 + random.below(60))
      for _ in 0..<60 {
        for _ in 0..<random.below(9) {
          stage.press(random.one(of: TwoViews.keys))
          if random.percent(50) { try stage.transmit() }
          if random.percent(20) {
            try stage.say(
              random.one(of: [
                "insert 0.0 new", "move 0.2999 0.5", "delete 0.7,0.2000", "move-section 0 1",
                "undo",
              ]))
          }
        }
        if random.percent(10) {
          try stage.cut()
          try stage.connect()
        }
        try stage.settle()
        let rows = stage.rows()
        #expect(!rows.contains { $0.contains("...") }, "seed \(seed): \(rows)")
      }
      let truth = try #require(try stage.truth())
      #expect(stage.replica.shown.agrees(with: truth), "seed \(seed)")
    }
  }
}

/// The same client twice, on two servers with the same board: one that has all of it, and one that counts. The same happens
/// to both.
struct TwoViews {
  private static let count = 150
  private var random: SeededRandom
  private var whole: ServedStage
  private var counted: ServedStage

  init(seed: Int) throws {
    random = SeededRandom(seed: seed)
    let content = ServedStage.content(Self.count)
    let (width, height) = (30 + random.below(60), 6 + random.below(14))
    whole = try ServedStage(content, as: nil, width: width, height: height)
    counted = try ServedStage(content, as: .counts, known: 40, width: width, height: height)
  }

  /// Both screens, if they differ.
  var difference: String? {
    mutating get {
      let (a, b) = (whole.draw(), counted.draw())
      if a == b { return nil }
      return (whole.rows() + ["--- by counts:"] + counted.rows()).joined(separator: "\n")
    }
  }

  private mutating func both(_ body: (inout ServedStage) throws -> Void) throws {
    try body(&whole)
    try body(&counted)
  }

  /// - Returns: What happens.
  mutating func step() throws -> String {
    let reloads = counted.reloads
    let action = try act()
    if counted.reloads > reloads {
      // Behind a snapshot the matches of a search arrive once more, and the view is scrolled to them.
      counted.view.scroll = whole.view.scroll
      try counted.settle()
    }
    return action
  }

  private mutating func act() throws -> String {
    switch random.below(100) {
    case 0..<60: try type()
    case 60..<72: try point()
    case 72..<98: try say()
    default: try breakConnections()
    }
  }

  static let keys = [
    "<up>", "<down>", "<left>", "<right>", "<pgdn>", "<pgup>", "G", "g", "<home>", "<end>", "v",
    "V", "<esc>", "1", "2", " ", " ", "<enter>", "<enter>", "c", "D", "x", "t", "u", "U",
    "<up><S-up>", "<down><S-down>", "<left><S-left>", "<right><S-right>", "z", "<", ">", "n", "N",
    "f", "i",
    "/pear 1<enter>",
  ]

  private mutating func type() throws -> String {
    let key = random.one(of: Self.keys)
    try both { try $0.type(key) }
    return key
  }

  private mutating func point() throws -> String {
    let kind = random.one(of: [
      MouseEvent.Kind.press, .drag, .drag, .release, .wheelDown, .wheelDown, .wheelUp,
    ])
    let (x, y) = (random.below(60), random.below(16))
    try both {
      $0.mouse(kind, x, y)
      try $0.settle()
    }
    return "\(kind) at \(x) \(y)"
  }

  private mutating func say() throws -> String {
    let line = line()
    try both {
      try $0.say(line)
      try $0.settle()
    }
    return line
  }

  /// A line of another client, about the whole board or what is near the cursor.
  private mutating func line() -> String {
    let board = whole.replica.shown
    guard board.sectionCount > 0 else { return "insert-section 0 New" }
    let here = path(on: board)
    let there = path(on: board)
    switch random.below(16) {
    case 0..<3: return "insert \(there) new"
    case 3..<5: return "delete \(here)"
    case 5..<8: return "move \(here) \(there)"
    case 8: return "edit \(here) Pear 1 of \(random.below(9))"
    case 9: return "set \(here) done=\(random.one(of: ["", "yes"]))"
    case 10: return "insert-section \(there.section) Section"
    case 11: return "move-section \(here.section) \(there.section)"
    case 12: return random.percent(20) ? "delete-section \(here.section)" : "select \(here)"
    case 13: return "begin \(here)"
    case 14: return "propose \(there)"
    default: return random.one(of: ["perform", "cancel", "undo", "deselect"])
    }
  }

  private mutating func path(on board: Board) -> IndexPath {
    let cursor = whole.view.cursor.path
    if random.percent(50) {
      return IndexPath(section: cursor.section, item: max(0, cursor.item + random.below(20) - 10))
    }
    let section = random.below(board.sectionCount)
    return IndexPath(section: section, item: random.below(board.itemCount(in: section) + 1))
  }

  private mutating func breakConnections() throws -> String {
    try both { try $0.cut() }
    let line = line()
    try both {
      try $0.say(line)
      try $0.connect()
    }
    return "a break with \(line)"
  }
}
