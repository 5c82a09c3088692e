import BoardCore

/// The verbs that take changes back and look at the past.
extension Arguments {
  mutating func show() throws(LineError) -> Request {
    let board = try boardUnless { $0[0] == UInt8(ascii: "@") }
    guard let word = words.next() else { return .show(board, revision: nil) }
    guard word[0] == UInt8(ascii: "@") else { throw .tooManyArguments(word.quoted) }
    let revision = try word.part(1..<word.count).requireNumber()
    return try closed(.show(board, revision: revision))
  }

  /// Reads `[BOARD] [force=yes]`.
  mutating func taking(_ make: (BoardName?, Bool) -> Request) throws(LineError) -> Request {
    let board = try boardUnless { $0.starts(with: "force=") }
    return try closed(make(board, force()))
  }

  mutating func history() throws(LineError) -> Request {
    let board = try boardUnless(\.isDigits)
    let first = try optionalNumber()
    let last = try optionalNumber()
    guard let first, let last, first.number > last.number else {
      return try closed(.history(board, from: first?.number, to: last?.number))
    }
    throw .argument(last.word)
  }

  private mutating func optionalNumber() throws(LineError) -> (number: Int, word: Word)? {
    guard let word = words.next() else { return nil }
    return (try word.requireNumber(), word)
  }

  /// Reads a board, if there is a word and it is not something else by its looks.
  private mutating func boardUnless(
    _ isOther: (Word) -> Bool
  ) throws(LineError) -> BoardName? {
    guard let word = words.peek(), !isOther(word) else { return nil }
    _ = words.next()
    return try word.requireName(BoardKind.self)
  }
}
