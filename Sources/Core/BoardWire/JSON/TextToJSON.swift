import BoardModel

/// Turns lines of the text form into the JSON form: each message, of however many lines, becomes one
/// object on one line.
///
/// It takes whole lines, in any number at a time. What is no line of the protocol is
/// `{"unknown":…}`.
public struct JSONTranslator: Sendable {
  /// The lines that follow the present message's first line.
  private var rows: LineSchema.Rows?
  private var missingLines = 0

  public init() {}

  /// A translator for the `section` and `item` lines of a snapshot alone. They become the elements
  /// of an array, without its brackets.
  public static var forContent: JSONTranslator {
    var translator = JSONTranslator()
    translator.rows = .kinds
    translator.missingLines = .max
    return translator
  }

  /// Appends the objects that lines become.
  ///
  /// - Parameter text: whole lines with their line feeds.
  /// - Complexity: O(bytes).
  public mutating func translate(_ text: UnsafeRawBufferPointer, to json: inout WireBuffer) {
    var lines = WholeLines(text)
    while let line = lines.next() { translate(line: line, to: &json) }
  }

  /// Notes that this many `section` and `item` lines were translated elsewhere.
  public mutating func skip(contentLines count: Int, to json: inout WireBuffer) {
    missingLines -= count
    if missingLines == 0 { endMessage(&json) } else if count > 0 { json.append(",") }
  }

  private mutating func translate(line: UnsafeRawBufferPointer, to json: inout WireBuffer) {
    guard let rows else { return begin(line, &json) }
    json.separate()
    switch rows {
    case .drawing: json.append(jsonOfShown: line.part(min(2, line.count)..<line.count))
    case .kinds: json.append(object: line, among: LineSchema.rowsByKind)
    case .listing(let verb): json.append(row: line, of: verb)
    }
    missingLines -= 1
    if missingLines == 0 { endMessage(&json) }
  }

  /// Begins a message, and ends it if it is of one line.
  private mutating func begin(_ line: UnsafeRawBufferPointer, _ json: inout WireBuffer) {
    let start = json.count
    var lines = 0
    guard let schema = json.begin(object: line, among: LineSchema.fromServer, lines: &lines) else {
      json.truncate(to: start)
      json.append(unknown: line)
      return json.endLine()
    }
    guard let rows = schema.rows else { return json.append("}\n") }
    json.begin(member: "rows")
    json.append("[")
    self.rows = rows
    missingLines = lines
    if lines == 0 { endMessage(&json) }
  }

  private mutating func endMessage(_ json: inout WireBuffer) {
    json.append("]}\n")
    rows = nil
  }
}

extension LineSchema {
  /// Whether the line's object has a member of this name, or may have one.
  fileprivate func hasMember(_ name: Word) -> Bool {
    ["kind", "tag", "rows"].contains(where: name.spells)
      || parts.contains { name.spells($0.name) }
  }
}

extension WireBuffer {
  /// Appends the object of a line that nobody knows.
  fileprivate mutating func append(unknown line: UnsafeRawBufferPointer) {
    append("{\"unknown\":")
    append(jsonOfShown: line)
    append("}")
  }

  /// Appends the object of a line that has a kind.
  fileprivate mutating func append(
    object line: UnsafeRawBufferPointer, among schemas: [String: [LineSchema]]
  ) {
    let start = count
    var lines = 0
    if begin(object: line, among: schemas, lines: &lines) != nil { return append("}") }
    truncate(to: start)
    append(unknown: line)
  }

  /// Appends the object of a listing's row.
  fileprivate mutating func append(row line: UnsafeRawBufferPointer, of verb: Verb) {
    let start = count
    append("{")
    var lines = 0
    if let schema = LineSchema.listings[verb],
      append(parts: WordReader(line), of: schema, lines: &lines)
    {
      return append("}")
    }
    truncate(to: start)
    append(unknown: line)
  }

