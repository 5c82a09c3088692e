import BoardCore

/// Goes through the words of a line that a form is held against.
struct LineWords {
  private var reader: WordReader
  /// What is left of a word whose beginning was taken.
  private var remainder: Word?
  /// The board that the line names.
  private var board: Word?

  init(_ line: UnsafeRawBufferPointer) { reader = WordReader(line) }

  mutating func next() -> Word? {
    guard let word = remainder else { return reader.next() }
    remainder = nil
    return word
  }

  func peek() -> Word? { remainder ?? reader.peek() }

  /// All words that are left, without the board that the line names already.
  mutating func others() -> [Word] {
    var words: [Word] = []
    while let word = next() {
      let (prefix, rest) = word.split(at: UInt8(ascii: "/")) ?? (word, word)
      words.append(board.map { prefix.elementsEqual($0) } == true ? rest : word)
    }
    return words
  }

  /// The text behind exactly one blank, to the end of the line.
  mutating func rest() -> UnsafeRawBufferPointer? { reader.rest() }

  /// Takes `BOARD/` off the next word, if that begins so.
  mutating func takeBoard() -> Word? {
    guard let (board, rest) = peek()?.split(at: UInt8(ascii: "/")), isName(board) else {
      return nil
    }
    _ = next()
    remainder = rest.isEmpty ? nil : rest
    self.board = board
    return board
  }
}

extension LineForm.Field {
  /// Whether a word may be this field, judged by its looks alone: how fields that may be left out
  /// are told from what stands behind them.
  func accepts(_ word: Word) -> Bool {
    guard mark.isEmpty else {
      return word.count >= mark.utf8.count && word.part(0..<mark.utf8.count).spells(mark)
    }
    switch kind {
    case .flag(let literal), .literal(let literal): return word.spells(literal)
    case .number, .count: return word.isDigits
    case .settings: return ByteScan.first(UInt8(ascii: "="), in: word) != nil
    case .board:
      guard let (board, _) = word.split(at: UInt8(ascii: "/")) else { return false }
      return isName(board)
    case .index: return true
    case .word, .open, .list, .text: return looksAccept(word)
    }
  }

  private func looksAccept(_ word: Word) -> Bool {
    switch name {
    case "SESSION": word.isSession
    case "BOARD", "NAME": isName(word)
    case "FORM": WireForm(word) != nil
    case "OPERATION": side == .server || word.operation != nil
    case "TARGET": ByteScan.first(UInt8(ascii: "="), in: word) == nil
    case "VERB", "TOKEN": true
    default: !word.isDigits
    }
  }
}

extension Word {
  /// Whether these are the bytes of a string.
  func spells(_ string: String) -> Bool {
    count == string.utf8.count && elementsEqual(string.utf8)
  }
}
