/// What is wrong with a line that was not executed. Codes of `protocol/errors.md`.
public enum LineError: Error, Hashable, Sendable {
  case badArgument(QuotedWord)
  case badEscape
  case badJSON(column: Int)
  case badName(QuotedWord)
  case badNumber(QuotedWord)
  case badRow(line: Int)
  case badTag
  case badUTF8
  case blockTooLong(Int)
  case controlByte(UInt8)
  case duplicateKey(QuotedWord)
  case lineTooLong(Int)
  case missingArgument(QuotedWord)
  case notDropline
  case textTooLong(Int)
  case tooManyArguments(QuotedWord)
  case tooManyRows(Int)
  case unfinishedLine
  case unknownKey(QuotedWord)
  case unknownVerb(QuotedWord)
}

extension LineError {
  /// Every code there is.
  public enum Code: String, CaseIterable, Sendable {
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
    case tooManyRows = "too-many-rows"
    case unfinishedLine = "unfinished-line"
    case unknownKey = "unknown-key"
    case unknownVerb = "unknown-verb"
  }

  /// The code and the facts behind it, as `protocol/errors.md` has them.
  public var wire: (code: Code, facts: Facts) {
    switch self {
    case .badArgument(let word): (.badArgument, Facts { $0.word = word })
    case .badEscape: (.badEscape, Facts())
    case .badJSON(let column): (.badJSON, Facts { $0.column = column })
    case .badName(let word): (.badName, Facts { $0.word = word })
    case .badNumber(let word): (.badNumber, Facts { $0.word = word })
    case .badRow(let row): (.badRow, Facts { $0.row = row })
    case .badTag: (.badTag, Facts())
    case .badUTF8: (.badUTF8, Facts())
    case .blockTooLong(let limit): (.blockTooLong, Facts { $0.max = limit })
    case .controlByte(let byte): (.controlByte, Facts { $0.byte = byte })
    case .duplicateKey(let key): (.duplicateKey, Facts { $0.key = key })
    case .lineTooLong(let limit): (.lineTooLong, Facts { $0.max = limit })
    case .missingArgument(let word): (.missingArgument, Facts { $0.word = word })
    case .notDropline: (.notDropline, Facts())
    case .textTooLong(let limit): (.textTooLong, Facts { $0.max = limit })
    case .tooManyArguments(let word): (.tooManyArguments, Facts { $0.word = word })
    case .tooManyRows(let limit): (.tooManyRows, Facts { $0.max = limit })
    case .unfinishedLine: (.unfinishedLine, Facts())
    case .unknownKey(let key): (.unknownKey, Facts { $0.key = key })
    case .unknownVerb(let word): (.unknownVerb, Facts { $0.word = word })
    }
  }

  /// The error of a code, or nil if one of its facts is missing.
  public init?(_ code: Code, _ facts: Facts) {
    let error: LineError? =
      switch code {
      case .badArgument: facts.word.map { .badArgument($0) }
      case .badEscape: .badEscape
      case .badJSON: facts.column.map { .badJSON(column: $0) }
      case .badName: facts.word.map { .badName($0) }
      case .badNumber: facts.word.map { .badNumber($0) }
      case .badRow: facts.row.map { .badRow(line: $0) }
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
      case .tooManyRows: facts.max.map { .tooManyRows($0) }
      case .unfinishedLine: .unfinishedLine
      case .unknownKey: facts.key.map { .unknownKey($0) }
      case .unknownVerb: facts.word.map { .unknownVerb($0) }
      }
    guard let error else { return nil }
    self = error
  }
}
