import BoardModel
import BoardWire

/// A list item of Markdown behind its mark: `[x] Bread {due=2026-12-01 note="two loaves"}`.
///
/// A box in front says whether the field `done` is `yes`. Braces at the end have all other fields; what is in braces
/// and does not read as fields belongs to the text. A text that would read as a box or as fields has a backslash
/// in front of its bracket.
struct MarkdownItem {
  let text: Text
  private(set) var fields = Fields()

  /// Reads what stands behind the mark, without blanks around it.
  ///
  /// - Throws: `Complaint` if the fields are more than an item may have.
  init(_ line: Substring) throws(Complaint) {
    var rest = line
    if let isChecked = Self.box(line) {
      if isChecked { fields.set("done", to: "yes") }
      rest = Self.dropping(3, of: line).trimmed(atStart: true)
    }
    let group = Self.group(of: rest)
    text = Text(MarkdownEscapes.read(group.map { $0.front.trimmed(atStart: false) } ?? rest))
    for (name, value) in group?.fields ?? [] {
      guard fields[name] == nil else { throw Complaint("the field \(name) is there twice") }
      fields.set(name, to: Text(value))
    }
    if let fault = fields.fileFault { throw Complaint(fault) }
  }

  /// What stands behind the mark for an item; empty if the item has neither a text nor fields.
  ///
  /// - Parameter hasBox: Whether it is in a task list. Without a box `done` is no field like others.
  static func line(of item: Item, hasBox: Bool) -> String {
    var fields = item.fields
    var parts: [String] = []
    if hasBox {
      parts.append(fields.isDone ? "[x]" : "[ ]")
      if fields.isDone { fields.remove("done") }
    }
    if item.text.byteCount > 0 { parts.append(escaped(item.text.string)) }
    if !fields.isEmpty {
      let pairs = fields.map { "\($0.name)=\(escaped(value: $0.value.string))" }
      parts.append("{\(pairs.joined(separator: " "))}")
    }
    return parts.joined(separator: " ")
  }

  private static func escaped(_ text: String) -> String {
    var line = MarkdownEscapes.escaped(text)
    if box(line[...]) != nil { line = "\\" + line }
    if let group = group(of: line[...]) {
      line = "\(group.front)\\\(line[group.front.endIndex...])"
    }
    return line
  }

  /// A value as it stands in braces: quoted if it has blanks or begins with a quote.
  private static func escaped(value: String) -> String {
    guard value.utf8.first == UInt8(ascii: "\"") || value.utf8.contains(0x20) else {
      return TextEscapes.escaped(value)
    }
    let scalars = value.unicodeScalars.map { scalar in
      scalar == "\"" || scalar == "{" ? "\\\(scalar)" : TextEscapes.escaped(String(scalar))
    }
    return "\"\(scalars.joined())\""
  }
}

extension MarkdownItem {
  /// Whether the box in front of a text is checked; nil if there is none.
  private static func box(_ line: Substring) -> Bool? {
    let box = line.unicodeScalars.prefix(4)
    if let end = box.dropFirst(3).first, end != " ", end != "\t" { return nil }
    switch String(box.prefix(3)) {
    case "[ ]": return false
    case "[x]", "[X]": return true
    default: return nil
    }
  }

  private static func dropping(_ count: Int, of line: Substring) -> Substring {
    Substring(line.unicodeScalars.dropFirst(count))
  }

  /// The fields in braces at the end of a line, and what stands in front of them; nil if there are none.
  private static func group(
    of line: Substring
  ) -> (front: Substring, fields: [(FieldName, String)])? {
    let scalars = line.unicodeScalars
    guard scalars.last == "}", let start = lastBrace(scalars) else { return nil }
    let inside = scalars[scalars.index(after: start)...].dropLast()
    return fields(in: inside).map { (line[..<start], $0) }
  }

  /// The last brace at the start of a word.
  private static func lastBrace(
    _ scalars: Substring.UnicodeScalarView
  ) -> Substring.UnicodeScalarView.Index? {
    scalars.indices.last { index in
      guard scalars[index] == "{" else { return false }
      return index == scalars.startIndex || isBlank(scalars[scalars.index(before: index)])
    }
  }

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }

  /// The fields that stand in braces; nil if anything there is none.
  private static func fields(
    in inside: Substring.UnicodeScalarView
  ) -> [(FieldName, String)]? {
    var fields: [(FieldName, String)] = []
    var rest = inside.drop(while: isBlank)
    while !rest.isEmpty {
      let word = rest.prefix { $0 != "=" }
      guard let name = FieldName(String(word)), word.endIndex < rest.endIndex else { return nil }
      rest = rest[word.endIndex...].dropFirst()
      guard let value = takeValue(&rest), !value.isEmpty else { return nil }
      fields.append((name, value))
      rest = rest.drop(while: isBlank)
    }
    return fields.isEmpty ? nil : fields
  }

  /// Takes a value with its quotes; nil if they are not closed at the end of a word.
  private static func takeValue(_ rest: inout Substring.UnicodeScalarView) -> String? {
    let isQuoted = rest.first == "\""
    if isQuoted { rest.removeFirst() }
    var isEscaped = false
    let value = rest.prefix { scalar in
      let isEnd = isQuoted ? scalar == "\"" && !isEscaped : isBlank(scalar)
      isEscaped = scalar == "\\" && !isEscaped
      return !isEnd
    }
    rest = rest[value.endIndex...]
    if isQuoted {
      guard rest.popFirst() != nil, rest.first.map(isBlank) ?? true else { return nil }
    }
    return MarkdownEscapes.read(Substring(value))
  }
}
