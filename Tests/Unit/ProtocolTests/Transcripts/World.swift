@testable import Transcripts

/// The boards of a scenario as its clients know them from their lines.
struct World {
  struct Fault: Error, CustomStringConvertible {
    let description: String
  }

  private var history = BoardHistory()
  /// The boards as each client knows them that is sent no `reconfigure`, and so does not know all fields (19.5).
  private var histories: [String: BoardHistory] = [:]
  private let given: BoardHistory
  /// The revision at which each client has each board.
  private var positions: [String: [String: String]] = [:]

  init(holding boards: [GivenBoard]) {
    for board in boards {
      let rows = board.lines.map { Message.Row($0, behind: .kinds) }
      history[board.name, "\(board.revision)"] = BoardModel(snapshot: rows)
    }
    given = history
  }

  /// Lets a client do or read what a scenario has.
  mutating func play(_ act: Act) throws {
    switch act {
    case .step(let step):
      if step.action == .connect {
        positions[step.client] = [:]
        histories[step.client] = nil
      }
      if case .line(let line, _) = step.action, let command = SentCommand(line) {
        open(command, step.client)
        greet(command, step.client)
      }
    case .message(let expected): try read(expected.message, by: expected.client)
    }
  }

  /// A client that opens a board at a revision claims to have a replica at it.
  private mutating func open(_ command: SentCommand, _ client: String) {
    guard command.verb == "open", let board = command.value("board", orWord: 0),
      let revision = command.value("since"), positions[client]?[board] == nil
    else { return }
    positions[client, default: [:]][board] = revision
  }

  private mutating func greet(_ command: SentCommand, _ client: String) {
    guard command.verb == "hello" else { return }
    if command.value("fields") != nil {
      histories[client] = nil
    } else if command.value("version") != nil {
      histories[client] = given
    }
  }

  private mutating func read(_ message: Message, by client: String) throws {
    do {
      if try histories[client]?.read(message) == nil { try history.read(message) }
    } catch {
      throw Fault(description: "does not fit: \(error.name)")
    }
    let words = message.head.words.compactMap(\.string)
    switch message.head.kind {
    case "board": positions[client, default: [:]][words[0]] = words[1]
    case "batch":
      if let position = positions[client]?[words[0]], position != words[1] {
        throw Fault(description: "a batch from \(words[1]) for a client at \(position)")
      }
      positions[client, default: [:]][words[0]] = words[2]
    case "ok" where words[0] == "close": positions[client]?[words[1]] = nil
    case "removed", "renamed": positions[client]?[words[0]] = nil
    default: break
    }
  }
}
