import BoardCore

extension ServerReply.Kind {
  init?(_ word: Word) {
    if word.equals("ok") {
      self = .ok
    } else if word.equals("refused") {
      self = .refused
    } else if word.equals("error") {
      self = .error
    } else if word.equals("pong") {
      self = .pong
    } else {
      return nil
    }
  }
}

extension ServerReply {
  /// The verbs whose reply ends with the number of lines that follow (rule 4.2).
  private static let listings: Set<String> = [
    "help", "boards", "show", "who", "drags", "policy", "dryrun", "history",
  ]

  /// Reads a reply behind its first word.
  ///
  /// - Returns: the reply and the number of lines that follow, or nil where none can.
  static func read(
    _ kind: Kind, _ words: inout WordReader
  ) throws(LineError) -> (ServerReply, lines: Int?) {
    var reply = ServerReply(kind)
    if let word = words.peek(), word[0] == UInt8(ascii: "#") {
      _ = words.next()
      reply.tag = word.dropFirstByte.string
    }
    switch kind {
    case .pong:
      reply.text = try words.rest().map { rest throws(LineError) in try TextEscapes.read(rest) }
      return (reply, nil)
    case .refused, .error:
      try reply.takeFacts(&words)
      return (reply, nil)
    case .ok:
      while let word = words.next() { reply.words.append(try word.plain()) }
      reply.takeReplayed()
      guard let verb = reply.words.first else { throw .missingArgument("VERB") }
      guard listings.contains(verb) else { return (reply, nil) }
      let lines = try reply.takeLineCount()
      return (reply, lines)
    }
  }

  /// Reads `CODE FACT…; SENTENCE`.
  private mutating func takeFacts(_ words: inout WordReader) throws(LineError) {
    while let word = words.next() {
      guard word.last == UInt8(ascii: ";") else {
        self.words.append(try word.plain())
        continue
      }
      let fact = word.part(0..<(word.count - 1))
      if !fact.isEmpty { self.words.append(try fact.plain()) }
      sentence = words.rest()?.string
      break
    }
    takeReplayed()
    if self.words.isEmpty { throw .missingArgument("CODE") }
  }

  private mutating func takeReplayed() {
    guard tag != nil, words.count > 1, words.last == "replayed" else { return }
    words.removeLast()
    isReplayed = true
  }

  private mutating func takeLineCount() throws(LineError) -> Int {
    guard words.count > 1, let lines = Int(words.removeLast()), lines >= 0 else {
      throw .missingArgument("LINES")
    }
    return lines
  }
}

extension Word {
  fileprivate var dropFirstByte: Word { part(1..<count) }

  /// The word with its escapes undone.
  fileprivate func plain() throws(LineError) -> String {
    try TextEscapes.read(self, limit: .max).string
  }
}
