// Made from protocol/errors.md by `swift run lines`. What is changed here is lost.

import BoardModel

extension Refusal {
  /// The sentence at the end of the refusal, for people.
  public func sentence(in context: RefusalContext) -> String {
    switch self {
    case .accessDenied(let role, let board):
      switch context.verb {
      case _ where board == nil: "Say \"hello NAME token=TOKEN\" first."
      case _: "Only \(role)s of the board may do that."
      }
    case .alreadySelected: "You have selected it already; \"deselect\" deselects."
    case .badPath: "Nothing is there: indices count from 0, and nothing is clamped."
    case .badValue(let key, let type):
      switch context.verb {
      case _ where type == "flag":
        "On this board \(key) is yes, and \(key)= takes it away. \"fields\" lists the types."
      case _ where type == "number":
        "On this board \(key) is a number such as 12 or -2.5. \"fields\" lists the types."
      case _ where type == "date":
        "On this board \(key) is a day such as 2026-12-01. \"fields\" lists the types."
      case _ where type == "set":
        "On this board \(key) is values with commas, such as red,blue. \"fields\" lists the types."
      case _: "On this board \(key) is of the type \(type). \"fields\" lists the types."
      }
    case .batchRule(let rule, let row): RefusalSentences.batchRule(rule, row, context)
    case .boardDamaged: "What is stored of it cannot be read; the server's log says why."
    case .boardExists(let board): "There is a board of that name: open \(board)"
    case .boardInUse(_, let board):
      "That client watches it or drags there: remove-board \(board) force=yes"
    case .destinationGone(let place):
      switch (context.subject, context.verb) {
      case (.section, _):
        "\(place.behindColon) is a section: write start:\(place.behindColon) or end:\(place.behindColon)."
      case (.item, _):
        "\(place.behindColon) is an item: write before:\(place.behindColon) or after:\(place.behindColon)."
      case (.board, _): "\(place.behindColon) is a board; name a section or an item of it."
      case (.inSmallLetters, _): "Did you mean \(place.behindColon.lowercased())?"
      case _: "What named the place is not there now; \"show\" draws the ids."
      }
    case .diskFull: "There is no room to keep the change; try again later."
    case .draining: "Another server takes over in a moment; connect to it after the \"bye\"."
    case .duplicateItem:
      switch context.verb {
      case .add: "It is in your drag, or you named it twice."
      case _: "An item can be named only once."
      }
    case .futureRevision(let revision):
      "The board has not come that far; it is at revision \(revision)."
    case .idTaken:
      "The board has something of that id already, or only the server gives it; write - for a new id."
    case .itemGone(let item):
      switch (context.subject, context.verb) {
      case (_, .remove): "It is not in your drag."
      case (.section, .delete):
        "That is a section: delete-section \(item), or for its items: clear \(item)"
      case (.section, .move): "That is a section: move-section \(item) INDEX"
      case (.section, .edit): "That is a section: rename-section \(item) TEXT"
      case (.section, _): "That is a section, and this takes items: i1, or SECTION.ITEM (0.0)."
      case (.board, _): "That is a board; an item is an id (i1) or SECTION.ITEM (0.2)."
      case (.inSmallLetters, _): "Did you mean \(item.lowercased())?"
      case (_, .deselect): "No item has this id now; \"deselect\" without items deselects all."
      case (_, _) where item.utf8.contains(UInt8(ascii: ".")):
        "That item is not on the board any more."
      case _:
        "No item has this id now: \"show\" draws the ids, \"find TEXT\" finds items by their text."
      }
    case .itemsGone: "These items were taken out of the drag; \"propose\" again to drop the rest."
    case .leased(_, let by, let drag, let duration):
      switch context.verb {
      case _ where context.client == by:
        "You drag it already, in \(drag): \"propose PLACE\" moves it, \"perform\" drops it, \"cancel\" puts it back."
      case _ where context.hasKey("force"): "\(by) is dragging it: wait, or add force=yes."
      case _ where context.verb != nil:
        "\(by) is dragging it: wait, or end that drag: cancel \(drag) force=yes"
      case _: "\(by) is dragging it; try again in \(duration.written) at the latest."
      }
    case .limit: "That would pass a limit; nothing was changed."
    case .mixedSession: "Items of a board and items from outside do not travel together."
    case .nameTaken(let client):
      switch context.verb {
      case _ where context.client == client:
        "You are \(client), and a connection keeps its name; connect again for another."
      case _: "Choose another name, or say the token that goes with it: hello \(client) token=TOKEN"
      }
    case .noBoard: "Say which board: open BOARD, or board=BOARD. \"boards\" lists them."
    case .noSession:
      switch context.verb {
      case .add:
        "You drag nothing: \"begin ITEMS\" begins a drag, \"insert PLACE TEXT\" makes an item."
      case .remove:
        "You drag nothing: \"begin ITEMS\" begins a drag, \"delete ITEMS\" deletes items."
      case .exit: "You drag nothing: \"begin ITEMS\" begins a drag; \"quit\" ends the connection."
      case .dryrun:
        "You drag nothing: \"begin ITEMS\" begins a drag, or name items: dryrun PLACE items=ITEMS"
      case _: "You drag nothing: \"begin ITEMS\" begins a drag."
      }
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
    case .sectionGone(let section):
      switch (context.subject, context.verb) {
      case (.item, .deleteSection), (.item, .clear): "That is an item: delete \(section)"
      case (.item, .moveSection): "That is an item: move \(section) PLACE"
      case (.item, .renameSection): "That is an item: edit \(section) TEXT"
      case (.item, _): "That is an item, and this takes a section: s1 or 0."
      case (.board, .policy): "That is a board; here, * means the board: policy *"
      case (.board, _): "That is a board; a section is an id (s1) or an index (0)."
      case (.inSmallLetters, _): "Did you mean \(section.lowercased())?"
      case _: "No section has this id now: \"show\" draws the ids; an index (0) names one, too."
      }
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
    case .unknownBoard(let board):
      switch (context.subject, context.verb) {
      case (.section, _): "That is a section; \"boards\" lists the boards."
      case (.item, _): "That is an item; \"boards\" lists the boards."
      case (.inSmallLetters, _): "Did you mean \(board.string.lowercased())?"
      case (_, _) where context.hasKey(board.string):
        "Did you mean \(board.string)=yes? There is no board of that name."
      case _: "There is no such board: \"boards\" lists them, \"create \(board)\" makes one."
      }
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
    case .badArgument(let word): ErrorSentences.badArgument(word.string, verb)
    case .badEscape: "After a backslash comes another one, =, n, t or u{HEX}."
    case .badJSON: "From that byte on the line is not one JSON object; it was not executed."
    case .badName(let word):
      switch verb {
      case .show where ErrorSentences.isNumber(word.string):
        "A revision is named by a key: show rev=\(word.string)"
      case .history where ErrorSentences.isNumber(word.string):
        "Revisions are named by keys: history from=\(word.string) to=\(word.string)"
      case .undo where ErrorSentences.isNumber(word.string):
        "\"undo\" reverts one change at a time, the last one first, and takes no revision."
      case .redo where ErrorSentences.isNumber(word.string):
        "\"redo\" reverts one change at a time, the last one first, and takes no revision."
      case _: ErrorSentences.badName(word.string, verb)
      }
    case .badNumber(let word): ErrorSentences.badNumber(word.string, verb)
    case .badRow:
      switch verb {
      case .replace:
        "That row cannot be read, and the block had no effect. Rows are \"section SECTION ITEMS TEXT\" and \"item ITEM TEXT\"."
      case _:
        "That row cannot be read, and the block had no effect. Rows are \"insert PATH ITEM TEXT\", \"delete PATH ITEM\", \"move PATH PATH ITEM\" and more."
      }
    case .badTag: "A tag is # and 1 to 32 letters, digits, _ . or -, with a blank behind it."
    case .badUTF8: "The line is not UTF-8."
    case .blockTooLong: "The lines of the block have more bytes than that; it had no effect."
    case .controlByte(let byte):
      switch verb {
      case _ where byte == 0x1B: "Arrow and function keys do not work here; type the line again."
      case _: "Control bytes are not accepted; in a text, write a backslash and u{HEX}."
      }
    case .duplicateKey(let key): "Write \(key) once. \(ErrorSentences.usage(verb))"
    case .lineTooLong: "The line was skipped to its end."
    case .missingArgument(let word): ErrorSentences.missingArgument(word.string, verb)
    case .notDropline: "This is a Dropline server; it speaks lines such as \"help\"."
    case .textTooLong: "The text has more bytes than that; nothing was changed."
    case .tooManyArguments(let word): ErrorSentences.tooManyArguments(word.string, verb)
    case .tooManyFields: "An item has no more fields than that; nothing was changed."
    case .tooManyRows: "The block has more lines than that, and had no effect."
    case .unfinishedLine: "The input ended inside a line, which was not executed."
    case .unknownKey(let key): ErrorSentences.unknownKey(key.string, verb)
    case .unknownVerb(let word): ErrorSentences.unknownVerb(word.string, verb)
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
