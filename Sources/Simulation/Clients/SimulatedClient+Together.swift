import BoardModel
import BoardWire

// Commands that mean something only together.

extension SimulatedClient {
  private static let home = lastingBoards[0]
  private var force: String { isGentle ? "" : " force=yes" }

  /// Says commands that follow each other without a pause.
  func sayTogether(_ random: inout SeededRandom) {
    let lines =
      switch random.below(7) {
      case 0, 1: dragAbroad(&random)
      case 2: dropSeveral(&random)
      case 3: removeSettings(&random)
      case 4, 5: takeAway(&random)
      default: ["cancel d\(1 + random.below(9))\(force)"]
      }
    for line in lines { say(.init(board: Self.board(of: line), lines: [line])) }
  }

  /// The board that a line is about.
  private static func board(of line: String) -> String {
    let words = line.split(separator: " ")
    if words[0] == "open" || words[0] == "undo" { return String(words[1]) }
    return words.first { $0.hasPrefix("board=") }.map { String($0.dropFirst(6)) } ?? ""
  }

  /// Drags over another board, which may come for that, and go at once.
  private func dragAbroad(_ random: inout SeededRandom) -> [String] {
    let other = random.one(of: [Self.lastingBoards[1]] + boards.dropFirst())
    let own = reader.own.randomElement(using: &random)
    let drag = own.map { " drag=\($0)" } ?? ""
    let begin = own == nil ? ["begin 0.0 board=\(Self.home)"] : []
    let lines = begin + ["propose end:0\(drag) board=\(other)", "drags"]
    guard RandomClient.names.contains(other), random.percent(70) else { return lines }
    let board = ["create \(other)", "insert-section 0 board=\(other) New", "open \(other)"]
    return board + lines + ["remove-board \(other)\(force)"]
  }

  /// Begins to drag several items, or drops those that it drags.
  private func dropSeveral(_ random: inout SeededRandom) -> [String] {
    let several = lagging.ownSessions.filter { lagging.sessions[$0]!.items.count > 1 }
    if let drag = several.randomElement(using: &random), let session = lagging.sessions[drag] {
      return ["propose 0.0 drag=\(drag) board=\(session.home)", "perform \(drag)"]
    }
    let items = reader.mirror.boards[Self.home]?.sections.flatMap { $0.items.map(\.name) } ?? []
    guard items.count > 2 else { return [] }
    let names = items.shuffled(using: &random).prefix(3).joined(separator: ",")
    return ["begin \(names) board=\(Self.home)"]
  }

  /// Lets a section that has settings go and come back, or gives one settings.
  private func removeSettings(_ random: inout SeededRandom) -> [String] {
    let sections = reader.mirror.boards[Self.home]?.sections.map(\.row.name) ?? []
    let settled = sections.filter { reader.mirror.policies[Self.home]?[$0] != nil }
    if let section = settled.randomElement(using: &random) {
      return ["delete-section \(section) board=\(Self.home)\(force)", "undo \(Self.home)"]
    }
    return sections.prefix(1).map { "policy \($0) board=\(Self.home) limit=30" }
  }

  /// Takes an item out of a drag of several that another client owns.
  private func takeAway(_ random: inout SeededRandom) -> [String] {
    let others = lagging.sessions.filter { $1.isShown && !$1.isOwn && $1.items.count > 1 }
    guard let drag = others.keys.sorted().randomElement(using: &random),
      let session = others[drag]
    else { return [] }
    let item = random.one(of: session.items)
    return [
      random.percent(60)
        ? "move \(item) end:0 board=\(session.home)\(force)"
        : "delete \(item) board=\(session.home)\(force)"
    ]
  }
}
