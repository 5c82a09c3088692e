/// Text as a terminal shows it: in cells, of which a wide character takes two.
///
/// It errs on the side of too wide: a line that is too short by a cell does no harm.
enum Cells {
  /// The text with everything that could steer a terminal or hide in it made visible.
  static func harmless(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isHarmful) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { result.append(isHarmful(scalar) ? "\u{FFFD}" : scalar) }
    return String(result)
  }

  /// The text cut or filled up to so many cells. What is cut ends with `…`.
  static func fit(_ text: String, _ width: Int) -> String {
    guard width > 0 else { return "" }
    let text = harmless(text)
    let all = self.width(of: text)
    if all <= width { return text + String(repeating: " ", count: width - all) }
    var cut = ""
    var used = 1
    for character in text {
      let next = self.width(of: character)
      if used + next > width { break }
      cut.append(character)
      used += next
    }
    return cut + "…" + String(repeating: " ", count: width - used)
  }

  static func width(of text: String) -> Int { text.reduce(0) { $0 + width(of: $1) } }

  /// One cell for what is certainly narrow, two for the rest.
  static func width(of character: Character) -> Int {
    let scalars = character.unicodeScalars
    guard scalars.count == 1, let scalar = scalars.first else { return 2 }
    switch scalar.value {
    case 0..<0x300, 0x370..<0x483, 0x2010..<0x2028, 0x2190..<0x2200, 0x2500..<0x25FC, 0xFFFD:
      return 1
    default: return 2
    }
  }

  /// Rule 3.9 of the specification: controls, bidirectional controls, separators, invisible marks.
  private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x61C, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2060,
      0x2066...0x2069, 0xFEFF:
      true
    default: false
    }
  }
}
