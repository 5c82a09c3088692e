import BoardModel

/// The sentences for people at the end of errors: what is wrong, and what to type next. They may change;
/// codes and facts do not.
///
/// A sentence is made from the error alone, without regard to any board, and costs a constant.
enum Sentences {
  /// - Parameter verb: The verb of the command, if it could be read.
  static func sentence(for error: LineError, _ verb: Verb?) -> String {
    switch error {
    case .badArgument(let word): ArgumentSentences.wrong(word.string, verb)
    case .missingArgument(let word): ArgumentSentences.missing(word.string, verb)
    case .tooManyArguments(let word): ArgumentSentences.extra(word.string, verb)
    case .unknownKey(let key): ArgumentSentences.unknown(key: key.string, verb)
    case .badEscape: "After a backslash comes another one, =, n, t or u{HEX}."
    case .badJSON: "From that byte on the line is not one JSON object; it was not executed."
    case .badName(let word): ArgumentSentences.noName(word.string, verb)
    case .badNumber: ArgumentSentences.noNumber(verb)
    case .badRow: badRow(verb)
    case .badTag: "A tag is # and 1 to 32 letters, digits, _ . or -, with a blank behind it."
    case .badUTF8: "The line is not UTF-8."
    case .controlByte(0x1B): "Arrow and function keys do not work here; type the line again."
    case .controlByte: "Control bytes are not accepted; in a text, write a backslash and u{HEX}."
    case .duplicateKey(let key): "Write \(key.string) once. \(usage(verb))"
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
  static func usage(_ verb: Verb?) -> String {
    guard let verb else { return "\"help\" lists the verbs." }
    return usages[verb]!
  }

  private static let usages = Dictionary(
    uniqueKeysWithValues: Verb.allCases.map { ($0, "Usage: \(LineSchema.command($0).form)") })

  private static func unknownVerb(_ word: String) -> String {
    if let sentence = Habits.sentence(for: word) { return sentence }
    guard let verb = SpellingHint.verb(nearestTo: word) else { return usage(nil) }
    return "Did you mean \"\(verb.rawValue)\"? \(usage(verb))"
  }

  /// Shows the rows that a block has.
  private static func badRow(_ verb: Verb?) -> String {
    let rows =
      verb == .replace
      ? "\"section SECTION ITEMS TEXT\" and \"item ITEM TEXT\""
      : "\"insert PATH ITEM TEXT\", \"delete PATH ITEM\", \"move PATH PATH ITEM\" and more"
    return "That row cannot be read, and the block had no effect. Rows are \(rows)."
  }
}
