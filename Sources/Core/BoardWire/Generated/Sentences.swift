// Made from protocol/errors.md by `swift run lines`. What is changed here is lost.

import BoardModel

extension Refusal {
  /// The sentence at the end of the refusal, for people.
  public func sentence(in context: RefusalContext) -> String {
    switch self {
    case .accessDenied(let role, let board): RefusalSentences.accessDenied(role, board, context)
    case .alreadySelected: "You have selected it already; \"deselect\" deselects."
    case .badPath(let place): RefusalSentences.badPath(place, context)
    case .badValue(let key, let type): RefusalSentences.badValue(key, type, context)
    case .batchRule(let rule, let row): RefusalSentences.batchRule(rule, row, context)
    case .boardDamaged: "What is stored of it cannot be read; the server's log says why."
    case .boardExists(let board): "There is a board of that name: open \(board)"
    case .boardInUse(_, let board):
      "That client watches it or drags there: remove-board \(board) force=yes"
    case .destinationGone(let place): RefusalSentences.destinationGone(place, context)
    case .diskFull: "There is no room to keep the change; try again later."
    case .draining: "Another server takes over in a moment; connect to it after the \"bye\"."
    case .duplicateItem(let item): RefusalSentences.duplicateItem(item, context)
    case .futureRevision(let revision):
      "The board has not come that far; it is at revision \(revision)."
    case .idTaken:
      "The board has something of that id already, or only the server gives it; write - for a new id."
    case .itemGone(let item): RefusalSentences.itemGone(item, context)
    case .itemsGone: "These items were taken out of the drag; \"propose\" again to drop the rest."
    case .leased(let item, let by, let drag, let duration):
      RefusalSentences.leased(item, by, drag, duration, context)
    case .limit: "That would pass a limit; nothing was changed."
    case .mixedSession: "Items of a board and items from outside do not travel together."
    case .nameTaken(let client): RefusalSentences.nameTaken(client, context)
    case .noBoard: "Say which board: open BOARD, or board=BOARD. \"boards\" lists them."
    case .noSession: RefusalSentences.noSession(context)
    case .notDraggable: "The policy of its section says that items stay."
    case .notOpen(let board): "You do not watch that board: open \(board)"
    case .notOwner(let by, let drag):
      "\(drag) is a drag of \(by); \"cancel \(drag) force=yes\" ends it."
    case .notSelectable: "The policy here says that it cannot be selected."
    case .notSelected: "You have not selected it; \"select\" selects."
    case .notSuspended: "The drag goes on: \"propose PLACE\" moves it, \"perform\" drops it."
    case .nothingToRedo: "You have taken back nothing since your last change."
    case .nothingToUndo: "You have changed nothing here that can still be taken back."
    case .otherVersion(let version): "This server speaks version \(version) of the protocol."
    case .revisionTooOld(let revision): "Revisions before \(revision) are not kept here."
    case .sectionGone(let section): RefusalSentences.sectionGone(section, context)
    case .selectionKept: "The policy of its section says that it stays selected."
    case .sessionEnded:
      "The drag is over, and this is how it ended; \"begin ITEMS\" begins another."
    case .sessionSuspended(let drag): "Take it up again first: resume \(drag)"
    case .severalSessions(let drags): RefusalSentences.severalSessions(drags, context)
    case .spaceChosen: "A space is chosen by the first line: connect again for another."
    case .staleRevision(let revision): "The board is at revision \(revision); look again."
    case .tagUsed: "You used this tag for another command; take a new one."
    case .unavailable: "The database does not answer; nothing was done, try again in a moment."
    case .undoConflict: "Somebody changed it since; \"force=yes\" takes back the rest."
    case .unknownBoard(let board): RefusalSentences.unknownBoard(board, context)
    case .unknownSession: "There is no such drag, nor was there lately; \"drags\" lists them."
    case .unknownSpace: "There is no such space; connect again for another, or stay without one."
    }
  }
}

extension LineError {
  /// The sentence at the end of the error, for people.
  ///
  /// - Parameter verb: The verb of the command, if it could be read.
  func sentence(_ verb: Verb?) -> String {
    switch self {
    case .badArgument(let fact): ErrorSentences.badArgument(fact.string, verb)
    case .badEscape: "After a backslash comes another one, =, n, t or u{HEX}."
    case .badJSON: "From that byte on the line is not one JSON object; it was not executed."
    case .badName(let fact): ErrorSentences.badName(fact.string, verb)
    case .badNumber(let fact): ErrorSentences.badNumber(fact.string, verb)
    case .badRow(let fact): ErrorSentences.badRow(fact, verb)
    case .badTag: "A tag is # and 1 to 32 letters, digits, _ . or -, with a blank behind it."
    case .badUTF8: "The line is not UTF-8."
    case .blockTooLong: "The lines of the block have more bytes than that; it had no effect."
    case .controlByte(let fact): ErrorSentences.controlByte(fact, verb)
    case .duplicateKey(let fact): ErrorSentences.duplicateKey(fact.string, verb)
    case .lineTooLong: "The line was skipped to its end."
    case .missingArgument(let fact): ErrorSentences.missingArgument(fact.string, verb)
    case .notDropline: "This is a Dropline server; it speaks lines such as \"help\"."
    case .textTooLong: "The text has more bytes than that; nothing was changed."
    case .tooManyArguments(let fact): ErrorSentences.tooManyArguments(fact.string, verb)
    case .tooManyFields: "An item has no more fields than that; nothing was changed."
    case .tooManyRows: "The block has more lines than that, and had no effect."
    case .unfinishedLine: "The input ended inside a line, which was not executed."
    case .unknownKey(let fact): ErrorSentences.unknownKey(fact.string, verb)
    case .unknownVerb(let fact): ErrorSentences.unknownVerb(fact.string, verb)
    }
  }
}

extension Bye {
  /// The sentence for people, which may be empty.
  var sentence: Text {
    switch self {
    case .quit, .shutdown, .tooManyErrors, .notDropline: ""
    case .moved: "Another server takes over: connect again."
    case .full: "The server has as many connections as it takes."
    case .tooManyTokens: "The name has another token."
    case .accessDenied: "Say \"hello NAME token=TOKEN\" with a token that the server knows."
    case .unknownSpace: "The server has no space of this name."
    case .unavailable: "The space cannot be served now: connect again later."
    case .idle: "The server heard nothing for too long, or needs the place for others."
    }
  }
}
