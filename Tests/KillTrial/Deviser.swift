import TestSupport

/// Thinks of commands, most of them sensible, on boards as an author sees them.
///
/// Every text that a command brings is used once, so that a command that was carried out twice can
/// be seen on the board.
struct Deviser {
  /// No more boards than this are made by one author.
  private static let boardLimit = 4

  /// The most commands that belong together.
  static let mostOrders = 3

  private let author: Int
  private var chance: Chance
  private var textCount = 0
  private var boardCount = 0
  /// The drag sessions that may be live.
  private var drags: [String] = []
  /// Whether a drag from lift to drop is on its way.
  private var isDragging = false
  /// Whether it writes large texts, so that the journal grows fast.
  private let isHeavy: Bool

  init(author: Int, seed: Int) {
    self.author = author
    isHeavy = author == 0
    chance = Chance(seed: seed &* 31 &+ author)
  }

  private var text: String {
    mutating get {
      textCount += 1
      return "a\(author)-\(textCount)"
    }
  }

  /// Takes note of what the answer to an order says of drags.
  mutating func learn(_ words: [String], to order: Order) {
    let verb = words.count > 2 && words[0] == "ok" ? words[1] : ""
    if verb == "begin" { drags.append(words[2]) }
    if verb == "perform" || verb == "cancel" { drags.removeAll { $0 == words[2] } }
    let endings = ["session-ended", "unknown-session"]
    if words.count > 2, endings.contains(words[1]) { drags.removeAll { $0 == words[2] } }
    if order.verb == "perform" { isDragging = false }
  }

  /// Every drag has ended with the program.
  mutating func forgetDrags() {
    drags = []
    isDragging = false
  }

  /// The next command, or a few that belong together.
  mutating func orders(on boards: [String], seeing copies: [String: Mirror.Board]) -> [Order] {
    let name = chance.one(of: boards)
    guard let board = copies[name] else { return [Order(name, "insert \(name)/0.0 \(text)")] }
    let sections = board.sections.map(\.row.name)
    let items = board.sections.flatMap { $0.items.map(\.name) }
    if sections.count < 3 { return [Order(name, "insert-section \(name)/end \(text)")] }
    if isHeavy { return [heavy(name)] }
    if items.count < 8 { return [insert(name, sections)] }
    if items.count > 50 {
      let some = (0..<5).map { _ in chance.one(of: items) }
      return [Order(name, "delete \(name)/\(Set(some).sorted().joined(separator: " "))")]
    }
    if chance.percent(10) { return drag(name, items, sections) }
    if chance.percent(12) { return [rare(name, sections)] }
    return [edit(board, name, items, sections)]
  }

  private mutating func insert(_ name: String, _ sections: [String]) -> Order {
    Order(name, "insert \(name)/end:\(chance.one(of: sections)) \(text)")
  }

  private mutating func edit(
    _ board: Mirror.Board, _ name: String, _ items: [String], _ sections: [String]
  ) -> Order {
    let item = chance.one(of: items)
    switch chance.below(12) {
    case 0..<3: return insert(name, sections)
    case 3..<6: return Order(name, "move \(name)/\(item) \(place(items, sections))")
    case 6:
      let other = chance.one(of: items)
      let both = other == item ? item : "\(item) \(other)"
      return Order(name, "move \(name)/\(both) \(place(items, sections))")
    case 7: return Order(name, "delete \(name)/\(item)")
    case 8: return batch(board, name)
    case 9: return Order(name, "\(chance.percent(60) ? "undo" : "redo") \(name)")
    default: return Order(name, "edit \(name)/\(item) \(text)")
    }
  }

  private mutating func place(_ items: [String], _ sections: [String]) -> String {
    switch chance.below(4) {
    case 0: "before:\(chance.one(of: items))"
    case 1: "after:\(chance.one(of: items))"
    case 2: "start:\(chance.one(of: sections))"
    default: "end:\(chance.one(of: sections))"
    }
  }

  private mutating func rare(_ name: String, _ sections: [String]) -> Order {
    let section = chance.one(of: sections)
    switch chance.below(10) {
    case 0..<4:
      let settings = ["empty=remove", "empty=keep", "limit=40", "limit=none", "max-items=2"]
      return Order(name, "policy \(name)/\(section) \(chance.one(of: settings))")
    case 4: return Order(name, "move-section \(name)/\(section) \(chance.below(3))")
    case 5, 6: return Order(name, "rename-section \(name)/\(section) \(text)")
    case 7: return Order(name, "insert-section \(name)/\(chance.below(3)) \(text)")
    case 8:
      return Order(name, "\(sections.count > 4 ? "delete-section" : "clear") \(name)/\(section)")
    default:
      guard boardCount < Self.boardLimit else { return Order(name, "clear \(name)/\(section)") }
      boardCount += 1
      return Order("n\(author)-\(boardCount)", "create n\(author)-\(boardCount)")
    }
  }
}

// Several lines.

extension Deviser {
  /// A drag from lift to drop, or the end of one that was left over.
  private mutating func drag(
    _ name: String, _ items: [String], _ sections: [String]
  ) -> [Order] {
    if let session = drags.first { return [Order(name, "cancel \(session) force=yes")] }
    guard !isDragging else { return [insert(name, sections)] }
    isDragging = true
    let begin = chance.percent(20) ? "external: \(text)" : chance.one(of: items)
    return [
      Order(name, "begin \(name)/\(begin)"),
      Order(name, "propose \(name)/\(place(items, sections))"), Order(name, "perform"),
    ]
  }

  /// Rows that are legal where the board is still as it was seen.
  private mutating func batch(_ board: Mirror.Board, _ name: String) -> Order {
    var rows: [String] = []
    for (index, section) in board.sections.enumerated() where !section.items.isEmpty {
      let at = chance.below(section.items.count)
      if chance.percent(50) { rows.append("delete \(index).\(at) \(section.items[at].name)") }
      if chance.percent(50) { rows.append("insert \(index).0 - - \(text)") }
    }
    if rows.isEmpty { rows = ["insert 0.0 - - \(text)"] }
    return Order(name, lines: ["batch \(name)"] + rows + ["end"])
  }

  /// A section goes and one of a hundred kilobytes comes.
  private mutating func heavy(_ name: String) -> Order {
    let long = String(repeating: "x", count: 960)
    let rows = (0..<100).map { "item - - \(text) \($0) \(long)" }
    return Order(
      name,
      lines: ["batch \(name)", "delete-section 0 -", "insert-section 0 - 100 \(text)"] + rows
        + ["end"])
  }
}
