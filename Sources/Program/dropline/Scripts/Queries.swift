import ArgumentParser
import BoardClient
import BoardModel
import BoardWire

/// `dropline boards`: lists the boards of a server.
struct Boards: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List the boards of a server.",
    discussion: """
      A line for each: its name, revision, sections, items and watchers, and its title if it has one.

      \(ScriptHelp.statuses)
      """)

  @OptionGroup var server: ServerOptions

  func run() throws {
    try ScriptConversation(server).list(.board(.boards)) { reply in
      if case .boards(let listing) = reply { listing.hasMore } else { nil }
    }
  }
}

/// `dropline find`: finds items by their text.
struct Find: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Find items by their text, on one board or on all.",
    discussion: """
      A line for each item that has the text in its own, without regard to case, and the fields with \
      these values: the board, the index path, the id of the item, the revision, its fields and its text. There are at most \(Limits.foundItems) \
      lines; if there is more, standard error says so.

      EXAMPLES
        dropline find milk
        dropline find --board groceries oat milk
        dropline find done=yes --json

      \(ScriptHelp.statuses)
      """)

  @OptionGroup var server: ServerOptions

  @Option(
    help: ArgumentHelp("Look on this board only.", valueName: "board"),
    completion: .custom { words, _, _ in BoardCompletion.boards(after: words) })
  var board: BoardName?

  @Argument(
    help: "Fields as NAME=VALUE, and the text to look for; several words are joined by blanks.")
  var text: [String]

  func run() throws {
    let (fields, words) = try FieldArguments.split(text)
    let find = BoardRequest.Find(on: board, fields: fields, text: joined(words))
    try ScriptConversation(server).list(.board(.find(find))) { reply in
      if case .find(let listing) = reply { listing.hasMore } else { nil }
    }
  }
}

/// `dropline show`: draws a board for people.
struct Show: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Draw a board, as it is or as it was.",
    discussion: """
      For people: what is drawn may grow. For programs --json prints the board as one object, with its \
      sections, items, drags, selections and policies; with --at it has the drawn lines.

      EXAMPLES
        dropline show groceries
        dropline show groceries --at 41

      \(ScriptHelp.statuses)
      """)

  @OptionGroup var server: ServerOptions

  @Option(
    name: .customLong("at"),
    help: ArgumentHelp("Draw the board as it was at this revision.", valueName: "revision"))
  var revision: UInt?

  @Argument(
    help: "The board; $DROPLINE_BOARD if left out.",
    completion: .custom { words, _, _ in BoardCompletion.boards(after: words) })
  var board: BoardName?

  func validate() throws { _ = try request() }

  func run() throws {
    let conversation = try ScriptConversation(server)
    let request = try request()
    if server.json, revision == nil, let board = request.board {
      return try conversation.sayObject(of: board)
    }
    let answer = try conversation.done(.board(.show(request)))
    guard case .show(_, let lines)? = answer.reply.ok else {
      throw ScriptConversation.unexpected(answer)
    }
    conversation.say(lines, of: answer)
  }

  private func request() throws -> BoardRequest.Show {
    .init(try requiredBoard(board), revision: revision.map { Int(clamping: $0) })
  }
}
