/// The number of cells that a terminal uses for a character.
///
/// A character without a cell of its own (a lone combining mark, a joiner) has width 0. A cluster
/// has the width of its first scalar, or 2 with an emoji variation selector.
public func cellWidth(of character: Character) -> Int {
  let scalars = character.unicodeScalars
  guard let first = scalars.first else { return 0 }
  if first.value < 0x7F, scalars.count == 1 { return first.value < 0x20 ? 0 : 1 }
  if scalars.dropFirst().contains(where: { $0.value == 0xFE0F }) { return 2 }
  if isRegionalIndicator(first) { return scalars.count > 1 ? 2 : 1 }
  return cellWidth(of: first)
}

/// The number of cells that a terminal uses for a single scalar: 0, 1 or 2.
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

/// The number of cells of a drawn text.
public func cellWidth(of text: String) -> Int {
  text.reduce(0) { $0 + max(1, cellWidth(of: $1)) }
}

private func isRegionalIndicator(_ scalar: Unicode.Scalar) -> Bool {
  (0x1F1E6...0x1F1FF).contains(scalar.value)
}

/// Whether all terminals agree on the width: a single scalar, and not an emoji that some draw
/// narrow.
func isSureWidth(_ glyph: String) -> Bool {
  let scalars = glyph.unicodeScalars
  guard let first = scalars.first else { return true }
  return scalars.count == 1 && (first.value < 0x1100 || !first.properties.isEmoji)
}
