import BoardModel
import BoardWire

/// The forms of commands, as `protocol/lines.md` has them: random clients choose from them, so that a new verb is
/// tried at once.
package struct CommandForms {
  /// A form: `insert PLACE [board=BOARD] TEXT`.
  package struct Form {
    package let text: String
    /// What the command can change at most.
    package let change: CommandChange

    package init(_ text: String, changing change: CommandChange) {
      self.text = text
      self.change = change
    }
  }

  private let forms: [Form]

  package init(_ forms: [Form]) { self.forms = forms }

  /// The commands of one line, but for those about the conversation itself, and for `open`, whose revisions a client
  /// must have.
  package static let all = CommandForms(
    zip(Verb.allCases, LineSchema.tables[0].schemas).compactMap { verb, schema in
      verb.family == .connection || verb.beginsBlock || verb == .open
        ? nil : Form(schema.notation, changing: verb.change)
    })

  /// The forms that a client may use.
  package func filter(_ isUsed: (Form) -> Bool) -> CommandForms {
    CommandForms(forms.filter(isUsed))
  }

  /// The forms with one more.
  package func adding(_ form: Form) -> CommandForms { CommandForms(forms + [form]) }

  /// A line of one of the forms, with about half of what may be left out. Boards are always named.
  ///
  /// - Parameter value: A value for what stands for it in a form, or nil if there is none.
  /// - Returns: nil if there is no value for a part that must be there.
  package func line(
    _ random: inout SeededRandom, value: (Form, String, inout SeededRandom) -> String?
  ) -> String? {
    let form = random.one(of: forms)
    var words: [String] = []
    for part in form.text.split(separator: " ") {
      let isOptional = part.hasPrefix("[")
      if isOptional, !part.hasSuffix("BOARD]"), random.percent(50) { continue }
      let name = isOptional ? part.dropFirst().dropLast() : part
      if let word = Self.word(name, of: form, &random, value) {
        words.append(word)
      } else if !isOptional {
        return nil
      }
    }
    return words.joined(separator: " ")
  }

  private static func word(
    _ part: Substring, of form: Form, _ random: inout SeededRandom,
    _ value: (Form, String, inout SeededRandom) -> String?
  ) -> String? {
    if part == "KEY=VALUE…" { return value(form, "KEY=VALUE", &random) }
    guard let sign = part.firstIndex(of: "=") else {
      return part.allSatisfy { $0.isLowercase || $0 == "-" }
        ? String(part) : value(form, String(part), &random)
    }
    let notation = String(part[part.index(after: sign)...])
    let written = notation == "yes" ? notation : value(form, notation, &random)
    return written.map { "\(part[...sign])\($0)" }
  }
}
