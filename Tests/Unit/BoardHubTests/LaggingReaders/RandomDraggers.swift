import BoardModel
import Simulation

/// Generates commands of clients that drag across boards and edit them, some of them valid.
struct RandomDraggers {
  private var random: SeededRandom
  private var own: [SessionID] = []
  /// The names of boards that may be there.
  static let boards = ["b0", "b1", "b2"]
  private static let names = ["b0", "b1", "b2", "b3"]

  init(seed: Int) { random = SeededRandom(seed: seed) }

  /// The board and the lines of the next command of a client.
  ///
  /// - Parameters:
  ///   - shape: What the boards have.
  ///   - own: The sessions of the client.
  ///   - sessions: The number of the last session of all.
  mutating func command(
    on shape: (String) -> Content?, own: [SessionID], sessions: Int
  ) -> (board: String, lines: [String]) {
    self.own = own
    let board = random.one(of: Self.names)
    guard let content = shape(board) else {
      return (board, [random.percent(70) ? "open \(board)" : "create \(board)"])
    }
    switch random.below(100) {
    case 0..<16: return (board, [begin(on: board, content)])
    case 16..<40: return (board, [propose(on: board, content, sessions)])
    case 40..<52: return (board, [session(content, sessions)])
    case 52..<84: return (board, edit(on: board, content))
    case 84..<94: return (board, [watch(board)])
    default: return (board, [rest(on: board, content)])
    }
  }

  private func all(_ content: Content) -> [String] {
    content.flatMap { $0.items.map(\.id.string) }
  }

  private mutating func item(_ content: Content) -> String {
    let items = all(content)
    return items.isEmpty ? "nothing" : random.one(of: items)
  }

  private mutating func items(_ content: Content) -> String {
    let items = (0..<1 + random.below(3)).map { _ in item(content) }
    return Set(items).sorted().joined(separator: ",")
  }

  private mutating func section(_ content: Content) -> String {
    content.isEmpty ? "none" : random.one(of: content).id.string
  }

  private mutating func path(_ content: Content) -> String {
    guard !content.isEmpty else { return "0.0" }
    let section = random.below(content.count)
    return "\(section).\(random.below(content[section].items.count + 2))"
  }

  private mutating func place(_ content: Content) -> String {
    switch random.below(6) {
    case 0: "before:\(item(content))"
    case 1: "after:\(item(content))"
    case 2: "start:\(section(content))"
    case 3: "end:\(section(content))"
    default: path(content)
    }
  }

  private mutating func drag(_ sessions: Int) -> String {
    if !own.isEmpty, random.percent(85) { return random.one(of: own).description }
    return "d\(max(1, sessions - random.below(6)))"
  }

  private mutating func begin(on board: String, _ content: Content) -> String {
    random.percent(20)
      ? "begin-external board=\(board) \(text)" : "begin \(items(content)) board=\(board)"
  }

  private mutating func propose(
    on board: String, _ content: Content, _ sessions: Int
  ) -> String {
    let operation = random.percent(30) ? " op=\(random.percent(50) ? "copy" : "move")" : ""
    return "propose \(place(content))\(operation) drag=\(drag(sessions)) board=\(board)"
  }

  private mutating func session(_ content: Content, _ sessions: Int) -> String {
    let drag = drag(sessions)
    return switch random.below(14) {
    case 0, 1: "add \(items(content)) drag=\(drag)"
    case 2: "add-external drag=\(drag) \(text)"
    case 3, 4: "remove \(item(content)) drag=\(drag)"
    case 5: "exit \(drag)"
    case 6, 7: "cancel \(drag)\(random.percent(30) ? " force=yes" : "")"
    case 8, 9: "resume \(drag)"
    default: "perform \(drag)"
    }
  }

  private mutating func edit(on board: String, _ content: Content) -> [String] {
    let force = random.percent(70) ? " force=yes" : ""
    switch random.below(20) {
    case 0..<4: return ["insert \(place(content)) board=\(board) \(text)"]
    case 4..<8: return ["delete \(items(content))\(force) board=\(board)"]
    case 8..<12: return ["move \(items(content)) \(place(content))\(force) board=\(board)"]
    case 12: return ["edit \(item(content)) board=\(board) \(text)"]
    case 13: return ["insert-section \(random.below(3)) board=\(board) T"]
    case 14: return ["delete-section \(section(content))\(force) board=\(board)"]
    case 15: return ["move-section \(section(content)) \(random.below(3)) board=\(board)"]
    case 16: return ["undo \(board)\(force)"]
    case 17: return ["redo \(board)\(force)"]
    case 18: return replace(board, content, force)
    default: return ["clear \(section(content))\(force) board=\(board)"]
    }
  }

  /// Other content, most of it new and long, so that a snapshot may be shorter than a batch.
  private mutating func replace(
    _ board: String, _ content: Content, _ force: String
  ) -> [String] {
    var lines = ["replace \(board)\(force)", "section - - One"]
    for item in all(content) where random.percent(50) { lines.append("item \(item) kept") }
    for _ in 0..<random.below(5) { lines.append("item - \(String(repeating: "x", count: 400))") }
    return lines + ["section - - Two", "item - last", "end"]
  }

  private mutating func watch(_ board: String) -> String {
    switch random.below(10) {
    case 0, 1: "close \(board)"
    case 2..<5: "open \(board) every=\(random.one(of: ["100ms", "2s", "20s"]))"
    case 5, 6: "open \(board) content=counts"
    default: "open \(board)"
    }
  }

  private mutating func rest(on board: String, _ content: Content) -> String {
    switch random.below(16) {
    case 0, 1, 2: return "select \(items(content)) board=\(board)"
    case 3: return "deselect board=\(board)"
    case 4: return "choose \(item(content)) board=\(board)"
    case 5: return "drags"
    case 6: return "drags \(board)"
    case 7: return "rename-board \(board) \(random.one(of: Self.names))"
    case 8: return "remove-board \(board) force=yes"
    case 9: return "dryrun \(place(content)) items=\(item(content)) board=\(board)"
    default:
      return "policy \(random.percent(50) ? "*" : section(content)) board=\(board) \(setting)"
    }
  }

  private var setting: String {
    mutating get {
      random.one(of: [
        "limit=3", "limit=none", "paused=yes", "paused=no", "empty=remove", "empty=keep",
        "ops=copy", "ops=move,copy", "max-items=1", "max-items=none", "on-choose=delete",
        "on-choose=none", "accept=any", "accept=done:yes,", "on-drop=none", "on-drop=set:done:yes",
      ])
    }
  }

  private var text: String {
    mutating get {
      random.percent(30) ? String(repeating: "long ", count: 90) : "text \(random.below(100))"
    }
  }
}
