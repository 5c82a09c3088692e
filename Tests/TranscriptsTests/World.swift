import TestSupport
import Transcripts

/// The mirrors of all clients of a scenario, and what boards were at each revision.
struct World {
  private(set) var mirrors: [String: Mirror] = [:]
  private var states: [String: Mirror.Board] = [:]

  init(holding boards: [GivenBoard]) throws {
    var mirror = Mirror()
    for board in boards {
      let sections = board.lines.count { $0.hasPrefix("section ") }
      try mirror.read("board \(board.name) \(board.revision) \(sections) \(board.lines.count)")
      for line in board.lines { try mirror.read(line) }
    }
    try compare(mirror)
  }

  /// Lets a client do or read what a step says.
  mutating func take(_ step: Step) throws {
    switch step.action {
    case .connect: mirrors[step.client] = Mirror()
    case .line(let line, malformed: false): open(line, step.client)
    case .expect(.line(let pattern)):
      try mirrors[step.client, default: Mirror()].read(pattern.description)
      try compare(mirrors[step.client] ?? Mirror())
    default: break
    }
  }

  /// A client that opens a board at a revision says that it has a copy of it.
  private mutating func open(_ line: String, _ client: String) {
    let words = line.split(separator: " ")
    guard words.count > 2, words[0] == "open", let state = states["\(words[1])@\(words[2])"] else {
      return
    }
    mirrors[client, default: Mirror()].hold(state, of: String(words[1]))
  }

  /// One revision of a board looks the same to everyone.
  private mutating func compare(_ mirror: Mirror) throws {
    for (name, board) in mirror.boards {
      let key = "\(name)@\(board.revision)"
      guard states[key, default: board] == board else {
        throw Mirror.Fault("\(key) differs: \(board) instead of \(states[key]!)")
      }
      states[key] = board
    }
  }
}
