/// The form of a line as a table has it: `open BOARD [since=REV]`.
struct LineForm {
  /// One part of a line behind its kind.
  struct Part: Hashable {
    enum Role: String {
      /// A word that is always there, or that may be left out.
      case word, lastWord
      /// A word that is always this one.
      case literal
      /// `KEY=VALUE` that is always there, or that may be left out.
      case fact, key
      /// `[KEY=yes]`.
      case flag
      /// All keys of a policy with their values.
      case settings
      /// All keys that are fields of an item, or changes of them.
      case fields
      /// The rest of the line, which must be there or may be empty.
      case text, trailingText
    }

    let role: Role
    /// The name of the word in small letters, or the key.
    let name: String
    /// What stands for the value: `REV`.
    let notation: String
    /// The part as it is written.
    let form: String
  }

  let written: String
  /// The first word; empty for a row of a listing, which has none.
  let kind: String
  let parts: [Part]

  /// Reads a form.
  ///
  /// - Throws: `row.mistake` for what is no form: a part after the text, a word after a key.
  init(
    _ form: String, hasKind: Bool = true, of row: MarkdownTable.Row
  ) throws(TableMistake) {
    var words = form.split(separator: " ").map(String.init)[...]
    written = form
    kind = hasKind ? words.popFirst() ?? "" : ""
    guard !hasKind || kind.isLiteral else {
      throw row.mistake("`\(form)` does not begin with a word in small letters")
    }
    var parts: [Part] = []
    for word in words {
      let part = try Self.part(word, of: row)
      if let last = parts.last, last.role.rank > part.role.rank {
        throw row.mistake("`\(part.form)` stands behind `\(last.form)`")
      }
      guard !parts.contains(where: { $0.name == part.name && $0.role.isAlike(part.role) }) else {
        throw row.mistake("`\(part.form)` is there twice")
      }
      parts.append(part)
    }
    self.parts = parts
  }

  private init(_ form: LineForm, parts: [Part]) {
    (written, kind) = (form.written, form.kind)
    self.parts = parts
  }

  /// The form without its first part.
  var withoutFirstPart: LineForm { LineForm(self, parts: Array(parts.dropFirst())) }

  private static func part(_ form: String, of row: MarkdownTable.Row) throws(TableMistake) -> Part {
    let isOptional = form.hasPrefix("[")
    guard isOptional == form.hasSuffix("]") else { throw row.mistake("`\(form)` lacks a bracket") }
    let inner = isOptional ? String(form.dropFirst().dropLast()) : form
    if inner == "KEY=VALUE…" || inner == "key=…" {
      return Part(role: .settings, name: "settings", notation: "VALUE", form: form)
    }
    if inner == "FIELD=VALUE…" || inner == "FIELD=[VALUE]…" {
      let name = inner.contains("[") ? "changes" : "fields"
      return Part(role: .fields, name: name, notation: "FIELD", form: form)
    }
    if let sign = inner.firstIndex(of: "=") {
      let (key, value) = (String(inner[..<sign]), String(inner[inner.index(after: sign)...]))
      guard key.isLiteral, value == "yes" || value.isNotation else {
        throw row.mistake("`\(form)` is no key with the name of a value")
      }
      let role: Part.Role = value == "yes" ? .flag : isOptional ? .key : .fact
      return Part(role: role, name: key, notation: value, form: form)
    }
    if inner == "TEXT" || inner == "SENTENCE" {
      return Part(
        role: isOptional ? .trailingText : .text, name: "text", notation: inner, form: form)
    }
    if inner.isLiteral, !isOptional {
      return Part(role: .literal, name: inner, notation: "", form: form)
    }
    guard inner.isNotation else { throw row.mistake("`\(form)` is no part of a line") }
    return Part(
      role: isOptional ? .lastWord : .word, name: inner.lowercased(), notation: inner, form: form)
  }
}

extension LineForm.Part.Role {
  /// Whether the part is `KEY=VALUE`.
  var isKey: Bool {
    switch self {
    case .fact, .key, .flag, .settings, .fields: true
    case .word, .lastWord, .literal, .text, .trailingText: false
    }
  }

  /// Whether parts of one name could be taken for each other.
  fileprivate func isAlike(_ other: Self) -> Bool {
    isKey == other.isKey && (self == .literal) == (other == .literal)
  }

  /// Where such a part stands in a line.
  fileprivate var rank: Int {
    switch self {
    case .word, .literal: 0
    case .lastWord: 1
    case .fact, .key, .flag, .settings, .fields: 2
    case .text, .trailingText: 3
    }
  }
}

extension String {
  fileprivate var isLiteral: Bool {
    guard let first, first.isLowercase else { return false }
    return allSatisfy { $0.isLowercase || $0 == "-" }
  }

  fileprivate var isNotation: Bool { !isEmpty && allSatisfy(\.isUppercase) }
}
