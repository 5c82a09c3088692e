import ArgumentParser
import BoardClient
import BoardModel
import BoardWire

/// Help texts shared by the commands for scripts.
enum ScriptHelp {
  static let places = """
    ITEM is the id of an item or its index path (`i2`, `0.1`). PLACE is an index path, or \
    before:ITEM, after:ITEM, start:SECTION or end:SECTION, SECTION an id or an index. Several items \
    may be one word: `i2,i3`.
    """
  static let statuses = """
    EXIT STATUS
      0 done; 1 refused, 64 not understood (the server's words are on standard error); 69 there is \
    no server; 74 the answer cannot be printed; 75 the connection was lost before the answer; 76 the \
    server broke the protocol.
    """
}

/// `dropline drop`: a whole drag, from lift to drop.
struct DropCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "drop",
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

  @Argument(
    help: ArgumentHelp("The items, and last the place.", valueName: "item … place"),
    completion: BoardCompletion.itemsAndPlaces())
  var words: [String]

  func validate() throws { _ = try begin() }

  func run() throws {
    let conversation = try ScriptConversation(server)
    let answer = try conversation.done(.drag(.begin(try begin())))
    guard case .begin(let begun)? = answer.reply.ok else {
      throw ScriptConversation.unexpected(answer)
    }
    do {
      try propose(begun.drag, conversation)
      try perform(begun.drag, conversation)
    } catch let code as ExitCode where code != ScriptConversation.lost {
      // Otherwise others would wait for the lease of a resumable session.
      conversation.putBack(begun.drag)
      throw code
    }
  }

  private func begin() throws -> DragRequest.Begin {
    let items = try ItemsAndPlace(words).items
    return .init(items.references, on: try board.board(of: items.map(\.board)))
  }

  /// - Throws: `ExitCode` 2 if nothing may be dropped there.
  private func propose(_ drag: SessionID, _ conversation: ScriptConversation) throws {
    let place = try ItemsAndPlace(words).place
    let answer = try conversation.done(
      .drag(
        .propose(.init(place.value, operation: copy ? .copy : nil, drag: drag, on: place.board))))
    guard case .propose(let proposed)? = answer.reply.ok else {
      throw ScriptConversation.unexpected(answer)
    }
    switch proposed.proposal.verdict {
    case .allowed: break
    case .denied: throw notDropped(answer, conversation)
    }
  }

  /// - Throws: `ExitCode` 2 if something changed since the proposal, and nothing was dropped.
  private func perform(_ drag: SessionID, _ conversation: ScriptConversation) throws {
    let answer = try conversation.done(.drag(.perform(.init(drag))))
    guard case .perform(let ended)? = answer.reply.ok else {
      throw ScriptConversation.unexpected(answer)
    }
    switch ended.outcome {
    case .moved, .copied, .unchanged: conversation.say(answer)
    case .cancelled, .forbidden, .expired, .gone, .shutdown:
      throw notDropped(answer, conversation)
    }
  }

  /// The server's message goes to standard error.
  private func notDropped(_ answer: ReceivedReply, _ conversation: ScriptConversation) -> ExitCode {
    conversation.sayError(answer)
    return ExitCode(2)
  }
}
