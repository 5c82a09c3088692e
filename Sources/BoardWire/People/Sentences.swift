import BoardModel

/// The sentences for people at the end of refusals and errors. They may change; codes and facts do not.
enum Sentences {
  /// - Parameter verb: The verb of the command, if it could be read.
  static func sentence(for error: LineError, _ verb: Verb?) -> String {
    switch error {
    case .badArgument("TOKEN"): "A token is 4 to 64 of A-Z a-z 0-9 _ -."
    case .badArgument(let word) where verb == .policy(.policy): policy(word.string)
    case .badArgument, .missingArgument, .tooManyArguments: usage(verb)
    case .unknownKey(let key): usage(verb) + asText(key.string, verb)
    case .badEscape: "After a backslash comes another one, =, n, t or u{HEX}."
    case .badJSON: "From that byte on the line is not one JSON object; it was not executed."
    case .badName: "A name is 1 to 64 of A-Z a-z 0-9 _ -, not only digits, and no - in front."
    case .badNumber: "A number has digits only and no leading zeros."
    case .badRow: "That row cannot be read, and the block had no effect."
    case .badTag: "A tag is # and 1 to 32 letters, digits, _ . or -."
    case .badUTF8: "The line is not UTF-8."
    case .controlByte(0x1B): "Arrow and function keys do not work here; type the line again."
    case .controlByte: "Control bytes are not accepted; in a text, write a backslash and u{HEX}."
    case .duplicateKey: "A key can be written once."
    case .lineTooLong: "The line was skipped to its end."
    case .notDropline: "This is a Dropline server; it speaks lines such as \"help\"."
    case .textTooLong: "The text has more bytes than that; nothing was changed."
    case .blockTooLong: "The lines of the block have more bytes than that; it had no effect."
    case .tooManyRows: "The block has more lines than that, and had no effect."
    case .unfinishedLine: "The input ended inside a line, which was not executed."
    case .unknownVerb(let word): unknownVerb(word.string)
    }
  }

  /// Shows the form of a verb.
  private static func usage(_ verb: Verb?) -> String {
    guard let verb else { return "Try \"help\"." }
    return "Usage: \(LineSchema.command(verb).notation)"
  }

  /// Shows how a text is written that begins like a key, if the verb takes a text.
  private static func asText(_ key: String, _ verb: Verb?) -> String {
    guard let verb, LineSchema.command(verb).notation.hasSuffix("TEXT") else { return "" }
    return "; in a text, write a backslash before the = of \(key)="
  }

  /// Shows the values of a policy's key.
  private static func policy(_ word: String) -> String {
    let name = word.prefix { $0 != "=" }
    guard let key = PolicyKey(rawValue: String(name)) else { return usage(.policy(.policy)) }
    let place = key.isOfBoard ? ", and is set for the board (*)" : ""
    return "\(key.rawValue) takes \(key.values), or inherit\(place)."
  }

  private static func unknownVerb(_ word: String) -> String {
    guard let verb = SpellingHint.nearest(to: word) else { return "Try \"help\"." }
    return "Did you mean \"\(verb.rawValue)\"? Try \"help\"."
  }

  static func sentence(for refusal: Refusal) -> String {
    switch refusal {
    case .accessDenied(_, nil): "Say \"hello NAME token=TOKEN\" first."
    case .accessDenied(let role, _?): "Only \(role.rawValue)s of the board may do that."
    case .alreadySelected: "You have selected it already."
    case .badPath: "Nothing is there: indices count from 0, and nothing is clamped."
    case .batchRule: "The batch breaks that rule of section 6.5; the board is as it was."
    case .boardDamaged: "What is stored of it cannot be read; the server's log says why."
    case .boardExists: "There is a board of that name; \"open\" it."
    case .boardInUse: "That client watches it or drags there; \"force=yes\" removes it."
    case .destinationGone: "What named the place is not there any more; name another."
    case .diskFull: "There is no room to keep the change; try again later."
    case .duplicateItem: "An item can be named only once."
    case .futureRevision: "The board has not come that far; it is at this revision."
    case .idTaken: "The board has something of that name already."
    case .itemGone: "There is no such item any more."
    case .itemsGone: "These items were taken out of the drag; \"propose\" again to drop the rest."
    case .leased: "Somebody is dragging it; wait, or add \"force=yes\" if the verb takes it."
    case .limit: "That would pass a limit; nothing was changed."
    case .mixedSession: "Items of a board and items from outside do not travel together."
    case .nameTaken: "Choose another name, or say the token that goes with it."
    case .noBoard: "Say \"open BOARD\" first, or add \"board=BOARD\"."
    case .noSession: "You drag nothing; say \"begin ITEM\" first."
    case .notAContainer: "Items hold no items; say \"before:\" or \"after:\"."
    case .notDraggable: "The policy of its section says that items stay."
    case .notOpen: "You do not watch that board; \"open\" it first."
    case .notOwner: "The drag belongs to that client."
    case .notSelectable: "The policy here says that it cannot be selected."
    case .notSelected: "You have not selected it."
    case .notSuspended: "The drag goes on; there is nothing to resume."
    case .nothingToRedo: "You have taken back nothing since your last change."
    case .nothingToUndo: "You have changed nothing here that can still be taken back."
    case .revisionTooOld: "Revisions before this one are not kept; take a snapshot with \"open\"."
    case .sectionGone: "There is no such section any more."
    case .selectionKept: "The policy of its section says that it stays selected."
    case .sessionEnded: "The drag is over, and this is how it ended."
    case .sessionSuspended: "Say \"resume\" and the session first."
    case .severalSessions: "You drag more than one thing; name the session."
    case .staleRevision: "The board has moved on to this revision; look again."
    case .tagUsed: "You used this tag for another command; take a new one."
    case .undoConflict: "Somebody changed it since; \"force=yes\" takes back the rest."
    case .unknownBoard: "There is no such board; \"boards\" lists them, \"create\" makes one."
    case .unknownSession: "There is no such drag, nor was there lately; \"drags\" lists them."
    }
  }
}
