import BoardModel

/// What a line is written to or read from.
///
/// A kind of line names its parts once, in `LineFields.init(_:from:)`, by calls in the order of the
/// table in `protocol/lines.md`. A writer writes each part of the value that it is given, and a reader
/// ignores that value and reads the part.
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
  mutating func literal(_ word: StaticString) throws(Failure)

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

  /// All keys that are fields of an item.
  mutating func fields(_ value: Fields?) throws(Failure) -> Fields

  /// All keys that are changes of fields: one without a value says that the field goes.
  mutating func changes(_ value: FieldChanges?) throws(Failure) -> FieldChanges

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
  ///   - old: The value to be written; nil when a line is read.
  init<Coder: LineCoder & ~Copyable>(
    _ line: inout Coder, from old: Self?
  ) throws(Coder.Failure)
}

extension LineFields {
  /// Reads the parts. In a function of its own they become a value in place, where they would be copied into it among others.
  @inline(never)
  static func read(_ line: inout LineReader) throws(LineError) -> Self {
    try Self(&line, from: nil)
  }
}

/// A line that is nothing but its kind.
struct NoFields: LineFields {
  init() {}
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {}
}

/// A value that is one word of a line.
protocol WireValue {
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
