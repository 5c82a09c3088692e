import BoardModel
import BoardWire

/// What `help` says, so that a person with `nc` and nothing else can do everything.
///
/// No line has more than `width` columns; with the `| ` before it there are 78. Without a topic the lines and
/// their reply are seen at once on a terminal of 24 rows. The forms of the commands are those of
/// `LineSchema`.
enum Help {
  static let width = 76

  /// The lines for a verb, a topic or a word of a form, or for everybody if there is none.
  ///
  /// - Returns: lines in which everything is escaped that has to be.
  static func lines(topic: String?) -> [String] {
    guard let topic else {
      return introduction + HelpGroup.allCases.flatMap(\.overview) + [closing]
    }
    let word = Array(topic.utf8)
    if let verb = word.withUnsafeBytes({ VerbTable.verb($0) }) { return lines(about: verb) }
    if let group = HelpGroup(rawValue: topic.lowercased()) { return group.lines }
    if let form = ErrorSentences.form(of: topic.uppercased()) {
      return wrapped("\(topic.uppercased()): \(form).")
    }
    if let part = HelpGroup.lines(ofPart: topic.uppercased()) { return part }
    return wrapped(
      "There is no verb and no topic \"\(TextEscapes.escaped(topic))\".\(hint(for: topic))")
      + HelpGroup.allCases.flatMap(\.overview)
  }

  /// What somebody meant who asked for something else.
  private static func hint(for word: String) -> String {
    let verb = SpellingHint.verb(nearestTo: word)?.rawValue
    let topics = HelpGroup.allCases.map(\.rawValue)
    let meant = verb ?? SpellingHint.nearest(to: word.lowercased(), among: topics)
    return meant.map { " Did you mean \"\($0)\"?" } ?? ""
  }

  /// Every verb, in the order in which somebody would want to read them.
  static var verbs: [Verb] {
    let isLast = { (verb: Verb) in verb.beginsBlock || verb == .policy }
    let verbs = Verb.allCases
    return verbs.filter { !isLast($0) } + verbs.filter(isLast)
  }

  private static let introduction = [
    "Dropline: many people drag items between the sections of shared lists.",
    "Every line is a command and gets one answer: ok, refused or error. Try:",
    "  create today",
    "  open today",
    "  insert-section end To do",
    "  insert-section end Done",
    "  insert 0.0 Call Ann",
    "  begin 0.0",
    "  propose 1.0",
    "  perform",
    "",
  ]

  private static let closing =
    "help TOPIC tells more, such as: help dragging. help VERB shows a form."

  /// The line of a verb among others: what it does.
  static func overview(of verb: Verb) -> String {
    let word = verb.rawValue
    return word + String(repeating: " ", count: 18 - word.count) + verb.help.sentence
  }

  private static func lines(about verb: Verb) -> [String] {
    let schema = LineSchema.command(verb)
    let help = verb.help
    return wrapped(schema.form) + ["    \(help.sentence)."] + schema.keyLines(of: verb)
      + ["For example:"] + help.example.map { "    " + $0 }
      + (help.refusals.isEmpty
        ? [] : wrapped("May be refused: " + help.refusals.joined(separator: ", ") + "."))
  }

  /// Breaks a sentence into lines between its words.
  fileprivate static func wrapped(_ sentence: String) -> [String] {
    sentence.split(separator: " ").reduce(into: [""]) { lines, word in
      let last = lines[lines.count - 1]
      if last.isEmpty {
        lines[lines.count - 1] = String(word)
      } else if last.count + 1 + word.count <= width {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append("    \(word)")
      }
    }
  }
}

/// What the tables say of a verb for people.
struct HelpText {
  /// What the verb does, without a full stop.
  let sentence: String
  /// Lines to be typed.
  let example: [String]
  let refusals: [String]

  init(_ sentence: String, _ example: [String], _ refusals: [Refusal.Code]) {
    self.sentence = sentence
    self.example = example
    self.refusals = refusals.map(\.rawValue)
  }
}

extension LineSchema {
  /// A line for each key with the values that it takes.
  fileprivate func keyLines(of verb: Verb) -> [String] {
    let keys = parts.filter(\.isKey)
    guard !keys.isEmpty else { return [] }
    return ["Keys:"]
      + keys.map { part in
        let value = verb == .policy ? PolicyKey(rawValue: part.name)?.values : nil
        return "    \(part.name)=" + (value ?? part.values)
      }
  }
}
