import BoardModel

/// The first line of a reply, which says what the lines are that follow.
struct ReplyHeadLine: Sendable {
  private enum Head {
    case ok(ReplyHead)
    case failure(ServerReply.Outcome)
  }

  private let head: Head
  private let tag: String?
  private let isReplayed: Bool

  /// Reads a line behind its kind.
  ///
  /// - Returns: nil if it is of no kind that answers a command.
  init?(_ kind: Word, _ words: WordReader, tag: String?) throws(LineError) {
    self.tag = tag
    var words = words
    var line: LineReader
    if kind.equals("ok") {
      guard let word = words.next() else { throw .missingArgument("VERB") }
      guard let verb = VerbTable.verb(word) else { throw .quoting(word, LineError.unknownVerb) }
      line = LineReader(words, .server)
      head = .ok(try verb.reply(&line))
      isReplayed = try line.flag("replayed", nil)
    } else if kind.equals("pong") {
      line = LineReader(words, .server)
      head = .ok(try Verb.ping.reply(&line))
      isReplayed = false
    } else if kind.equals("refused") || kind.equals("error") {
      line = LineReader(words, .server)
      let read = try FailureLine(&line, from: nil)
      head = .failure(kind.equals("refused") ? .refused(read.failure) : .error(read.failure))
      isReplayed = read.isReplayed
    } else {
      return nil
    }
    try line.finish()
  }

  /// The number of lines that follow, or nil if none can.
  var lines: Int? {
    switch head {
    case .failure, .ok(.whole): nil
    case .ok(.followed(let lines, _)): lines
    }
  }

  /// The reply with its lines.
  consuming func reply(with lines: [[UInt8]]) throws(LineError) -> ServerReply {
    switch head {
    case .failure(let outcome): ServerReply(tag: tag, outcome, isReplayed: isReplayed)
    case .ok(.whole(let reply)): ServerReply(tag: tag, .ok(reply), isReplayed: isReplayed)
    case .ok(.followed(_, let reply)):
      ServerReply(tag: tag, .ok(try reply(lines)), isReplayed: isReplayed)
    }
  }
}

extension [[UInt8]] {
  /// The rows of a listing.
  func rows<Row: LineFields>() throws(LineError) -> [Row] {
    try map { line throws(LineError) in
      try line.span.bytes.withUnsafeBytes { line throws(LineError) in
        try MessageReader.whole(WordReader(line))
      }
    }
  }

  /// The items whose rows these are.
  var items: [Item] {
    get throws(LineError) {
      try map { line throws(LineError) in
        let row = try line.span.bytes.withUnsafeBytes { line throws(LineError) in
          try Row(fromServer: line)
        }
        guard case .item(let item) = row, item.was == nil else { throw .badRow(0) }
        return Item(id: item.item, text: item.text, fields: item.fields)
      }
    }
  }

  /// The batch whose rows these are.
  var batch: BatchUpdate {
    get throws(LineError) {
      var reader = BatchReader(fromServer: ())
      for line in self { line.withUnsafeBytes { line in _ = reader.read(line) } }
      return try reader.finish().batch
    }
  }
}

extension [UInt8] {
  /// What stands behind the `| ` of a drawing's line.
  var drawn: String {
    get throws(LineError) {
      guard starts(with: "| ".utf8) || elementsEqual("|".utf8),
        let string = String(validating: dropFirst(2), as: UTF8.self)
      else { throw .badRow(0) }
      return string
    }
  }
}
