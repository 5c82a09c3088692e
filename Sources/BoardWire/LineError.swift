extension LineError {
  /// Every code there is, for tables and tests.
  public enum Code: String, CaseIterable, Sendable {
    case badArgument = "bad-argument"
    case badEscape = "bad-escape"
    case badField = "bad-field"
    case badJSON = "bad-json"
    case badName = "bad-name"
    case badNumber = "bad-number"
    case badRow = "bad-row"
    case badTag = "bad-tag"
    case badUTF8 = "bad-utf8"
    case blockTooLong = "block-too-long"
    case controlByte = "control-byte"
    case lineTooLong = "line-too-long"
    case missingArgument = "missing-argument"
    case notDropline = "not-dropline"
    case textTooLong = "text-too-long"
    case tooManyArguments = "too-many-arguments"
    case tooManyRows = "too-many-rows"
    case unfinishedLine = "unfinished-line"
    case unknownVerb = "unknown-verb"
  }

  /// The code and the facts behind it, in the order of `protocol/errors.md`.
  public var wire: (code: Code, facts: [String]) {
    switch self {
    case .badArgument(let word): (.badArgument, [word])
    case .badEscape: (.badEscape, [])
    case .badField(let name): (.badField, [name])
    case .badJSON(let column): (.badJSON, ["\(column)"])
    case .badName(let word): (.badName, [word])
    case .badNumber(let word): (.badNumber, [word])
    case .badRow(let line): (.badRow, ["\(line)"])
    case .badTag: (.badTag, [])
    case .badUTF8: (.badUTF8, [])
    case .blockTooLong(let limit): (.blockTooLong, ["\(limit)"])
    case .controlByte(let byte):
      (.controlByte, [(byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)])
    case .lineTooLong(let limit): (.lineTooLong, ["\(limit)"])
    case .missingArgument(let what): (.missingArgument, [what])
    case .notDropline: (.notDropline, [])
    case .textTooLong(let limit): (.textTooLong, ["\(limit)"])
    case .tooManyArguments(let word): (.tooManyArguments, [word])
    case .tooManyRows(let limit): (.tooManyRows, ["\(limit)"])
    case .unfinishedLine: (.unfinishedLine, [])
    case .unknownVerb(let word): (.unknownVerb, [word])
    }
  }
}
