import BoardModel

/// What a kind of line looks like: its parts with their names and forms, in order.
///
/// Schemas are described by the same code that reads and writes lines. The JSON form, `help` and the
/// checks of `protocol/lines.md` follow from them.
public struct LineSchema: Sendable {
  /// The first word; nil for the rows of a listing, which have none.
  public let kind: String?
  let parts: [Part]
  /// What the lines that follow are, if any do.
  let rows: Rows?
  /// Whether such a line may have a `replayed=yes`.
  let mayBeReplayed: Bool

  /// One part of a line.
  struct Part: Sendable {
    /// The name of a word in small letters, or of a key.
    let name: String
    let role: Role
    let json: JSONForm
    /// What the value is called.
    let notation: String
    /// Whether the word may be `-` in the rows of a block.
    var mayBeOpen = false
    /// Whether the value of the key may be empty.
    var mayBeEmpty = false
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

  init(
    _ kind: String?, rows: Rows? = nil, mayBeReplayed: Bool = false,
    _ describe: (inout LineDescriber) -> Void
  ) {
    var describer = LineDescriber()
    describe(&describer)
    self.kind = kind
    self.rows = rows
    self.mayBeReplayed = mayBeReplayed
    parts = describer.parts
  }

  /// The form of the line, as `protocol/lines.md` has it: `open BOARD [since=REV] …`.
  public var notation: String {
    let isPolicy = { (part: Part) in part.notation == PolicyValues.notation }
    let others = parts.filter { !isPolicy($0) }.map(\.shown)
    let policies = parts.contains(where: isPolicy) ? ["[KEY=VALUE…]"] : []
    return ((kind.map { [$0] } ?? []) + others + policies).joined(separator: " ")
  }
}

extension LineSchema.Part {
  /// A key as it is typed: `rev=REV`.
  var typed: String { "\(name)=\(notation)" }

  /// The part as `protocol/lines.md` has it.
  fileprivate var shown: String {
    switch role {
    case .word: name.uppercased()
    case .lastWord: "[\(name.uppercased())]"
    case .literal(let word): word
    case .fact: "\(name)=\(notation)"
    case .key, .flag: "[\(typed)]"
    case .text: "TEXT"
    case .trailingText: "[TEXT]"
    }
  }
}

/// Notes the parts of a kind of line.
struct LineDescriber: LineCoder {
  typealias Failure = Never

  private(set) var parts: [LineSchema.Part] = []

  /// The keys whose numbers are not just numbers.
  private static let numbers = [
    "rev": "REV", "since": "REV", "from": "REV", "to": "REV", "of": "REV", "undo": "REV",
    "redo": "REV", "at": "INDEX", "version": "VERSION",
  ]

  private mutating func note<Value: WireValue>(
    _ name: StaticString, _ role: LineSchema.Role, _ value: Value.Type
  ) -> Value {
    let notation = Value.self == Int.self ? Self.numbers["\(name)"] : nil
    parts.append(
      .init(
        name: "\(name)", role: role, json: Value.jsonForm, notation: notation ?? Value.notation,
        mayBeOpen: Value.open != nil, mayBeEmpty: Value.mayBeEmpty))
    return Value.sample
  }

  mutating func word<Value: WireValue>(_ name: StaticString, _ value: Value?) -> Value {
    note(name, .word, Value.self)
  }

  mutating func lastWord<Value: WireValue>(_ name: StaticString, _ value: Value?) -> Value? {
    note(name, .lastWord, Value.self)
  }

  mutating func literal(_ name: StaticString, _ word: StaticString) {
    parts.append(.init(name: "\(name)", role: .literal("\(word)"), json: .string, notation: ""))
  }

  /// Notes the verb that a reply begins with.
  mutating func note(verb: Verb) {
    parts.append(
      .init(name: "verb", role: .literal(verb.rawValue), json: .string, notation: ""))
  }

  mutating func fact<Value: WireValue>(_ name: StaticString, _ value: Value?) -> Value {
    note(name, .fact, Value.self)
  }

  mutating func key<Value: WireValue>(_ name: StaticString, _ value: Value?) -> Value? {
    note(name, .key, Value.self)
  }

  mutating func flag(_ name: StaticString, _ value: Bool?) -> Bool {
    parts.append(.init(name: "\(name)", role: .flag, json: .flag, notation: "yes"))
    return false
  }

  mutating func require(_ name: StaticString, _ isThere: Bool) {}

  mutating func text(limit: Int, _ value: Text?) -> Text {
    parts.append(.init(name: "text", role: .text, json: .text, notation: "TEXT"))
    return ""
  }

  mutating func trailingText(limit: Int, _ value: Text?) -> Text {
    parts.append(.init(name: "text", role: .trailingText, json: .text, notation: "TEXT"))
    return ""
  }
}
