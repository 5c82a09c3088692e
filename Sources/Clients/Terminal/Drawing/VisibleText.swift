/// The safe form of a character from another client.
///
/// Control characters, bidirectional controls and invisible characters are replaced by a visible
/// mark. The set is that of `protocol/core.md`, rule 3.9, and all other characters of
/// width 0.
func visible(_ character: Character) -> Glyph {
  let scalars = character.unicodeScalars
  if scalars.count == 1, let first = scalars.first, (0x20..<0x7F).contains(first.value) {
    return Glyph(text: String(character), width: 1)
  }
  // A line feed and a tab are text like any other, and show what they are.
  if scalars.allSatisfy({ $0 == "\n" || $0 == "\r" }) { return Glyph(text: "↵", width: 1) }
  if character == "\t" { return Glyph(text: "→", width: 1) }
  let width = cellWidth(of: character)
  if width == 0 || scalars.contains(where: steers) { return .replacement }
  guard scalars.count > Glyph.scalarLimit else {
    return Glyph(text: String(character), width: width)
  }
  var text = String.UnicodeScalarView()
  text.append(contentsOf: scalars.prefix(Glyph.scalarLimit))
  return Glyph(text: String(text), width: width)
}

/// The content of one cell, or of two for a wide character.
struct Glyph: Hashable, Sendable {
  /// The limit on drawn scalars of a cluster: the length of the longest emoji sequences.
  static let scalarLimit = 16
  static let replacement = Glyph(text: "\u{FFFD}", width: 1)

  var text: String
  var width: Int
}

private func steers(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x00...0x1F, 0x7F...0x9F, 0x61C, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2060,
    0x2066...0x2069, 0xFEFF, 0xFFF9...0xFFFB:
    true
  default: false
  }
}

extension String {
  /// The text truncated to `width` cells, with `…` at the end if it was cut.
  ///
  /// Wide characters are not split, so it may be one cell shorter.
  public func cut(to width: Int) -> String {
    guard width > 0 else { return "" }
    var kept = ""
    var used = 0
    var end: (length: String.Index, used: Int) = (kept.endIndex, 0)
    for character in self {
      let glyph = visible(character)
      if used + glyph.width > width { return String(kept[..<end.length]) + "…" }
      kept += glyph.text
      used += glyph.width
      if used < width { end = (kept.endIndex, used) }
    }
    return kept
  }
}
