import BoardModel

/// What a kind of line looks like: its parts with their names and forms, in order.
///
/// A schema is read from the form of `protocol/lines.md`. The JSON form, `help` and the sentences about wrong lines
/// follow from it.
public struct LineSchema: Sendable {
  /// The form of the line: `open BOARD [since=REV]`.
  public let form: String
  /// The first word; nil for the rows of a listing, which have none.
  let kind: String?
  package let parts: [Part]
  /// What the lines that follow are, if any do.
  let rows: Rows?

  /// One part of a line.
  package struct Part: Sendable {
    /// The name of a word in small letters, or of a key.
    package let name: String
    let role: Role
    let json: JSONForm
    /// What the value is called.
    package let notation: String
  }

  enum Role: Hashable, Sendable {
    case word
    case lastWord
    /// A word that is always this one.
    case literal(String)
    /// A key that is always there.
    case fact
    case key
    case flag
    /// All keys that are fields of an item.
    case fields
    /// The rest of the line, which has to be there.
    case text
    case trailingText
  }

  /// The lines that follow a line.
  enum Rows: Hashable, Sendable {
    /// Of a batch or a snapshot: each has its kind.
    case kinds
    /// Of a listing: none has a kind.
    case listing(Verb)
    /// Drawings for people, behind `| `.
    case drawing
  }

  /// What a word is in the JSON form.
  enum JSONForm: Hashable, Sendable {
    case string
    case number
    /// A number if the word is one, else a string.
    case numberOrString
    /// The same of a policy, which a client may also write as `true`, `false` or a list.
    case setting
    /// A string of any characters, which the word has with its escapes.
    case escaped
    /// The items of a comma-separated word.
    case list
    /// `true` for `yes`.
    case flag
    /// An object with a string for each field, and `null` for one that goes.
    case fields
    /// The rest of the line as a string.
    case text
    /// The number of lines that follow, which are the `rows` of the object.
    case lineCount
  }

  /// Reads a form, which the tool that makes the tables has found to be one.
  init(_ form: String, rows: Rows? = nil, hasKind: Bool = true) {
    let words = form.split(separator: " ").map(String.init)
    let kind = hasKind ? words.first : nil
    self.form = form
    self.kind = kind
    self.rows = rows
    parts = words.dropFirst(hasKind ? 1 : 0).flatMap { Part.parts($0, of: kind ?? "") }
  }

  /// Whether such a line may have fields of an item.
  package var mayHaveFields: Bool { parts.contains { $0.role == .fields } }

  /// Whether such a line may have a `replayed=yes`.
  var mayBeReplayed: Bool { kind == "ok" }
}

extension LineSchema.Part {
  /// Whether the part is a word of a command.
  package var isWord: Bool { role == .word || role == .lastWord }

  /// Whether the part is written as `KEY=VALUE`.
  package var isKey: Bool {
    switch role {
    case .fact, .key, .flag: true
    case .word, .lastWord, .literal, .fields, .text, .trailingText: false
    }
  }

  /// A key as it is typed: `rev=REV`.
  var typed: String { "\(name)=\(notation)" }

  /// Whether the value of the key may be empty.
  var mayBeEmpty: Bool { name == PolicyKey.title.rawValue && notation == "VALUE" }

  /// Whether the word may be `-` in the rows of a block.
  var mayBeOpen: Bool {
    ["ITEM", "SECTION"].contains(notation) || notation == "ITEMS" && json == .numberOrString
  }

  /// The parts that a word of a form is: several if it stands for the keys of a policy or of a code.
  fileprivate static func parts(_ word: String, of kind: String) -> [Self] {
    let isOptional = word.hasPrefix("[")
    let inner = word.filter { $0 != "[" && $0 != "]" }
    switch inner {
    case "KEY=VALUE…": return PolicyKey.allCases.map { Self(settingOf: $0) }
    case "FIELD=VALUE…":
      return [Self(name: "fields", role: .fields, json: .fields, notation: "FIELD")]
    case "key=…": return LineSchema.facts.map { Self(key: $0, isOptional: true, of: "key") }
    case "TEXT", "SENTENCE":
      return [
        Self(name: "text", role: isOptional ? .trailingText : .text, json: .text, notation: "TEXT")
      ]
    case _ where inner.contains("="): return [Self(key: inner, isOptional: isOptional, of: kind)]
    case _ where inner.first?.isLowercase == true:
      let name = kind == "ok" ? "verb" : "event"
      return [Self(name: name, role: .literal(inner), json: .string, notation: "")]
    default:
      return [Self(name: inner.lowercased(), role: isOptional ? .lastWord : .word, of: kind, inner)]
    }
  }

  private init(name: String, role: LineSchema.Role, of kind: String, _ notation: String) {
    let json = LineSchema.jsonForms["\(kind) \(notation)"] ?? LineSchema.jsonForms[notation]
    self.init(name: name, role: role, json: json ?? .string, notation: notation)
  }

  private init(key: String, isOptional: Bool, of kind: String) {
    let sides = key.split(separator: "=").map(String.init)
    guard sides[1] != "yes" else {
      self.init(name: sides[0], role: .flag, json: .flag, notation: "yes")
      return
    }
    self.init(name: sides[0], role: isOptional ? .key : .fact, of: kind, sides[1])
  }

  private init(settingOf key: PolicyKey) {
    let json: LineSchema.JSONForm = key.isText ? .escaped : .setting
    self.init(name: key.rawValue, role: .key, json: json, notation: "VALUE")
  }
}

// The lines by what tells them apart.

extension LineSchema {
  package static func command(_ verb: Verb) -> LineSchema { commands[verb.number] }

  /// What a server sends, by its first word.
  static let fromServer = Dictionary(
    grouping: replies + failures + events, by: { $0.kind ?? "" })
  /// Rows by their first word, with the events that a snapshot ends with.
  static let rowsByKind = Dictionary(
    grouping: rows + events.filter { snapshotKinds.contains($0.kind ?? "") },
    by: { $0.kind ?? "" })
}
