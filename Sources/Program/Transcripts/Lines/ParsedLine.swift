/// The parts of a line of a server: `[#TAG] KIND WORD… KEY=VALUE… [TEXT]`, or the equivalent object
/// of the JSON form.
struct ParsedLine: Sendable {
  struct Key: Sendable {
    let name: String
    let value: FieldValue
    /// Whether it is a field of an item (19.1).
    var isField = false
  }

  let isJSON: Bool
  private(set) var tag: FieldValue?
  /// Empty for a row of a listing.
  let kind: String
  /// The WORDs, without the count of following lines.
  private(set) var words: [FieldValue] = []
  private(set) var keys: [Key] = []
  private(set) var text: FieldValue?
  /// The count of following lines, if the kind has them.
  private(set) var lineCount: FieldValue?
  /// The following lines, in the JSON form.
  private(set) var rows: [JSON] = []
  let shape: LineShape

  /// Parses the first line of a message, or returns nil if the protocol has no such line.
  init?(message line: String) {
    guard !hasBareControl(line) else { return nil }
    if line.hasPrefix("{") {
      guard let object = JSON(line) else { return nil }
      self.init(object, LineShape.messages)
    } else {
      self.init(line, LineShape.messages)
    }
  }

  /// Parses a row of a batch or a snapshot.
  init?(row line: String) {
    guard !hasBareControl(line) else { return nil }
    self.init(line, LineShape.rows)
  }

  init?(row object: JSON) { self.init(object, LineShape.rows) }

  /// Parses a row of a listing.
  init?(row line: String, of listing: LineShape) {
    guard !hasBareControl(line) else { return nil }
    self.init("", listing, behind: LineScanner(line))
  }

  init?(row object: JSON, of listing: LineShape) {
    guard case .object(let members) = object else { return nil }
    self.init("", listing, members)
  }

  /// Whether the count of following lines is a number, if the kind has them.
  var isCounted: Bool {
    guard let lineCount else { return true }
    return lineCount.number.map { $0 >= 0 && "\($0)" == lineCount.string } ?? false
  }

  func key(_ name: String) -> FieldValue? { keys.first { $0.name == name }?.value }

  /// The line with every string of its values mapped by `read`.
  func mapped(_ read: (String) -> String) -> ParsedLine {
    func mapped(_ value: FieldValue) -> FieldValue {
      value.mapped(like: nil) { text, _ in read(text) }
    }
    var line = self
    line.words = words.map(mapped)
    line.keys = keys.map { Key(name: $0.name, value: mapped($0.value), isField: $0.isField) }
    line.text = text.map(mapped)
    return line
  }
}

extension ParsedLine.Key {
  init(_ member: JSON.Member) { self.init(name: member.name, value: .json(member.value)) }
}

// The text form.

extension ParsedLine {
  private init?(_ line: String, _ shapes: [String: [LineShape]]) {
    var scanner = LineScanner(line)
    let tag = scanner.tag()
    guard let kind = scanner.word(), let shapes = shapes[kind] else { return nil }
    for shape in shapes {
      guard var fields = ParsedLine(kind, shape, behind: scanner) else { continue }
      fields.tag = tag.map { .text($0) }
      self = fields
      return
    }
    return nil
  }

  /// Reads the rest of a line, after KIND.
  private init?(_ kind: String, _ shape: LineShape, behind scanner: LineScanner) {
    (isJSON, self.kind, self.shape) = (false, kind, shape)
    var scanner = scanner
    for expected in shape.words {
      guard let word = scanner.word(), expected.literal.map({ $0 == word }) ?? true else {
        return nil
      }
      words.append(.text(word))
    }
    if shape.rows != nil {
      guard let count = scanner.word() else { return nil }
      lineCount = .text(count)
    }
    while let (name, value) = scanner.key() {
      guard key(name) == nil else { return nil }
      keys.append(Key(name: name, value: .text(value), isField: shape.hasField(name)))
    }
    text = scanner.text().map { .text($0) }
  }
}

// The JSON form.

extension ParsedLine {
  private init?(_ object: JSON, _ shapes: [String: [LineShape]]) {
    guard case .object(var members) = object, let kind = object["kind"]?.string,
      let shapes = shapes[kind]
    else { return nil }
    members.removeAll { $0.name == "kind" }
    for shape in shapes {
      guard let fields = ParsedLine(kind, shape, members) else { continue }
      self = fields
      return
    }
    return nil
  }

  /// Parses the members, without `kind`.
  private init?(_ kind: String, _ shape: LineShape, _ members: [JSON.Member]) {
    (isJSON, self.kind, self.shape) = (true, kind, shape)
    var keys = members.map(Key.init)
    func remove(_ name: String) -> FieldValue? {
      keys.firstIndex { $0.name == name }.map { keys.remove(at: $0).value }
    }
    for expected in shape.words {
      guard let word = remove(expected.name),
        expected.literal.map({ $0 == word.string }) ?? true
      else { return nil }
      words.append(word)
    }
    tag = remove("tag")
    text = remove("text")
    if shape.rows != nil {
      guard let value = remove("rows") else { return nil }
      if case .json(.array(let array)) = value { rows = array } else if !value.isOpen { return nil }
      lineCount = value.isOpen ? value : .text("\(rows.count)")
    }
    if shape.mayHaveFields, let fields = remove("fields") {
      guard case .json(.object(let members)) = fields else { return nil }
      keys += members.map {
        Key(name: $0.name, value: FieldValue(field: $0.value), isField: true)
      }
    }
    self.keys = keys
  }
}

extension FieldValue {
  /// The value of a field in the JSON form: `null` is one that is gone.
  fileprivate init(field value: JSON) {
    if case .literal("null") = value { self = .json(.string("")) } else { self = .json(value) }
  }
}

/// A scanner for the parts of a line of the text form.
private struct LineScanner {
  private var rest: Substring.UTF8View

  init(_ line: String) { rest = Substring(line).utf8 }

  /// The tag, without its `#`.
  mutating func tag() -> String? {
    guard rest.first == UInt8(ascii: "#") else { return nil }
    return word().map { String($0.dropFirst()) }
  }

  /// The next word, if it is not a key.
  mutating func word() -> String? {
    let token = nextToken
    guard !token.isEmpty, keyEnd(of: token) == nil else { return nil }
    rest = rest[token.endIndex...]
    return String(Substring(token))
  }

  mutating func key() -> (name: String, value: String)? {
    let token = nextToken
    guard let end = keyEnd(of: token) else { return nil }
    rest = rest[token.endIndex...]
    return (
      String(Substring(token[..<end])), String(Substring(token[token.index(after: end)...]))
    )
  }

  /// The rest of the line after exactly one blank, or nil if nothing is left.
  func text() -> String? { rest.isEmpty ? nil : String(Substring(rest.dropFirst())) }

  private var nextToken: Substring.UTF8View {
    rest.drop { $0 == 0x20 }.prefix { $0 != 0x20 }
  }

  /// The index of the `=` of a token, if it has the form of a key.
  private func keyEnd(of token: Substring.UTF8View) -> Substring.UTF8View.Index? {
    guard let end = token.firstIndex(of: UInt8(ascii: "=")),
      let first = token.first, isSmallLetter(first),
      token[..<end].allSatisfy({ isSmallLetter($0) || isDigit($0) || $0 == UInt8(ascii: "-") })
    else { return nil }
    return end
  }

  private func isSmallLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
  }
}

func isDigit(_ byte: UInt8) -> Bool {
  (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
}
