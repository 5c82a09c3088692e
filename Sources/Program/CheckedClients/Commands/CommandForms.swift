import BoardHub
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

    /// The first word.
    package var verb: Substring { text.prefix { $0 != " " } }

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
    zip(Verb.allCases, LineSchema.commands).compactMap { verb, schema in
      verb.family == .connection || verb.beginsBlock || verb == .open
        ? nil : Form(schema.form, changing: verb.change)
    })

  /// The forms that a client may use.
  package func filter(_ isUsed: (Form) -> Bool) -> CommandForms {
    CommandForms(forms.filter(isUsed))
  }

  /// The forms with one more.
  package func adding(_ form: Form) -> CommandForms { CommandForms(forms + [form]) }

  /// A line of one of the forms, with about half of what may be left out. Boards are always named.
  ///
  /// - Parameter client: What knows values for the parts.
  /// - Returns: nil if there is no value for a part that must be there.
  package func line(of client: inout some FormFiller) -> String? {
    Self.line(client.random.one(of: forms), of: &client)
  }

  /// The forms of verbs of which none of these lines is one.
  package func besides(_ lines: [String]) -> CommandForms {
    let verbs = Set(lines.map { $0.prefix { $0 != " " } })
    return filter { !verbs.contains($0.verb) }
  }

  /// A line of each form for whose parts the client knows values.
  package func lines(of client: inout some FormFiller) -> [String] {
    forms.compactMap { Self.line($0, of: &client) }
  }

  private static func line(_ form: Form, of client: inout some FormFiller) -> String? {
    var words: [String] = []
    for part in form.text.split(separator: " ") {
      let isOptional = part.hasPrefix("[")
      if isOptional, !part.hasSuffix("BOARD]"), client.random.percent(50) { continue }
      if let word = word(isOptional ? part.dropFirst().dropLast() : part, of: form, &client) {
        words.append(word)
      } else if !isOptional {
        return nil
      }
    }
    return words.joined(separator: " ")
  }

  private static func word(
    _ part: Substring, of form: Form, _ client: inout some FormFiller
  ) -> String? {
    if part.hasPrefix("FIELD="), form.verb == "fields" {
      return client.random.one(of: ["done=flag", "label=set", "due=date", "amount=number", "due="])
    }
    if part.hasPrefix("FIELD=") {
      return client.value(String(part.dropLast()), changing: form.change)
    }
    if part == "KEY=VALUE…" { return client.value("KEY=VALUE", changing: form.change) }
    guard let sign = part.firstIndex(of: "=") else {
      return part.allSatisfy { $0.isLowercase || $0 == "-" }
        ? String(part) : client.value(String(part), changing: form.change)
    }
    let notation = String(part[part.index(after: sign)...])
    let written = notation == "yes" ? notation : client.value(notation, changing: form.change)
    return written.map { "\(part[...sign])\($0)" }
  }
}

/// A random client that fills forms in.
package protocol FormFiller {
  var random: SeededRandom { get set }

  /// A value of what stands for it in a form, or nil if the client knows none.
  ///
  /// - Parameter change: What a command of the form can change at most.
  mutating func value(_ notation: String, changing change: CommandChange) -> String?
}

/// A client that knows one board with a section and three items.
package struct SampleFiller: FormFiller {
  package var random = SeededRandom(seed: 7)
  private let board: String
  private let section: String
  private let items: [String]

  package init(
    board: String = "b", section: String = "s1", items: [String] = ["i1", "i2", "i3"]
  ) {
    self.board = board
    self.section = section
    self.items = items
  }

  package mutating func value(_ notation: String, changing change: CommandChange) -> String? {
    switch notation {
    case "BOARD": change == .boards ? "gamma" : board
    case "TO": "delta"
    case "ITEM", "ITEMS": random.one(of: items)
    case "SECTION", "TARGET": section
    case "INDEX": "0"
    case "PLACE": "0.0"
    case "DRAG": "d1"
    case "OP", "OPS": "move"
    case "REV": "1"
    case "COUNT": "2"
    case "TIME": "20ms"
    case "TYPE": "text/plain"
    case "METRIC": "batches"
    case "KEY=VALUE": "limit=2"
    case "FIELD=VALUE": "label=red"
    case "FIELD=[VALUE]": random.one(of: ["done=yes", "done=", "label=red due=2026-12-01"])
    case "TEXT": "x"
    case _: nil
    }
  }
}

extension Request {
  /// The request of a command on one line; nil if it is none.
  package init?(line: String) {
    let read = Array(line.utf8).withUnsafeBytes { Command($0)?.request }
    guard case .success(let request)? = read else { return nil }
    self = request
  }
}
