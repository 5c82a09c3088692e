/// A message of a server: a line with the lines that belong to it.
struct Message: Sendable {
  /// One of the lines that follow the first.
  enum Row: Sendable {
    case fields(ParsedLine)
    case drawing(String)
    /// A line that the protocol does not have here.
    case unreadable(String)
  }

  let head: ParsedLine
  let rows: [Row]

  init(_ head: ParsedLine, rows: [Row]) {
    self.head = head
    self.rows = rows
  }

  /// A message of the JSON form, which is one line.
  init(object head: ParsedLine) {
    self.init(head, rows: head.rows.map { Row($0, behind: head.shape.rows) })
  }

  /// Whether the rows are those of a batch, whose order has no meaning.
  var isBatch: Bool { head.kind == "batch" || head.words.first?.string == "dryrun" }

  /// Whether the line is an unknown event (rule 11.2).
  static func isUnknownEvent(_ line: String) -> Bool {
    if line.hasPrefix("{") {
      guard let object = JSON(line), object["tag"] == nil, let kind = object["kind"]?.string else {
        return false
      }
      return isUnknown(kind, dragEvent: object["event"]?.string)
    }
    let words = line.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
    guard let kind = words.first, !kind.isEmpty,
      kind.utf8.allSatisfy({ isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "-") })
    else { return false }
    return isUnknown(String(kind), dragEvent: words.count > 2 ? String(words[2]) : nil)
  }

  private static func isUnknown(_ kind: String, dragEvent: String?) -> Bool {
    guard kind == "drag", let dragEvent else { return LineShape.messages[kind] == nil }
    return LineShape.messages[kind]?.contains { $0.words[1].literal == dragEvent } == false
  }
}

extension Message.Row {
  /// - Parameter shape: The shape of the rows, given by the first line.
  init(_ line: String, behind shape: LineShape.Rows?) {
    let fields: ParsedLine?
    switch shape {
    case .kinds: fields = ParsedLine(row: line)
    case .listing(let shape): fields = ParsedLine(row: line, of: shape)
    case .drawings:
      let isDrawing = line == "|" || line.hasPrefix("| ") && line != "| "
      self = isDrawing && !hasBareControl(line) ? .drawing(line) : .unreadable(line)
      return
    case nil: fields = nil
    }
    self = fields.map { .fields($0) } ?? .unreadable(line)
  }

  init(_ value: JSON, behind shape: LineShape.Rows?) {
    let fields: ParsedLine?
    switch (shape, value) {
    case (.drawings, .string(let line)):
      self = .drawing(line)
      return
    case (.kinds, _): fields = ParsedLine(row: value)
    case (.listing(let shape), _): fields = ParsedLine(row: value, of: shape)
    case (.drawings, _), (nil, _): fields = nil
    }
    self = fields.map { .fields($0) } ?? .unreadable("")
  }

  var fields: ParsedLine? {
    if case .fields(let fields) = self { fields } else { nil }
  }
}

private func isLetter(_ byte: UInt8) -> Bool {
  (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
}
