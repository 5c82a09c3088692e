import BoardModel

/// A word of a line: some of its bytes, none of them a blank. Valid as long as the line is.
package typealias Word = UnsafeRawBufferPointer

/// Goes through a line word by word.
package struct WordReader {
  private let line: UnsafeRawBufferPointer
  private(set) var offset = 0

  package init(_ line: UnsafeRawBufferPointer) { self.line = line }

  /// The next word, or nil at the end of the line.
  package mutating func next() -> Word? {
    while offset < line.count && line[offset] == 0x20 { offset &+= 1 }
    guard offset < line.count else { return nil }
    let start = offset
    offset = ByteScan.first(0x20, in: line, from: start) ?? line.count
    return line.part(start..<offset)
  }

  /// The next word, if it is a key.
  ///
  /// What is no key may be a long text, whose end is not looked for.
  mutating func nextKeyed() -> Word? {
    var start = offset
    while start < line.count && line[start] == 0x20 { start &+= 1 }
    guard start < line.count, line.part(start..<line.count).isKeyed else { return nil }
    return next()
  }

  /// The next word, unless it is a key or there is none.
  mutating func nextUnkeyed() -> Word? {
    let start = offset
    guard let word = next(), !word.isKeyed else {
      offset = start
      return nil
    }
    return word
  }

  /// The text behind exactly one blank, to the end of the line, or nil where the line ended before.
  mutating func rest() -> UnsafeRawBufferPointer? {
    guard offset < line.count else { return nil }
    defer { offset = line.count }
    return line.part((offset + 1)..<line.count)
  }
}

/// The lines of a text of which each has its line feed.
package struct WholeLines {
  private let text: UnsafeRawBufferPointer
  private var start = 0

  package init(_ text: UnsafeRawBufferPointer) { self.text = text }

  /// The next line, without its line feed.
  package mutating func next() -> UnsafeRawBufferPointer? {
    guard let end = ByteScan.first(0x0A, in: text, from: start) else { return nil }
    defer { start = end + 1 }
    return text.part(start..<end)
  }
}

extension Word {
  /// A number as in rule 3.3: one spelling, and never more than `Limits.number`.
  var number: Int? {
    guard count >= 1, count <= 16, self[0] != 0x30 || count == 1 else { return nil }
    var value = 0
    for byte in self {
      guard byte.isDigit else { return nil }
      value = value &* 10 &+ Int(byte &- 0x30)
    }
    return value <= Limits.number ? value : nil
  }

  /// Whether the word is of digits only.
  var isDigits: Bool { !isEmpty && allSatisfy(\.isDigit) }

  /// Whether the word is the placeholder `-`.
  var isDash: Bool { count == 1 && self[0] == UInt8(ascii: "-") }

  /// The words on both sides of the first such byte.
  func split(at byte: UInt8) -> (Word, Word)? {
    guard let offset = firstIndex(of: byte) else { return nil }
    return (part(0..<offset), part((offset + 1)..<count))
  }
}
