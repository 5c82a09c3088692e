import BoardModel

/// The sentences for people at the end of refusals: why it is not possible now, and what to type next.
enum RefusalSentences {
  static func sentence(for refusal: Refusal, _ context: RefusalContext) -> String {
    switch refusal {
    case .accessDenied(_, board: nil): "Say \"hello NAME token=TOKEN\" first."
    case .accessDenied(let role, board: _?): "Only \(role.rawValue)s of the board may do that."
    case .alreadySelected: "You have selected it already; \"deselect\" deselects."
    case .badPath(let place): PlaceSentences.outside(place, context)
    case .batchRule(let rule, _): batchRule(rule)
    case .boardDamaged: "What is stored of it cannot be read; the server's log says why."
    case .boardExists(let board): "There is a board of that name: open \(board)"
    case .boardInUse(_, let board):
      "That client watches it or drags there: remove-board \(board) force=yes"
    case .destinationGone(let place): PlaceSentences.gone(place, context)
    case .diskFull: "There is no room to keep the change; try again later."
    case .draining: "Another server takes over in a moment; connect to it after the \"bye\"."
    case .duplicateItem: duplicateItem(context)
    case .futureRevision(let head): "The board has not come that far; it is at revision \(head)."
    case .idTaken:
      "The board has something of that id already, or only the server gives it; write - for a new id."
    case .itemGone(let item): SubjectSentences.noItem(item, context)
    case .itemsGone: "These items were taken out of the drag; \"propose\" again to drop the rest."
    case .leased(_, let client, let drag, _): leased(by: client, in: drag, context)
    case .limit: "That would pass a limit; nothing was changed."
    case .mixedSession: "Items of a board and items from outside do not travel together."
    case .nameTaken(let name): nameTaken(name, context)
    case .noBoard: "Say which board: open BOARD, or board=BOARD. \"boards\" lists them."
    case .noSession: DragSentences.noSession(context)
    case .notDraggable: "The policy of its section says that items stay."
    case .notOpen(let board): "You do not watch that board: open \(board)"
    case .notOwner(let client, let drag): DragSentences.notOwner(drag, client, context)
    case .notSelectable: "The policy here says that it cannot be selected."
    case .notSelected: "You have not selected it; \"select\" selects."
    case .notSuspended: "The drag goes on: \"propose PLACE\" moves it, \"perform\" drops it."
    case .nothingToRedo: "You have taken back nothing since your last change."
    case .nothingToUndo: "You have changed nothing here that can still be taken back."
    case .otherVersion(let version): "This server speaks version \(version) of the protocol."
    case .revisionTooOld(let oldest): "Revisions before \(oldest) are not kept here."
    case .sectionGone(let section): SubjectSentences.noSection(section, context)
    case .selectionKept: "The policy of its section says that it stays selected."
    case .sessionEnded:
      "The drag is over, and this is how it ended; \"begin ITEMS\" begins another."
    case .sessionSuspended(let drag): "Take it up again first: resume \(drag)"
    case .severalSessions(let drags): DragSentences.several(drags, context)
    case .spaceChosen: "A space is chosen by the first line: connect again for another."
    case .staleRevision(let head): "The board is at revision \(head); look again."
    case .tagUsed: "You used this tag for another command; take a new one."
    case .unavailable: "The database does not answer; nothing was done, try again in a moment."
    case .undoConflict: "Somebody changed it since; \"force=yes\" takes back the rest."
    case .unknownBoard(let board): SubjectSentences.noBoard(board, context)
    case .unknownSession: "There is no such drag, nor was there lately; \"drags\" lists them."
    case .unknownSpace: "There is no such space; connect again for another, or stay without one."
    }
  }

  private static func batchRule(_ rule: String) -> String {
    let sentence = BatchRule(rawValue: rule).map { "\($0.sentence) " } ?? ""
    return sentence + "The board is as it was."
  }

  private static func duplicateItem(_ context: RefusalContext) -> String {
    context.verb == .add
      ? "It is in your drag, or you named it twice." : "An item can be named only once."
  }

  private static func nameTaken(_ name: ClientName, _ context: RefusalContext) -> String {
    context.client == name
      ? "You are \(name), and a connection keeps its name; connect again for another."
      : "Choose another name, or say the token that goes with it: hello \(name) token=TOKEN"
  }

  private static func leased(
    by client: ClientName, in drag: SessionID, _ context: RefusalContext
  ) -> String {
    if context.client == client { return DragSentences.own(drag) }
    guard let verb = context.verb else { return "\(client) is dragging it; try again later." }
    return LineSchema.command(verb).parts.contains { $0.name == "force" }
      ? "\(client) is dragging it: wait, or add force=yes."
      : "\(client) is dragging it: wait, or end that drag: cancel \(drag) force=yes"
  }
}

/// The sentences about drag sessions.
enum DragSentences {
  static func own(_ drag: SessionID) -> String {
    "You drag it already, in \(drag): \"propose PLACE\" moves it, \"perform\" drops it, "
      + "\"cancel\" puts it back."
  }

  static func noSession(_ context: RefusalContext) -> String {
    let begin = "You drag nothing: \"begin ITEMS\" begins a drag"
    let instead: [Verb: String] = [
      .add: ", \"insert PLACE TEXT\" makes an item.", .remove: ", \"delete ITEMS\" deletes items.",
      .exit: "; \"quit\" ends the connection.",
      .dryrun: ", or name items: dryrun PLACE items=ITEMS",
    ]
    return begin + (context.verb.flatMap { instead[$0] } ?? ".")
  }

  static func notOwner(
    _ drag: SessionID, _ client: ClientName, _ context: RefusalContext
  ) -> String {
    "\(drag) is a drag of \(client); \"cancel \(drag) force=yes\" ends it."
  }

  static func several(_ drags: [SessionID], _ context: RefusalContext) -> String {
    let drag = drags.last ?? SessionID(1)
    guard let verb = context.verb else { return "You drag more than one thing; name the drag." }
    let isKey = LineSchema.command(verb).parts.contains { $0.isKey && $0.name == "drag" }
    let example = isKey ? "drag=\(drag)" : "\(verb.rawValue) \(drag)"
    return "You drag more than one thing; name the drag: \(example)"
  }
}
