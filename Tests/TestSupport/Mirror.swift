/// A client as `protocol/README.md` tells how to write one: it keeps a copy of each board from the
/// lines it reads, and finds fault with lines that do not fit.
public struct Mirror: Sendable {
  public struct Row: Hashable, Sendable {
    public var name: String
    /// As it is written on the wire, with its escapes.
    public var text: String
  }

  public struct Section: Hashable, Sendable {
    public var row: Row
    public var items: [Row] = []
  }

  public struct Board: Hashable, Sendable {
    public var revision: Int
    public var sections: [Section] = []

    public init(revision: Int) { self.revision = revision }
  }

  public struct Fault: Error, CustomStringConvertible {
    public let description: String
    public init(_ description: String) { self.description = description }
  }

  public private(set) var boards: [String: Board] = [:]
  /// The drag sessions that were shown to this client and have not ended.
  public private(set) var sessions: Set<String> = []
  /// What each client has selected, by board and client.
  public private(set) var selections: [String: [String: [String]]] = [:]
  private var block: [String] = []
  private var awaited = 0

  public init() {}

  /// Whether the lines of a batch or a snapshot are still to come.
  public var isWithinBlock: Bool { awaited > 0 }

  /// Begins with a copy that it kept from before.
  public mutating func hold(_ board: Board, of name: String) { boards[name] = board }

  /// Takes the next line from the server.
  public mutating func read(_ line: String) throws {
    if awaited > 0 {
      block.append(line)
      awaited -= 1
      if awaited == 0 { try takeBlock() }
      return
    }
    let words = line.split(separator: " ").map(String.init)
    switch words.first {
    case "board", "batch":
      block = [line]
      awaited = try number(words.last)
      if awaited == 0 { try takeBlock() }
    case "drag": try takeDrag(words)
    case "selected": try takeSelected(words)
    case "ok", "refused", "error", "pong", "bye", "|": break
    default: throw Fault("nothing that a server says: \(line)")
    }
  }

  private mutating func takeBlock() throws {
    let head = block[0].split(separator: " ").map(String.init)
    let rows = Array(block.dropFirst())
    guard head.count == 5 else { throw Fault("no head: \(block[0])") }
    guard head[0] == "batch" else { return try takeSnapshot(head, rows) }
    guard let board = boards[head[1]] else { throw Fault("a batch before any snapshot") }
    guard try board.revision == number(head[2]) else { throw Fault("stands at another revision") }
    guard try number(head[2]) < number(head[3]) else { throw Fault("a batch that goes nowhere") }
    var update = MirrorUpdate(board)
    try update.apply(rows)
    boards[head[1]]!.sections = update.sections
    boards[head[1]]!.revision = try number(head[3])
  }

  private mutating func takeSnapshot(_ head: [String], _ rows: [String]) throws {
    var board = Board(revision: try number(head[2]))
    var counts: [Int] = []
    var selected: [[String]] = []
    for row in rows {
      let part = row.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
        .map(String.init)
      let text = part.count > 3 ? part[3] : ""
      switch part[0] {
      case "section":
        counts.append(try number(part[2]))
        board.sections.append(Section(row: Row(name: part[1], text: text)))
      case "item" where part.count > 2 && part[2] == "-" && !board.sections.isEmpty:
        board.sections[board.sections.count - 1].items.append(Row(name: part[1], text: text))
      case "drag": try takeDrag(row.split(separator: " ").map(String.init))
      case "selected": selected.append(row.split(separator: " ").map(String.init))
      default: throw Fault("no row of a snapshot: \(row)")
      }
    }
    guard board.sections.map(\.items.count) == counts, try counts.count == number(head[3]) else {
      throw Fault("a snapshot whose counts do not add up")
    }
    boards[head[1]] = board
    forgetSelections(of: head[1])
    for words in selected { try takeSelected(words) }
  }

  /// Forgets who has selected what, because all of it follows anew.
  public mutating func forgetSelections(of board: String) { selections[board] = nil }

  /// Takes what the reply to one's own command tells.
  public mutating func select(_ items: [String], of client: String, on board: String) {
    let items = items == ["none"] ? [] : items
    selections[board, default: [:]][client] = items.isEmpty ? nil : items
  }

  private mutating func takeSelected(_ words: [String]) throws {
    guard words.count > 3 else { throw Fault("a selection without words") }
    guard Set(words[3...]).count == words.count - 3 else { throw Fault("selected twice") }
    select(Array(words[3...]), of: words[2], on: words[1])
  }

  private mutating func takeDrag(_ words: [String]) throws {
    guard words.count > 2 else { throw Fault("a drag event without words") }
    switch words[2] {
    case "began": sessions.insert(words[1])
    case "ended": sessions.remove(words[1])
    case "items", "over", "suspended", "resumed": break
    default: throw Fault("nothing that a drag event says: \(words[2])")
    }
  }
}

public func number(_ word: String?) throws -> Int {
  guard let number = word.flatMap({ Int($0) }) else {
    throw Mirror.Fault("no number: \(word ?? "nothing")")
  }
  return number
}
