/// How a value of a line is kept in Swift.
struct SwiftValue {
  /// The type of the property.
  let type: String
  /// How what reads and writes the word is made of the value, if it is of another type, and its property.
  let wire: (make: String, property: String)?
  /// Whether the value is an empty one, and not nil, if its key is missing.
  let isEmptyIfMissing: Bool

  private init(
    _ type: String, by wire: (make: String, property: String)? = nil, isEmptyIfMissing: Bool = false
  ) {
    self.type = type
    self.wire = wire
    self.isEmptyIfMissing = isEmptyIfMissing
  }

  /// The values that are the same in both directions, by what stands for them in the tables.
  private static let common: [String: SwiftValue] = [
    "BOARD": .init("BoardName"), "HOME": .init("BoardName"), "TO": .init("BoardName"),
    "CLIENT": .init("ClientName"), "DRAG": .init("SessionID"), "OP": .init("DropOperation"),
    "REV": .init("Int"), "VERSION": .init("Int"), "N": .init("Int"), "COUNT": .init("Int"),
    "LINES": .init("Int"), "SECTIONS": .init("Int"),
    "CONTENT": .init("WatchedContent"), "EPOCH": .init("Epoch"), "SPACE": .init("SpaceName"),
    "ROLE": .init("Role"),
    "TYPE": .init("String", by: ("ItemType(string: $0)", "string")),
    "TARGET": .init("PolicyRequest.Target"),
  ]
  private static let ofClient: [String: SwiftValue] = [
    "ITEM": .init("ItemReference"), "ITEMS": .init("ItemReferences"),
    "SECTION": .init("SectionReference"), "PLACE": .init("Place"), "INDEX": .init("SectionPlace"),
    "OPS": .init("DropOperations"), "FORM": .init("WireForm"), "METRIC": .init("Metric"),
    "TIME": .init("Duration", by: ("ShortTime($0)", "duration")),
    "TOKEN": .init("String", by: ("Token(string: $0)", "string")),
    "VERB": .init("String", by: ("HelpTopic($0)", "string")),
  ]
  private static let ofServer: [String: SwiftValue] = [
    "ITEM": .init("ItemID"), "ITEMS": .init("[ItemID]", isEmptyIfMissing: true),
    "BOARDS": .init("[BoardName]", isEmptyIfMissing: true), "SECTION": .init("SectionID"),
    "PATH": .init("IndexPath"), "INDEX": .init("Int"), "ANCHOR": .init("Anchor"),
    "OPS": .init("DropOperations", isEmptyIfMissing: true),
    "METRIC": .init("String", by: ("MetricLabel(string: $0)", "string")),
    "LABEL": .init("String", by: ("MetricLabel(string: $0)", "string")),
    "TITLE": .init("String", by: ("TextWord($0)", "string")),
    "TIME": .init("String", by: ("QuotedWord(unchecked: $0)", "string")),
    "PROFILES": .init("[Profile]", by: ("ProfileList($0)", "profiles")),
  ]

  /// The values that are other ones in lines of this kind than elsewhere.
  private static let ofKinds: [String: SwiftValue] = [
    "batch FROM": .init("Int"), "batch TO": .init("Int"), "move-section FROM": .init("Int"),
    "move-section TO": .init("Int"), "move FROM": .init("IndexPath"),
    "move TO": .init("IndexPath"), "insert-section ITEMS": .init("Int"),
    "section ITEMS": .init("ItemCount"),
  ]

  /// The value of a part of a client's line.
  ///
  /// - Throws: If no type is known for it.
  static func ofClient(
    _ part: LineForm.Part, at row: MarkdownTable.Row
  ) throws(TableMistake) -> SwiftValue {
    try value(part, ofClient, at: row)
  }

  /// The same of a server's line of this kind, or of a row.
  static func ofServer(
    _ part: LineForm.Part, in kind: String, at row: MarkdownTable.Row
  ) throws(TableMistake) -> SwiftValue {
    if let value = ofKinds["\(kind) \(part.notation)"] { return value }
    let value = try value(part, ofServer, at: row)
    return part.role == .fact && value.isEmptyIfMissing ? .init(value.type) : value
  }

  private static func value(
    _ part: LineForm.Part, _ ofSide: [String: SwiftValue], at row: MarkdownTable.Row
  ) throws(TableMistake) -> SwiftValue {
    switch part.role {
    case .flag: return .init("Bool")
    case .text, .trailingText: return .init("Text")
    case .literal, .settings, .fields: return .init("")
    case .word, .lastWord, .fact, .key:
      guard let value = ofSide[part.notation] ?? common[part.notation] else {
        throw row.mistake("`\(part.form)`: no type is known for \(part.notation) here")
      }
      return value
    }
  }
}

extension LineForm.Part {
  /// The name of the property that has the value.
  var property: String {
    switch (name, notation) {
    case ("rev", _): "revision"
    case ("at", "PATH"): "path"
    case ("at", _): "index"
    case ("of", "LABEL"): "label"
    case ("line", "N"), ("text", "N"): "\(name)Limit"
    case ("op", _): "operation"
    case ("ops", _): "operations"
    case ("more", _): "hasMore"
    case ("local", _), ("short", _), ("rewound", _), ("suspended", _):
      "is" + name.typeName
    default: name.camelCase
    }
  }

  /// How the property is labelled where a value is made.
  var label: String { name == "board" && role.isKey ? "on board" : property }
}

extension String {
  /// `insert-section` as `insertSection`.
  var camelCase: String {
    let words = split(separator: "-")
    return words.dropFirst().reduce(String(words.first ?? "")) { $0 + String($1).capitalizedWord }
  }

  /// `insert-section` as `InsertSection`.
  var typeName: String { camelCase.capitalizedWord }

  /// The name where it is declared: as a word of Swift it has a mark on both sides.
  var declared: String { self == "where" ? "`\(self)`" : self }

  private var capitalizedWord: String { prefix(1).uppercased() + dropFirst() }
}
