/// Unicode's simple case folding: scalars that differ only in case become the same scalar.
///
/// Two scalars fold to the same one exactly if they do by the mappings of status C and S in
/// `CaseFolding.txt`: `Σ`, `σ` and `ς`, or `ẞ` and `ß`. A scalar never folds to several: `ß` is not
/// `ss`, and `İ` stays as it is. Texts are not normalized: `é` as one scalar and as two are different.
///
/// A scalar folds to its lowercase mapping if that is a single scalar, by the Unicode version of the
/// standard library, and a few lowercase letters fold to another one (`exceptions`).
enum CaseFolding {
  static func fold(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar.value {
    case 0..<tableEnd: Unicode.Scalar(table[Int(scalar.value)]) ?? scalar
    // No case here: mostly CJK and Hangul, and what comes after the last cased letters.
    case tableEnd..<0xA640, 0xAC00..<0xFB00, 0x1_E944...: scalar
    default: lookUp(scalar)
    }
  }

  /// A look-up takes 40 ns, so there is a table of the scalars below this one.
  private static let tableEnd: UInt32 = 0x2E00

  private static let table: [UInt16] = (0..<tableEnd).map { value in
    UInt16(Unicode.Scalar(value).map { lookUp($0).value } ?? value)
  }

  private static func lookUp(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    if let exception = exceptions[scalar] { return exception }
    let lowercase = scalar.properties.lowercaseMapping.unicodeScalars
    guard let first = lowercase.first, lowercase.count == 1 else { return scalar }
    return first
  }

  /// Lowercase letters that fold to another one.
  private static let exceptions: [Unicode.Scalar: Unicode.Scalar] = [
    "\u{B5}": "μ", "\u{17F}": "s", "\u{345}": "ι", "\u{3C2}": "σ", "\u{3D0}": "β",
    "\u{3D1}": "θ", "\u{3D5}": "φ", "\u{3D6}": "π", "\u{3F0}": "κ", "\u{3F1}": "ρ",
    "\u{3F5}": "ε", "\u{1C80}": "в", "\u{1C81}": "д", "\u{1C82}": "о", "\u{1C83}": "с",
    "\u{1C84}": "т", "\u{1C85}": "т", "\u{1C86}": "ъ", "\u{1C87}": "ѣ", "\u{1C88}": "ꙋ",
    "\u{1E9B}": "\u{1E61}", "\u{1FBE}": "ι", "\u{1FD3}": "\u{390}", "\u{1FE3}": "\u{3B0}",
    "\u{FB05}": "\u{FB06}",
  ]
}

extension UInt8 {
  /// The folded byte of an ASCII character.
  var foldedASCII: UInt8 { self &- UInt8(ascii: "A") < 26 ? self | 0x20 : self }
}