  /// Appends the object of a line without its end.
  ///
  /// - Parameter lines: Gets the number of lines that follow.
  /// - Returns: the schema of the line, or nil if there is none that it fits.
  mutating func begin(
    object line: UnsafeRawBufferPointer, among schemas: [String: [LineSchema]], lines: inout Int
  ) -> LineSchema? {
    var words = WordReader(line)
    guard var kind = words.next() else { return nil }
    append("{")
    if kind.isTag {
      begin(member: "tag")
      append(jsonOf: kind.part(1..<kind.count))
      guard let next = words.next() else { return nil }
      kind = next
    }
    begin(member: "kind")
    append(jsonOf: kind)
    let start = count
    for schema in schemas[String(decoding: kind, as: UTF8.self)] ?? [] {
      if append(parts: words, of: schema, lines: &lines) { return schema }
      truncate(to: start)
    }
    return nil
  }

  /// Appends the parts of a line as members.
  ///
  /// - Returns: false if the line does not fit the schema. Something may have been written then.
  private mutating func append(
    parts words: WordReader, of schema: LineSchema, lines: inout Int
  ) -> Bool {
    var words = words
    for part in schema.parts {
      switch part.role {
      case .word:
        guard let word = words.nextUnkeyed() else { return false }
        guard part.json != .lineCount else {
          guard let number = word.number else { return false }
          lines = number
          continue
        }
        append(member: part, word)
      case .lastWord:
        guard let word = words.nextUnkeyed() else { continue }
        append(member: part, word)
      case .literal(let literal):
        guard let word = words.nextUnkeyed(), word.spells(literal) else { return false }
        append(member: part, word)
      case .fact, .key, .flag, .fields, .text, .trailingText: continue
      }
    }
    return append(keysAndText: &words, of: schema)
  }

  private mutating func append(keysAndText words: inout WordReader, of schema: LineSchema) -> Bool {
    let keys = words
    var fieldCount = 0
    while let word = words.nextKeyed() {
      guard let (key, value) = word.split(at: UInt8(ascii: "=")) else { return false }
      if schema.mayHaveFields, key.isFieldName {
        fieldCount += 1
        continue
      }
      if let part = schema.parts.first(where: { $0.isKey && key.spells($0.name) }) {
        append(member: part, value)
      } else if schema.mayBeReplayed, key.spells("replayed") {
        begin(member: "replayed")
        append("true")
      } else if !schema.hasMember(key) {
        // Of a later version: its value is a string.
        begin(member: key)
        append(jsonOf: value)
      } else {
        return false
      }
    }
    if fieldCount > 0 { append(fields: fieldCount, in: keys) }
    guard let text = schema.parts.last, text.json == .text else { return words.next() == nil }
    guard let rest = words.rest() else { return text.role == .trailingText }
    append(member: text, rest)
    return true
  }

  /// Appends so many fields, which are among the keys.
  private mutating func append(fields count: Int, in keys: WordReader) {
    begin(member: "fields")
    append("{")
    var (keys, missing) = (keys, count)
    while missing > 0, let word = keys.nextKeyed() {
      guard let (key, value) = word.split(at: UInt8(ascii: "=")), key.isFieldName else { continue }
      missing -= 1
      begin(member: key)
      if value.isEmpty { append("null") } else { append(jsonOf: value) }
    }
    append("}")
  }

  private mutating func begin(member key: Word) {
    separate()
    append(jsonOf: key)
    append(":")
  }

  /// Appends `"name":value`.
  private mutating func append(member part: LineSchema.Part, _ value: Word) {
    separate()
    append("\"")
    append(plain: part.name)
    append("\":")
    switch part.json {
    case .number, .lineCount: append(bytes: value)
    case .numberOrString where value.number != nil, .setting where value.number != nil:
      append(bytes: value)
    case .flag: append("true")
    case .list: append(list: value)
    case .string, .escaped, .numberOrString, .setting, .fields, .text: append(jsonOf: value)
    }
  }

  private mutating func append(list word: Word) {
    append("[")
    var start = 0
    while start <= word.count {
      let end = ByteScan.first(UInt8(ascii: ","), in: word, from: start) ?? word.count
      separate()
      append(jsonOf: word.part(start..<end))
      start = end + 1
    }
    append("]")
  }
}

extension Word {
  /// Whether a key is a field of an item.
  fileprivate var isFieldName: Bool { FieldName(self) != nil }

  /// Whether these are the bytes of a string.
  func spells(_ string: String) -> Bool {
    let bytes = string.utf8.span
    guard count == bytes.count else { return false }
    for offset in 0..<count where self[offset] != bytes[offset] { return false }
    return true
  }
}
