import BoardModel

/// A command in the JSON form, as the lines of the text form that it stands for.
///
/// What a command may say, and what becomes of it, is then the same in both forms.
public struct JSONCommand: Sendable {
  /// The tag, as far as it could be read.
  public var tag: String?
  /// The verb, as far as it could be read.
  public var verb: Verb?
  /// The lines, each with its line feed: one, or those of a block with its `end`.
  public var lines: Result<[UInt8], LineError>

  /// Reads a line that begins with `{`.
  public static func read(_ line: UnsafeRawBufferPointer) -> JSONCommand {
    var command = JSONCommand(tag: nil, verb: nil, lines: .success([]))
    do throws(LineError) {
      let object = try JSONReader.object(line)
      command.tag = try object.tag
      let verb = try object.verb
      command.verb = verb
      var text = WireBuffer()
      text.append(tag: command.tag)
      let others: Set = verb.beginsBlock ? ["tag", "kind", "rows"] : ["tag", "kind"]
      try text.append(object: object, of: LineSchema.command(verb), besides: others)
      if verb.beginsBlock { try text.append(block: object) }
      command.lines = .success(text.bytes)
    } catch {
      command.lines = .failure(error)
    }
    return command
  }
}

extension JSONObject {
  var tag: String? {
    get throws(LineError) {
      guard let value = self["tag"] else { return nil }
      guard case .string(let tag) = value,
        Array("#\(tag)".utf8).withUnsafeBytes({ $0.isTag })
      else { throw .badTag }
      return tag
    }
  }

  fileprivate var verb: Verb {
    get throws(LineError) {
      guard let value = self["kind"] else { throw .missingArgument("kind") }
      guard case .string(let kind) = value, !kind.isEmpty else { throw .badArgument("kind") }
      guard let verb = Array(kind.utf8).withUnsafeBytes({ VerbTable.verb($0) }) else {
        throw .quoting(kind, LineError.unknownVerb)
      }
      return verb
    }
  }
}

extension WireBuffer {
  /// Appends the line that an object is, with its end.
  ///
  /// - Parameters:
  ///   - others: The members that the object may have beside the parts of the line.
  ///   - isRow: Whether it is a row of a client's block, in which what may be `-` may be left out.
  mutating func append(
    object: JSONObject, of schema: LineSchema, besides others: Set<String>, isRow: Bool = false
  ) throws(LineError) {
    let start = count
    append(plain: schema.kind ?? "")
    for part in schema.parts { try append(part, of: object, isRow: isRow) }
    guard count - start <= Limits.commandBytes else { throw .lineTooLong(Limits.commandBytes) }
    for member in object.members where !others.contains(member.key) {
      let isKnown = schema.parts.contains { $0.name == member.key && $0.json != .lineCount }
      if !isKnown { throw .quoting(member: member.key, LineError.unknownKey) }
    }
    endLine()
  }

  private mutating func append(
    _ part: LineSchema.Part, of object: JSONObject, isRow: Bool
  ) throws(LineError) {
    let value = object[part.name]
    switch part.role {
    case .literal(let literal): append(plain: " \(literal)")
    case .word where part.json == .lineCount: try append(lineCount: object)
    case .word where isRow && part.mayBeOpen && value == nil: append(" -")
    case .word: try append(word: value, of: part)
    case .lastWord: if value != nil { try append(word: value, of: part) }
    case .fact, .key: try append(key: value, of: part)
    case .flag: try append(flag: value, of: part)
    case .fields: try append(fields: value)
    case .text, .trailingText: try append(text: value, of: part)
    }
  }

  private mutating func append(lineCount object: JSONObject) throws(LineError) {
    guard case .array(let rows) = object["rows"] ?? .array([]) else { throw .badArgument("rows") }
    append(plain: " \(rows.count)")
  }

  private mutating func append(
    word value: JSONValue?, of part: LineSchema.Part
  ) throws(LineError) {
    guard let value else { throw .quoting(part.name.uppercased(), LineError.missingArgument) }
    let word = try word(value, of: part)
    // A word that reads as a key would be none.
    guard !Array(word.utf8).withUnsafeBytes({ $0.isKeyed }) else {
      throw .quoting(word, LineError.badArgument)
    }
    append(plain: " \(word)")
  }

  private mutating func append(
    key value: JSONValue?, of part: LineSchema.Part
  ) throws(LineError) {
    guard let value else { return }
    append(plain: " \(part.name)=")
    append(plain: try word(value, of: part))
  }

