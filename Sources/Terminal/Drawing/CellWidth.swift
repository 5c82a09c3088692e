/// How many cells a terminal gives a character.
///
/// What takes no cell of its own (a combining mark alone, a joiner) has width 0. A cluster is as wide
/// as its first scalar, and two wide where an emoji is asked for.
public func cellWidth(of character: Character) -> Int {
  let scalars = character.unicodeScalars
  guard let first = scalars.first else { return 0 }
  if first.value < 0x7F, scalars.count == 1 { return first.value < 0x20 ? 0 : 1 }
  if scalars.dropFirst().contains(where: { $0.value == 0xFE0F }) { return 2 }
  if isRegionalIndicator(first) { return scalars.count > 1 ? 2 : 1 }
  return cellWidth(of: first)
}

/// How many cells a terminal gives a scalar by itself: none, one or two.
public func cellWidth(of scalar: Unicode.Scalar) -> Int {
  if scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) { return 0 }
  if scalar.value < 0x300 { return scalar.value == 0xAD ? 0 : 1 }
  if (0x1160...0x11FF).contains(scalar.value) { return 0 }
  switch scalar.properties.generalCategory {
  case .nonspacingMark, .enclosingMark, .format, .surrogate, .lineSeparator, .paragraphSeparator:
    return 0
  default: return WideCharacters.contains(scalar) ? 2 : 1
  }
}

/// How many cells a text takes when it is drawn.
public func cellWidth(of text: String) -> Int {
  text.reduce(0) { $0 + max(1, cellWidth(of: $1)) }
}

private func isRegionalIndicator(_ scalar: Unicode.Scalar) -> Bool {
  (0x1F1E6...0x1F1FF).contains(scalar.value)
}

/// Whether all terminals agree on the width: one scalar, and no emoji that could be drawn narrow.
func isSureWidth(_ glyph: String) -> Bool {
  let scalars = glyph.unicodeScalars
  guard let first = scalars.first else { return true }
  return scalars.count == 1 && (first.value < 0x1100 || !first.properties.isEmoji)
}
