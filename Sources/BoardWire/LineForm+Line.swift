import BoardCore

// From an object to a line.

extension LineForm {
  /// Appends what stands behind the head of the line that an object is.
  ///
  /// - Parameters:
  ///   - others: The names the object may have besides.
  ///   - count: How many things follow the line.
  ///   - isClients: Whether a client says it. Then nothing in it may come out as something else.
  /// - Throws: `missingArgument`, `badField`, `badName` or `badNumber`.
  func writeLine(
    of object: JSONObject, besides others: [String], count: [Int] = [], isClients: Bool,
    to text: inout WireBuffer
  ) throws(LineError) {
    var writer = LineWriter(object: object, isClients: isClients, counts: count)
    for field in fields { try writer.write(field, to: &text) }
    for member in object.members where !others.contains(member.key) {
      let isKnown = fields.contains { $0.kind != .count && $0.key == member.key }
      if !isKnown { throw .field(member.key) }
    }
  }
}

/// Writes the fields of one line, one after the other.
private struct LineWriter {
  let object: JSONObject
  let isClients: Bool
  /// What stands for the fields that say how many things follow.
  var counts: [Int]
  /// Whether the field before is there, and its name.
  private var stood = true
  private var nameBefore = ""
  /// The fields left out here, as one of which the next word could be taken.
  private var leftOut: [LineForm.Field] = []
  /// The last word of a list with fields behind it, and the name of the list.
  private var listEnd: (word: String, key: String)?
  /// Whether the next word stands at once behind a `BOARD/`.
  private var isGlued = false

  init(object: JSONObject, isClients: Bool, counts: [Int]) {
    self.object = object
    self.isClients = isClients
    self.counts = counts
  }

  mutating func write(_ field: LineForm.Field, to text: inout WireBuffer) throws(LineError) {
    if field.kind == .count {
      text.words(counts.removeFirst())
    } else if let value = value(of: field) {
      if field.isBound && !stood { throw .missingArgument(nameBefore) }
      try write(value, of: field, to: &text)
      stood = true
    } else {
      try leaveOut(field, to: &text)
    }
    nameBefore = field.name
  }

  private func value(of field: LineForm.Field) -> JSONValue? {
    let value = object[field.key]
    if case .flag = field.kind, value == .bool(false) { return nil }
    return value
  }

  private mutating func leaveOut(
    _ field: LineForm.Field, to text: inout WireBuffer
  ) throws(LineError) {
    switch field.kind {
    case .open: text.words("-")
    // A row's text may be missing: then it is empty.
    case .text where field.side != .client || field.isOptional: break
    case _ where field.mayBeEmpty:
      if let listEnd, field.accepts(listEnd.word) { throw .field(listEnd.key) }
      leftOut.append(field)
      stood = false
    default: throw .missingArgument(field.name)
    }
  }

  private mutating func write(
    _ value: JSONValue, of field: LineForm.Field, to text: inout WireBuffer
  ) throws(LineError) {
    switch (field.kind, value) {
    case (.text, .string(let string)):
      if isClients || !string.isEmpty { text.append(byte: 0x20) }
      text.append(text: string)
    case (.list(let orElse), .array(let elements)):
      try write(elements, orElse, of: field, to: &text)
    case (.settings, .object(let settings)):
      isGlued = false
      for setting in settings.members {
        let value = try string(setting.value, of: field)
        try write(word: "\(setting.key)=\(value)", of: field, to: &text)
      }
    case (.flag(let literal), .bool(true)):
      try write(word: literal, of: field, to: &text)
    case (.number, .number(let number)):
      try write(word: "\(number)", of: field, to: &text)
    case (.number, _), (.flag, _), (.list, _), (.settings, _), (.text, _):
      throw .field(field.key)
    case (.board, .string(let name)):
      try require(isName(name.utf8), name, of: field)
      text.words("")
      text.append(plain: name)
      text.append("/")
      isGlued = true
    case (.literal(let literal), _):
      guard value == .string(literal) else { throw .field(field.key) }
      try write(word: literal, of: field, to: &text)
    default:
      try write(word: string(value, of: field), of: field, to: &text)
    }
  }

  /// A word, which may be a number as well: the index of a section has no other form.
  private func string(
    _ value: JSONValue, of field: LineForm.Field
  ) throws(LineError) -> String {
    switch value {
    case .string(let string): return string
    case .number(let number): return "\(number)"
    default: throw .field(field.key)
    }
  }

  private mutating func write(
    _ elements: [JSONValue], _ orElse: String?, of field: LineForm.Field,
    to text: inout WireBuffer
  ) throws(LineError) {
    if elements.isEmpty, let orElse { return try write(word: orElse, of: field, to: &text) }
    for element in elements {
      let word = try string(element, of: field)
      if isClients {
        // A path begins with a digit; whatever else is no name is no item either.
        try require(isName(word.utf8) || word.utf8.first?.isDigit == true, word, of: field)
        if word == orElse { throw .field(field.key) }
      }
      try write(word: word, of: field, to: &text)
      listEnd = (word, field.key)
    }
  }

  private func require(
    _ isRight: Bool, _ word: String, of field: LineForm.Field
  ) throws(LineError) {
    if isRight { return }
    guard word.isWord else { throw .field(field.key) }
    throw .badName(Array(word.utf8).withUnsafeBytes { $0.quoted })
  }

  private mutating func write(
    word: String, of field: LineForm.Field, to text: inout WireBuffer
  ) throws(LineError) {
    let word = field.mark + word
    if isClients {
      if field.key == "name" { try require(WireForm(rawValue: word) == nil, word, of: field) }
      let isSelf = !field.isOptional || field.kind == .settings || field.accepts(word)
      let isOther = leftOut.contains { $0.accepts(word) } || (field.takesNoSign && word.hasSign)
      guard word.isWord && isSelf && !isOther else { throw .field(field.key) }
    }
    if !isGlued { text.append(byte: 0x20) }
    if isClients { text.append(plain: word) } else { text.append(text: word) }
    isGlued = false
    leftOut = []
  }
}

extension LineForm.Field {
  fileprivate func accepts(_ word: String) -> Bool {
    Array(word.utf8).withUnsafeBytes { accepts($0) }
  }

  fileprivate var isFlag: Bool {
    if case .flag = kind { true } else { false }
  }

  /// Whether a `=` in the word would make it another one.
  fileprivate var takesNoSign: Bool { !isFlag && kind != .settings && mark.isEmpty }
}

extension String {
  /// Whether this is one word of a line, so that an answer can say it.
  var isWord: Bool { !isEmpty && utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F } }

  fileprivate var hasSign: Bool { utf8.contains(UInt8(ascii: "=")) }
}