  private mutating func append(
    flag value: JSONValue?, of part: LineSchema.Part
  ) throws(LineError) {
    switch value {
    case nil, .bool(false): break
    case .bool(true): append(plain: " \(part.name)=yes")
    case .null, .number, .otherNumber, .string, .array, .object:
      throw .quoting(part.name, LineError.badArgument)
    }
  }

  /// Appends the fields that an object is.
  private mutating func append(fields value: JSONValue?) throws(LineError) {
    guard let value else { return }
    guard case .object(let fields) = value else { throw .badArgument("fields") }
    for member in fields.members {
      let name = member.key
      guard FieldName(name) != nil else { throw .quoting(member: name, LineError.unknownKey) }
      switch member.value {
      case .null: append(plain: " \(name)=")
      case .string(let string) where !string.isEmpty:
        append(plain: " \(name)=")
        append(escapedWord: string)
      case .string, .bool, .number, .otherNumber, .array, .object:
        throw .quoting("\(name)=", LineError.badArgument)
      }
    }
  }

  private mutating func append(
    text value: JSONValue?, of part: LineSchema.Part
  ) throws(LineError) {
    guard let value else {
      if part.role == .text { throw .missingArgument("TEXT") }
      return
    }
    guard case .string(let string) = value else { throw .badArgument("text") }
    guard part.role == .text || !string.isEmpty else { return }
    append(" ")
    append(rest: Text(string))
  }

  /// The word that a value is.
  private func word(
    _ value: JSONValue, of part: LineSchema.Part
  ) throws(LineError) -> String {
    switch (part.json, value) {
    case (.setting, .bool(let isYes)): return isYes ? "yes" : "no"
    case (.list, .array(let elements)), (.setting, .array(let elements)):
      guard !elements.isEmpty else {
        throw .quoting(part.name.uppercased(), LineError.missingArgument)
      }
      // A word and its comma take two bytes at least.
      guard 2 * elements.count <= Limits.commandBytes else {
        throw .lineTooLong(Limits.commandBytes)
      }
      var words: [String] = []
      for element in elements { words.append(try single(element, .list, of: part)) }
      return words.joined(separator: ",")
    case (.list, _): throw .quoting(part.name, LineError.badArgument)
    default: return try single(value, part.json, of: part)
    }
  }

  private func single(
    _ value: JSONValue, _ form: LineSchema.JSONForm, of part: LineSchema.Part
  ) throws(LineError) -> String {
    switch value {
    case .number(let number) where form.allowsNumbers: return "\(number)"
    case .otherNumber(let word) where form.allowsNumbers: throw .badNumber(word)
    case .string(let string) where form == .escaped && (!string.isEmpty || part.mayBeEmpty):
      return TextEscapes.escaped(word: string, isValue: part.isKey)
    case .string(let string) where form.allows(string):
      guard string.isWord, form != .list || !string.utf8.contains(UInt8(ascii: ",")) else {
        throw .quoting(string.isEmpty ? part.name : string, LineError.badArgument)
      }
      return string
    case .null, .bool, .number, .otherNumber, .string, .array, .object:
      throw .quoting(part.name, LineError.badArgument)
    }
  }

  /// Appends the lines of a block, and `end`.
  fileprivate mutating func append(block object: JSONObject) throws(LineError) {
    guard let value = object["rows"] else { throw .missingArgument("rows") }
    guard case .array(let rows) = value else { throw .badArgument("rows") }
    for (index, row) in rows.enumerated() {
      do throws(LineError) {
        try append(row: row)
      } catch {
        throw .badRow(index + 1)
      }
    }
    append("end\n")
  }

  private mutating func append(row value: JSONValue) throws(LineError) {
    guard case .object(let row) = value, case .string(let kind) = row["kind"],
      let schema = LineSchema.rows.first(where: { $0.kind == kind })
    else { throw .badArgument("rows") }
    try append(object: row, of: schema, besides: ["kind"], isRow: true)
  }
}

extension LineSchema.JSONForm {
  /// Whether a value, or an element of a list, may be a number.
  fileprivate var allowsNumbers: Bool {
    switch self {
    case .number, .numberOrString, .setting: true
    case .string, .escaped, .list, .flag, .fields, .text, .lineCount: false
    }
  }

  /// Whether a value, or an element of a list, may be this string.
  fileprivate func allows(_ string: String) -> Bool {
    switch self {
    case .string, .list: true
    // What is a number in the text form is one here.
    case .numberOrString, .setting: Array(string.utf8).withUnsafeBytes { $0.number == nil }
    case .number, .escaped, .flag, .fields, .text, .lineCount: false
    }
  }
}
