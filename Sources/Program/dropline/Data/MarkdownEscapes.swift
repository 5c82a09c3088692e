import BoardWire

/// The escapes of a text in a line of Markdown.
enum MarkdownEscapes {
  static func escaped(_ text: String) -> String {
    var result = TextEscapes.escaped(text)
    if result.utf8.first == 0x20 { result = "\\u{20}" + result.unicodeScalars.dropFirst().text }
    if result.utf8.last == 0x20 { result = result.unicodeScalars.dropLast().text + "\\u{20}" }
    return result
  }

  /// Undoes escapes. A backslash that begins none is itself.
  static func read(_ text: Substring) -> String {
    guard text.utf8.contains(0x5C) else { return String(text) }
    var rest = text.unicodeScalars
    var result = String.UnicodeScalarView()
    while let scalar = rest.popFirst() {
      result.append(scalar == "\\" ? escape(&rest) : scalar)
    }
    return String(result)
  }

  private static func escape(_ rest: inout Substring.UnicodeScalarView) -> Unicode.Scalar {
    switch rest.first {
    case "\\", "[", "{", "\"": return rest.removeFirst()
    case "n":
      rest.removeFirst()
      return "\n"
    case "t":
      rest.removeFirst()
      return "\t"
    case "u":
      let digits = rest.dropFirst(2).prefix { $0 != "}" }
      guard rest.dropFirst().first == "{", digits.endIndex < rest.endIndex, digits.count <= 6,
        let value = UInt32(digits.text, radix: 16), let scalar = Unicode.Scalar(value)
      else { return "\\" }
      rest = rest[rest.index(after: digits.endIndex)...]
      return scalar
    default: return "\\"
    }
  }
}

extension Sequence<Unicode.Scalar> {
  /// The characters as a string.
  fileprivate var text: String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: self)
    return String(view)
  }
}

extension Substring {
  /// The text without blanks, tabs and carriage returns at one end.
  func trimmed(atStart: Bool) -> Substring {
    let scalars = unicodeScalars
    let isBlank = { (scalar: Unicode.Scalar) in " \t\r".unicodeScalars.contains(scalar) }
    if atStart { return Substring(scalars.drop(while: isBlank)) }
    guard let last = scalars.lastIndex(where: { !isBlank($0) }) else { return "" }
    return Substring(scalars[...last])
  }
}
