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
    no server; 74 the answer cannot be printed; 75 the connection was lost before the answer; 76 the \
    server broke the protocol.
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
      is not allowed there, or not now; 69 there is no server; 74 the answer cannot be \
      printed; 75 the connection was lost before the answer; 76 the server broke the protocol.
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
    try talk.beginJSON()
    var items = Array(words.dropLast())
    items[0] = board.on(items[0])
    let begun = try talk.done("begin \(items.joined(separator: " "))")
    guard let session = begun.word(2, named: "session") else { throw ScriptTalk.lost }
    do {
      let proposal = try talk.done("propose \(session)\(copy ? " copy" : "") \(words.last ?? "")")
      let operation = proposal.word(3, named: "operation")
      try say(proposal, ifNot: operation == "move" || operation == "copy")
      let answer = try talk.done("perform \(session)")
      // Something may have changed since the proposal.
      let outcome = answer.word(3, named: "outcome")
      try say(answer, ifNot: outcome != "cancelled" && outcome != "forbidden")
      sayLine(printable(answer.line))
    } catch let code as ExitCode where code != ScriptTalk.lost {
      // Nobody else is to wait for the lease of a name that can be resumed.
      _ = try? talk.ask("cancel \(session)")
      throw code
    }
  }

  /// - Throws: `ExitCode` 2 where nothing is dropped; the server's words are then on standard error.
  private func say(_ answer: ScriptAnswer, ifNot isAllowed: Bool) throws {
    guard !isAllowed else { return }
    sayError(printable(answer.line))
    throw ExitCode(2)
  }
}
