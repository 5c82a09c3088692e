// Made from protocol/errors.md by `swift run lines`. What is changed here is lost.

/// What is wrong with a line that was not executed.
public enum LineError: Error, Hashable, Sendable {
  /// A word or a value does not have its form in `lines.md`.
  case badArgument(QuotedWord)
  /// A backslash does not begin an escape.
  case badEscape
  /// The line is not one JSON object; this is the first wrong byte (15.5).
  case badJSON(Int)
  /// Not a name or id (3.2).
  case badName(QuotedWord)
  /// Not a number (3.3).
  case badNumber(QuotedWord)
  /// This row of a block cannot be read; the block had no effect.
  case badRow(Int)
  /// The tag does not follow 3.8.
  case badTag
  /// The line is not UTF-8.
  case badUTF8
  /// The block has more bytes; it had no effect.
  case blockTooLong(Int)
  /// The line contains this control byte, in two hexadecimal digits.
  case controlByte(UInt8)
  /// The command repeats this key.
  case duplicateKey(QuotedWord)
  /// The line has more bytes.
  case lineTooLong(Int)
  /// This WORD of the command is missing (`KIND`, `PLACE`, `TEXT`, …).
  case missingArgument(QuotedWord)
  /// The peer speaks another protocol.
  case notDropline
  /// The text, or the value of a field, has more bytes.
  case textTooLong(Int)
  /// The command does not have this word.
  case tooManyArguments(QuotedWord)
  /// The line has more fields than an item may have (19.1).
  case tooManyFields(Int)
  /// The block has more lines; it had no effect.
  case tooManyRows(Int)
  /// The input ended inside a line.
  case unfinishedLine
  /// The command has no such key.
  case unknownKey(QuotedWord)
  /// There is no such command.
  case unknownVerb(QuotedWord)
}

extension LineError {
  /// Every code there is.
  public enum Code: String, CaseIterable, Hashable, Sendable {
    case badArgument = "bad-argument"
    case badEscape = "bad-escape"
    case badJSON = "bad-json"
    case badName = "bad-name"
    case badNumber = "bad-number"
    case badRow = "bad-row"
    case badTag = "bad-tag"
    case badUTF8 = "bad-utf8"
    case blockTooLong = "block-too-long"
    case controlByte = "control-byte"
    case duplicateKey = "duplicate-key"
    case lineTooLong = "line-too-long"
    case missingArgument = "missing-argument"
    case notDropline = "not-dropline"
    case textTooLong = "text-too-long"
    case tooManyArguments = "too-many-arguments"
    case tooManyFields = "too-many-fields"
    case tooManyRows = "too-many-rows"
    case unfinishedLine = "unfinished-line"
    case unknownKey = "unknown-key"
    case unknownVerb = "unknown-verb"
  }

  /// The code and the facts behind it.
  public var wire: (code: Code, facts: Facts) {
    switch self {
    case .badArgument(let fact): (.badArgument, Facts { $0.word = fact })
    case .badEscape: (.badEscape, Facts())
    case .badJSON(let fact): (.badJSON, Facts { $0.column = fact })
    case .badName(let fact): (.badName, Facts { $0.word = fact })
    case .badNumber(let fact): (.badNumber, Facts { $0.word = fact })
    case .badRow(let fact): (.badRow, Facts { $0.row = fact })
    case .badTag: (.badTag, Facts())
    case .badUTF8: (.badUTF8, Facts())
    case .blockTooLong(let fact): (.blockTooLong, Facts { $0.max = fact })
    case .controlByte(let fact): (.controlByte, Facts { $0.byte = fact })
    case .duplicateKey(let fact): (.duplicateKey, Facts { $0.key = fact })
    case .lineTooLong(let fact): (.lineTooLong, Facts { $0.max = fact })
    case .missingArgument(let fact): (.missingArgument, Facts { $0.word = fact })
    case .notDropline: (.notDropline, Facts())
    case .textTooLong(let fact): (.textTooLong, Facts { $0.max = fact })
    case .tooManyArguments(let fact): (.tooManyArguments, Facts { $0.word = fact })
    case .tooManyFields(let fact): (.tooManyFields, Facts { $0.max = fact })
    case .tooManyRows(let fact): (.tooManyRows, Facts { $0.max = fact })
    case .unfinishedLine: (.unfinishedLine, Facts())
    case .unknownKey(let fact): (.unknownKey, Facts { $0.key = fact })
    case .unknownVerb(let fact): (.unknownVerb, Facts { $0.word = fact })
    }
  }

  /// The error of a code, or nil if its fact is missing.
  public init?(_ code: Code, _ facts: Facts) {
    let error: LineError? =
      switch code {
      case .badArgument: facts.word.map { .badArgument($0) }
      case .badEscape: .badEscape
      case .badJSON: facts.column.map { .badJSON($0) }
      case .badName: facts.word.map { .badName($0) }
      case .badNumber: facts.word.map { .badNumber($0) }
      case .badRow: facts.row.map { .badRow($0) }
      case .badTag: .badTag
      case .badUTF8: .badUTF8
      case .blockTooLong: facts.max.map { .blockTooLong($0) }
      case .controlByte: facts.byte.map { .controlByte($0) }
      case .duplicateKey: facts.key.map { .duplicateKey($0) }
      case .lineTooLong: facts.max.map { .lineTooLong($0) }
      case .missingArgument: facts.word.map { .missingArgument($0) }
      case .notDropline: .notDropline
      case .textTooLong: facts.max.map { .textTooLong($0) }
      case .tooManyArguments: facts.word.map { .tooManyArguments($0) }
      case .tooManyFields: facts.max.map { .tooManyFields($0) }
      case .tooManyRows: facts.max.map { .tooManyRows($0) }
      case .unfinishedLine: .unfinishedLine
      case .unknownKey: facts.key.map { .unknownKey($0) }
      case .unknownVerb: facts.word.map { .unknownVerb($0) }
      }
    guard let error else { return nil }
    self = error
  }
}
