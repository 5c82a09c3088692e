import BoardModel
import BoardWire
import CheckedClients

// Commands that mean something only together.

extension SimulatedClient {
  private static let home = lastingBoards[0]
  private var force: String { isGentle ? "" : " force=yes" }

  /// Says commands that follow each other without a pause.
  func sayTogether(_ random: inout SeededRandom) {
    switch random.below(12) {
    case 0, 1: sayTogether(dragAbroad(&random))
    case 2, 3: beginSeveral(&random)
    case 4..<9: sayTogether(removeSettings(&random))
    case 9: sayTogether(changeContent(&random))
    default: sayTogether(cancelEnded(&random))
    }
  }

  private func sayTogether(_ lines: [String]) {
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

  private func beginSeveral(_ random: inout SeededRandom) {
    let items =
      reader.mirror.boards[Self.home]?.sections.flatMap {
        $0.items.map(\.name).filter { !$0.isEmpty }
      } ?? []
    guard !items.isEmpty else { return }
    let names = items.shuffled(using: &random).prefix(3).joined(separator: ",")
    sayTogether(["begin \(names) board=\(Self.home)"])
  }

  /// A drag of several items that it owns.
  var dragOfSeveral: SessionID? {
    guard link != nil else { return nil }
    return lagging.ownSessions.first { lagging.sessions[$0]!.items.count > 1 }
  }

  /// Drops what it drags, while another client takes an item out of that.
  func drop(_ drag: SessionID, against other: SimulatedClient, _ random: inout SeededRandom) {
    guard let session = lagging.sessions[drag] else { return }
    let item = random.one(of: session.items)
    let command = random.percent(70) ? "move \(item) end:0" : "delete \(item)"
    other.sayTogether(["\(command) board=\(session.home)\(other.force)"])
    sayTogether(["propose 0.0 drag=\(drag) board=\(session.home)", "perform \(drag)"])
  }

  /// Exchanges two neighbours twice, before another client asks what is there.
  func takeBack(before other: SimulatedClient, _ random: inout SeededRandom) {
    let exchange = random.one(of: ["move 0.0 0.1\(force)", "move-section 0 1"])
    let line = "\(exchange) board=\(Self.home)"
    sayTogether([line, line])
    other.sayTogether(["rows 0.0 1 board=\(Self.home)"])
  }

  /// Asks for all of a board in place of its counts, or for the counts.
  private func changeContent(_ random: inout SeededRandom) -> [String] {
    openBoards.randomElement(using: &random).map { board in
      ["open \(board)\(reader.countedBoards.contains(board) ? "" : " content=counts")"]
    } ?? []
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

  /// Cancels a drag that has ended most probably, whoever owned it.
  private func cancelEnded(_ random: inout SeededRandom) -> [String] {
    let ended = lagging.ended.sorted().suffix(5)
    return ended.randomElement(using: &random).map { ["cancel \($0)\(force)"] } ?? []
  }
}
