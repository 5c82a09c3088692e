/// What `help` says, so that whoever has `nc` and nothing else can do everything.
///
/// No line has more than 76 columns; with the `| ` before it there are 78.
public enum Help {
  /// The lines for a verb, or for everybody where there is no topic.
  ///
  /// - Returns: lines in which everything is escaped that has to be.
  public static func lines(topic: String?) -> [String] {
    guard let topic else { return introduction + [""] + table.flatMap(\.overview) + closing }
    let word = Array(topic.utf8)
    if let verb = word.withUnsafeBytes({ VerbTable.verb($0) }) { return entry(verb).lines }
    let hint = SpellingHint.nearest(to: topic).map { " Did you mean \"\($0.rawValue)\"?" } ?? ""
    return ["There is no verb \"\(TextEscapes.escaped(topic))\".\(hint)"]
      + wrapped("The verbs are: " + Verb.allCases.map(\.rawValue).joined(separator: ", ") + ".")
  }

  /// What is said about one verb.
  public struct Entry: Sendable {
    public var verb: Verb
    /// How it is written, and what that does.
    public var forms: [(form: String, sentence: String)]
    /// Lines to be typed.
    public var example: [String]
    public var refusals: [String]
  }

  public static func entry(_ verb: Verb) -> Entry { table.first { $0.verb == verb }! }

  private static let introduction = [
    "Dropline: many people drag items between the sections of shared lists.",
    "Every line is a command and gets one answer: ok, refused or error. Try:",
    "",
    "  create today",
    "  open today",
    "  insert-section end To do",
    "  insert-section end Done",
    "  insert 0.0 Call Ann",
    "  begin 0.0",
    "  propose 1.0",
    "  perform",
    "",
    "ITEM       a name (i1), or an index path SECTION.ITEM from zero (0.2)",
    "SECTION    a name (s1), or an index (0)",
    "PLACE      an index path, counted with the dragged items taken out, or",
    "           before:ITEM, after:ITEM, start:SECTION, end:SECTION",
    "SESSION    a drag (d1); may be left out where you drag only one thing",
    "OPERATION  move or copy",
    "BOARD/     before the first of these: on another board than the open one",
    "TEXT       the rest of the line; \\n is a new line, \\\\ a backslash",
    "#TAG       before the verb: comes back with the answer",
  ]

  private static let closing = ["", "help VERB tells more, quit ends the conversation."]
}

extension Help.Entry {
  fileprivate static let column = 45

  /// One line for each form.
  fileprivate var overview: [String] {
    forms.map { form, sentence in
      form + String(repeating: " ", count: Self.column - form.count) + sentence
    }
  }

  fileprivate var lines: [String] {
    forms.flatMap { [$0, "    \($1)."] } + ["For example:"] + example.map { "    " + $0 }
      + (refusals.isEmpty
        ? [] : Help.wrapped("May be refused: " + refusals.joined(separator: ", ") + "."))
  }
}

extension Help {
  /// Breaks a sentence into lines between its words.
  fileprivate static func wrapped(_ sentence: String) -> [String] {
    sentence.split(separator: " ").reduce(into: [""]) { lines, word in
      let last = lines[lines.count - 1]
      if last.isEmpty {
        lines[lines.count - 1] = String(word)
      } else if last.count + 1 + word.count <= 76 {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append("    \(word)")
      }
    }
  }
}
