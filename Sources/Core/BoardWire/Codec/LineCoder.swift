import BoardModel

/// What a line is written to, read from, or described by.
///
/// A kind of line names its parts once, in `LineFields.init(_:from:)`, by calls in the order of the
/// table in `protocol/lines.md`. A writer writes each part of the value that it is given, a reader
/// ignores that value and reads the part, and a describer notes its name. So reading, writing, the
/// JSON form, `help` and the checks of the documents have one source.
protocol LineCoder: ~Copyable {
  associatedtype Failure: Error

  /// A word that each such line has at this position.
  mutating func word<Value: WireValue>(
    _ name: StaticString, _ value: Value?
  ) throws(Failure) -> Value

  /// A word at the end of the words, which may be left out.
  mutating func lastWord<Value: WireValue>(
    _ name: StaticString, _ value: Value?
  ) throws(Failure) -> Value?

  /// A word that is always the same and tells this kind of line from others of its first word.
  mutating func literal(_ name: StaticString, _ word: StaticString) throws(Failure)

  /// `KEY=VALUE`, which each such line has.
  mutating func fact<Value: WireValue>(
    _ name: StaticString, _ value: Value?
  ) throws(Failure) -> Value

  /// `KEY=VALUE`, left out if there is no value.
  mutating func key<Value: WireValue>(
    _ name: StaticString, _ value: Value?
  ) throws(Failure) -> Value?

  /// `KEY=yes`, left out if the flag is not set.
  mutating func flag(_ name: StaticString, _ value: Bool?) throws(Failure) -> Bool

  /// The rest of a command's line, which has to be there, though it may be empty.
  ///
  /// - Parameter limit: The most bytes of the text.
  mutating func text(limit: Int, _ value: Text?) throws(Failure) -> Text

  /// Called if a line that is read lacks a key without which its words make no sense.
  mutating func require(_ name: StaticString, _ isThere: Bool) throws(Failure)

  /// The rest of a line, which is empty if nothing is there.
  mutating func trailingText(limit: Int, _ value: Text?) throws(Failure) -> Text
}

/// The parts of one kind of line behind its kind.
protocol LineFields {
  /// Names the parts in order.
  ///
  /// - Parameters:
  ///   - line: What each part is handed to.
  ///   - old: The value to be written; nil when a line is read or described.
  init<Coder: LineCoder & ~Copyable>(
    _ line: inout Coder, from old: Self?
  ) throws(Coder.Failure)
}

/// A line that is nothing but its kind.
struct NoFields: LineFields {
  init() {}
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {}
}

/// A value that is one word of a line.
protocol WireValue {
  /// What the tables call such a value: `PATH`.
  static var notation: String { get }
  static var jsonForm: JSONForm { get }
  /// Any value of the type, for describing lines.
  static var sample: Self { get }
  /// What `-` stands for in the rows of a block, or nil if it stands for nothing.
  static var open: Self? { get }
  /// Whether the value of a key may be empty.
  static var mayBeEmpty: Bool { get }

  /// Reads a word, which is not empty unless it may be.
  init(_ word: Word) throws(LineError)

  /// Appends the word.
  func write(to buffer: inout WireBuffer)
}

extension WireValue {
  static var open: Self? { nil }
  static var mayBeEmpty: Bool { false }
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
  /// The rest of the line as a string.
  case text
  /// The number of lines that follow, which are the `rows` of the object.
  case lineCount
}
