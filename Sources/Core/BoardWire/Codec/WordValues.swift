import BoardModel

// Words that are one of a few, lengths of time, and words that are quoted.

/// A value that is one of a few words.
protocol WireWord: WireValue, RawRepresentable, CaseIterable where RawValue == String {}

extension WireWord {
  init(_ word: Word) throws(LineError) {
    guard let value = Self(spelledBy: word) else { throw .argument(word) }
    self = value
  }

  func write(to buffer: inout WireBuffer) { buffer.append(plain: rawValue) }
}

extension RawRepresentable where Self: CaseIterable, RawValue == String {
  /// The case whose raw value a word is, or nil.
  init?(spelledBy word: Word) {
    guard let value = Self.allCases.first(where: { word.spells($0.rawValue) }) else { return nil }
    self = value
  }
}

extension DropOperation: WireWord {}
extension DropReason: WireWord {}
extension UndoConflict.Change: WireWord {}
extension Role: WireWord {}
extension Bye: WireWord {}
extension Metric: WireWord {}

extension DropOperations: WireValue {
  init(_ word: Word) throws(LineError) {
    self = .none
    try word.forEachElement { element throws(LineError) in
      switch try DropOperation(element) {
      case .move: move = true
      case .copy: copy = true
      }
    }
  }

  func write(to buffer: inout WireBuffer) { buffer.append(plain: description) }
}

extension Duration: WireValue {
  /// Reads `250ms` or `2s`.
  init(_ word: Word) throws(LineError) {
    let unit = word.drop(while: \.isDigit)
    let digits = word.part(0..<(word.count - unit.count))
    guard let number = digits.number, number <= 1_000_000_000 else { throw .argument(word) }
    let name = Word(rebasing: unit)
    if name.equals("ms") {
      self = .milliseconds(number)
    } else if name.equals("s") {
      self = .seconds(number)
    } else {
      throw .argument(word)
    }
  }

  /// `250ms` or `2s`, as a line has it.
  var written: String {
    var buffer = WireBuffer()
    write(to: &buffer)
    return buffer.string
  }

  func write(to buffer: inout WireBuffer) {
    let milliseconds = Int(self / .milliseconds(1))
    let isWhole = milliseconds % 1_000 == 0
    buffer.append(number: isWhole ? milliseconds / 1_000 : milliseconds)
    buffer.append(isWhole ? "s" : "ms")
  }
}

/// A length of time that a client may ask for: at most a minute.
struct ShortTime: WireValue {
  let duration: Duration

  init(_ duration: Duration) { self.duration = duration }

  init(_ word: Word) throws(LineError) {
    duration = try Duration(word)
    guard duration <= .seconds(60) else { throw .argument(word) }
  }

  func write(to buffer: inout WireBuffer) { duration.write(to: &buffer) }
}

/// A value that is a string of plain characters, which need no escape.
protocol PlainWord: WireValue {
  /// How many characters it has.
  static var length: ClosedRange<Int> { get }

  var string: String { get }

  /// Makes a value of a string that is one.
  init(string: String)

  /// Whether it may have a character.
  static func allows(_ character: UInt8) -> Bool
}

extension PlainWord {
  init(_ word: Word) throws(LineError) {
    guard Self.length.contains(word.count), word.allSatisfy(Self.allows), let string = word.string
    else {
      // A token is a secret of the client's own making, and is never quoted.
      throw Self.self == Token.self ? .badArgument("TOKEN") : .argument(word)
    }
    self.init(string: string)
  }

  func write(to buffer: inout WireBuffer) { buffer.append(plain: string) }
}

/// Any text as one word: the title of a board, or a policy with values of fields.
struct TextWord: WireValue {
  static var mayBeEmpty: Bool { true }

  let string: String

  init(_ string: String) { self.string = string }

  init(_ word: Word) throws(LineError) { string = try TextEscapes.read(word, limit: .max).string }

  func write(to buffer: inout WireBuffer) { buffer.append(escapedWord: string) }
}

extension WireBuffer {
  /// Appends a word that may hold anything, also what would read as a key, but is none.
  mutating func append(escapedWordNoKey string: String) {
    var string = string
    string.withUTF8 { bytes in
      let bytes = UnsafeRawBufferPointer(bytes)
      guard bytes.first != 0x20, let sign = bytes.signOfKey else {
        return append(escapedWord: bytes)
      }
      append(escapedWord: bytes.part(0..<sign))
      append("\\=")
      append(escapedWord: bytes.part((sign + 1)..<bytes.count))
    }
  }

  /// Appends a word that may hold anything, with its blanks as escapes.
  mutating func append(escapedWord string: String) {
    var string = string
    string.withUTF8 { append(escapedWord: UnsafeRawBufferPointer($0)) }
  }

  mutating func append(escapedWord bytes: UnsafeRawBufferPointer) {
    var start = 0
    while let blank = ByteScan.first(0x20, in: bytes, from: start) {
      append(text: bytes.part(start..<blank))
      append("\\u{20}")
      start = blank + 1
    }
    append(text: bytes.part(start..<bytes.count))
  }
}

extension StatsRow {
  public init(_ metric: Metric, count: Int, label: String? = nil) {
    self.init(metric.rawValue, count: count, label: label)
  }
}
