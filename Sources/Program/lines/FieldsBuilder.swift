/// Makes the type of the parts of a line, part by part.
struct FieldsBuilder {
  private var properties: [FieldsSource.Property] = []
  private var statements: [String] = []
  /// What the fields of an item are called beside a command of that name.
  private var fieldsType = "Fields"

  /// The type of the parts of a command.
  ///
  /// - Parameter meaning: What a part says, if its value does not say it.
  static func command(
    _ form: LineForm, named name: String, doc: String, at row: MarkdownTable.Row,
    meaning: (LineForm.Part) -> String?
  ) throws(TableMistake) -> FieldsSource {
    var builder = FieldsBuilder()
    builder.fieldsType = "BoardModel.Fields"
    for part in form.parts {
      builder.append(
        part, try SwiftValue.ofClient(part, at: row), limit: textLimit(meaning(part)),
        meaning: meaning(part))
    }
    return builder.source(name, doc: doc, form)
  }

  /// The type of the parts of a line of a server behind its first words.
  static func server(
    _ form: LineForm, named name: String, doc: String, limit: String = ".max",
    at row: MarkdownTable.Row
  ) throws(TableMistake) -> FieldsSource {
    var builder = FieldsBuilder()
    let groups = PartGroup.groups(of: form)
    for part in form.parts {
      if let group = groups.first(where: { $0.has(part) }) {
        builder.append(part, of: group)
      } else {
        builder.append(
          part, try SwiftValue.ofServer(part, in: form.kind, at: row), limit: limit, meaning: nil)
      }
    }
    return builder.source(name, doc: doc, form)
  }

  /// The type of the parts of a row, which clients write too.
  static func row(
    _ form: LineForm, at row: MarkdownTable.Row
  ) throws(TableMistake) -> FieldsSource {
    let meaning = try row.cell("meaning")
    return try server(
      form, named: "\(form.kind.typeName)Row", doc: "`\(form.written)`: \(meaning).",
      limit: textLimit(meaning), at: row)
  }

  /// The most bytes of a text.
  private static func textLimit(_ meaning: String?) -> String {
    isTitle(meaning) ? "Limits.titleBytes" : "Limits.textBytes"
  }

  /// Whether the text of a line with this meaning is a title.
  static func isTitle(_ meaning: String?) -> Bool { meaning?.contains("title") == true }

  private func source(_ name: String, doc: String, _ form: LineForm) -> FieldsSource {
    FieldsSource(name: name, doc: doc, form: form, properties: properties, statements: statements)
  }

  private mutating func append(
    _ part: LineForm.Part, _ value: SwiftValue, limit: String, meaning: String?
  ) {
    guard part.role != .settings else { return appendSettings() }
    guard part.role != .fields else { return append(fields: part, meaning: meaning) }
    guard part.role != .literal else {
      return statements.append("try line.literal(\"\(part.name)\")")
    }
    let isOptional = (part.role == .key || part.role == .lastWord) && !value.isEmptyIfMissing
    properties.append(
      .init(
        name: part.property, type: isOptional ? "\(value.type)?" : value.type,
        label: part.label,
        standard: part.standard(value), isWord: part.role == .word || part.role == .lastWord,
        isKey: part.role.isKey, meaning: meaning))
    statements.append("\(part.property) = try line." + part.call(value, isOptional, limit: limit))
  }

  /// Appends the keys of a policy.
  private mutating func appendSettings() {
    properties.append(
      .init(
        name: "values", type: "PolicyValues", label: "values", standard: nil, isWord: false,
        isKey: true, meaning: nil))
    statements.append("values = try PolicyValues(&line, from: old?.values)")
  }

  /// Appends the keys that are fields, or changes of them.
  private mutating func append(fields part: LineForm.Part, meaning: String?) {
    let type = part.name == "changes" ? "FieldChanges" : fieldsType
    let isOptional = part.form.hasPrefix("[")
    properties.append(
      .init(
        name: part.name, type: type, label: part.name, standard: isOptional ? "\(type)()" : nil,
        isWord: false, isKey: true, meaning: meaning))
    statements.append("\(part.name) = try line.\(part.name)(old?.\(part.name))")
    if !isOptional { statements.append("try line.require(\"FIELD\", !\(part.name).isEmpty)") }
  }

  /// Appends a part that is only a part of a value.
  private mutating func append(_ part: LineForm.Part, of group: PartGroup) {
    let property = group.property
    if property == "external" {
      statements += Self.statements(ofParcel: part)
    } else if part.role == .word {
      statements.append("let word = try line.word(\"\(part.name)\", old?.\(property).word)")
    } else if part.name == group.keys[0] {
      let word = group.word == nil ? "" : "keysOf: word, "
      statements.append(
        "\(property) = try \(group.type)(\(word)&line, from: old?.\(property))")
    }
    guard !properties.contains(where: { $0.name == property }) else { return }
    properties.append(
      .init(
        name: property, type: group.type, label: property,
        standard: group.type.hasSuffix("?") ? "nil" : nil, isWord: group.word != nil,
        isKey: true, meaning: nil))
  }
}

extension FieldsBuilder {
  /// What reads and writes a part of an item from outside.
  private static func statements(ofParcel part: LineForm.Part) -> [String] {
    switch part.role {
    case .fields: ["let fields = try line.fields(old.map { $0.external?.fields ?? Fields() })"]
    case .trailingText:
      [
        "let text = try line.trailingText(limit: .max, old.map { $0.external?.text ?? \"\" })",
        "external = type.map { DragParcel(type: $0, text, fields: fields) }",
      ]
    case .word, .lastWord, .literal, .fact, .key, .flag, .settings, .text:
      [
        "let type = try line.key(\"external\", old?.external.map { ItemType(string: $0.type) })?.string"
      ]
    }
  }
}

extension PartGroup {
  fileprivate func has(_ part: LineForm.Part) -> Bool {
    part.role == .word ? word == part.notation : keys.contains(part.name) && part.role != .text
  }
}

extension LineForm.Part {
  fileprivate func standard(_ value: SwiftValue) -> String? {
    switch role {
    case .lastWord, .key: value.isEmptyIfMissing ? (value.type.hasPrefix("[") ? "[]" : nil) : "nil"
    case .flag: "false"
    case .trailingText: "\"\""
    case .word, .literal, .fact, .settings, .fields, .text: nil
    }
  }

  /// The call that hands the part to a coder, which calls each role as it is called here.
  fileprivate func call(_ value: SwiftValue, _ isOptional: Bool, limit: String) -> String {
    let old = "old?.\(property)"
    switch role {
    case .word, .lastWord, .fact, .key:
      if value.isEmptyIfMissing {
        return value.type.hasPrefix("[") ? "list(\"\(name)\", \(old))" : "operations(\(old))"
      }
      guard let wire = value.wire else { return "\(role.rawValue)(\"\(name)\", \(old))" }
      let given = isOptional ? "\(old).map" : "(\(old)).map"
      return "\(role.rawValue)(\"\(name)\", \(given) { \(wire.make) })"
        + (isOptional ? "?" : "") + ".\(wire.property)"
    case .flag: return "flag(\"\(name)\", \(old))"
    case .text, .trailingText: return "\(role.rawValue)(limit: \(limit), \(old))"
    case .literal, .settings, .fields: return ""
    }
  }
}

extension FieldsSource {
  /// The type of the parts of a line of a server.
  init(
    server form: LineForm, named name: String, doc: String, at row: MarkdownTable.Row
  ) throws(TableMistake) {
    self = try FieldsBuilder.server(form, named: name, doc: doc, at: row)
  }
}
