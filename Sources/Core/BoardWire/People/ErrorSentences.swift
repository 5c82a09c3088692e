import BoardModel

/// The sentences for people at the end of errors that depend on the command: what is wrong, and what to type next. They
/// may change; codes and facts do not. `protocol/errors.md` has the others.
///
/// A sentence is made from the error alone, without regard to any board, and costs a constant.
package enum ErrorSentences {
  /// Shows the form of a verb.
  static func usage(_ verb: Verb?) -> String {
    guard let verb else { return "\"help\" lists the verbs." }
    return usages[verb]!
  }

  private static let usages = Dictionary(
    uniqueKeysWithValues: Verb.allCases.map { ($0, "Usage: \(LineSchema.command($0).form)") })

  static func unknownVerb(_ word: String, _ verb: Verb?) -> String {
    if let sentence = noVerb(word) { return sentence }
    guard let verb = SpellingHint.verb(nearestTo: word) else { return usage(nil) }
    return "Did you mean \"\(verb.rawValue)\"? \(usage(verb))"
  }

  /// What is said of words that are no commands, and of which no verb does the same.
  static func noVerb(_ word: String) -> String? {
    switch word.lowercased() {
    case "end": "\"end\" ends the rows of \"batch\" and \"replace\", and none of them is open."
    case let word where LineSchema.fromServer[word] != nil && Habits.verbs[word] == nil:
      "That is what a server says; \"help\" lists what you can type."
    case "save", "commit", "flush", "sync":
      "Nothing has to be saved: a change is stored before its \"ok\" is sent."
    case "$", ">", "#", "%": "Type the line without the prompt."
    default: nil
    }
  }
}
