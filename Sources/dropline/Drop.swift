import ArgumentParser
import BoardWire
import Glibc

/// What all commands for scripts have in common, told once.
enum ScriptHelp {
  static let places = """
    ITEM is the name of an item or its index path (`i2`, `0.1`). PLACE is an index path, or \
    before:ITEM, after:ITEM, start:SECTION or end:SECTION, SECTION a name or an index.
    """
  static let statuses = """
    EXIT STATUS
      0 done; 1 refused, 64 not understood (the server's words are on standard error); 69 there is \
    no server; 75 the connection was lost before the answer.
    """
}

/// `dropline drop`: a whole drag, from lift to drop.
struct Drop: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Drag items to a place and drop them there.",
    discussion: """
      As a person would: picks the items up, so that nobody else has them, asks whether they may be \
      dropped, and drops them. Policies judge it, unlike `dropline move`. \(ScriptHelp.places) A \
      PLACE on another board, BOARD/PLACE, gets copies.

      EXAMPLES
        dropline drop --board groceries i2 end:s2
        dropline drop groceries/i1 groceries/i3 start:s2 --copy

      EXIT STATUS
        0 done; 1 refused, 64 not understood (the server's words are on standard error); 2 the drop \
      is not allowed there, or not now; 69 there is no server; 75 the connection was lost before the \
      answer.
      """)

  @OptionGroup var server: ServerOptions
  @OptionGroup var board: BoardOption

  @Flag(help: "Drop copies, and leave the items where they are.")
  var copy = false

  @Argument(help: ArgumentHelp("The items, and last the place.", valueName: "item … place"))
  var words: [String]

  func validate() throws {
    guard words.count >= 2 else { throw ValidationError("Name an item and a place.") }
    _ = try checked(words)
  }

  func run() throws {
    let talk = try ScriptTalk(server)
    var items = Array(words.dropLast())
    items[0] = board.on(items[0])
    let begun = try talk.done("begin \(items.joined(separator: " "))")
    guard begun.words.count > 2 else { throw ScriptTalk.lost }
    let session = begun.words[2]
    do {
      let proposal = try talk.done("propose \(session)\(copy ? " copy" : "") \(words.last ?? "")")
      guard let operation = proposal.words.dropFirst(3).first,
        operation == "move" || operation == "copy"
      else {
        sayError(printable(proposal.line))
        throw ExitCode(2)
      }
      try perform(session, talk)
    } catch let code as ExitCode where code != ScriptTalk.lost {
      // Nobody else is to wait for the lease of a name that can be resumed.
      _ = try? talk.ask("cancel \(session)")
      throw code
    }
  }

  /// Drops, and says what became of it. Something may have changed since the proposal.
  private func perform(_ session: Substring, _ talk: ScriptTalk) throws {
    try talk.beginJSON()
    let answer = try talk.done("perform \(session)")
    let outcomes = ["cancelled", "forbidden"]
    let isAllowed = !outcomes.contains { word in
      answer.words.contains { $0 == word } || answer.line.contains("\"\(word)\"")
    }
    isAllowed ? sayLine(printable(answer.line)) : sayError(printable(answer.line))
    if !isAllowed { throw ExitCode(2) }
  }
}
