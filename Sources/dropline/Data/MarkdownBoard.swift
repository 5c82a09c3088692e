import BoardModel
import BoardWire

/// A line of a file that has no place on a board, and why.
struct FileFault: Error, Equatable {
  /// The number of the line, from 1.
  let line: Int
  let reason: String
}

/// A board as Markdown: a heading for each section, a list item for each item.
///
/// Each text is one line: line feeds and tabs are `\n` and `\t`, a backslash is two, and a blank at an
/// end is `\u{20}`. So the content that is written is the content that is read.
struct MarkdownBoard {
  private(set) var content: Content = []
  private var number = 0
  private var itemCount = 0
  /// The level of the headings of sections; nil before the first heading.
  private var level: Int?
  private var hasTitle = false

  /// Reads a file. Blank lines are skipped.
  ///
  /// Headings of one level are the sections. A title with `#` may stand before them.
  ///
  /// - Throws: `FileFault` for the first line that is neither a heading nor an item.
  init(_ bytes: [UInt8]) throws(FileFault) {
    for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      number += 1
      guard let text = String(validating: line, as: UTF8.self) else {
        throw fault("this line is not UTF-8")
      }
      try read(Substring(text).trimmed(atStart: false))
    }
  }

  /// The file of a content.
  static func file(of content: Content) -> String {
    let sections = content.map { section in
      let rows = [row("##", section.title)] + section.items.map { row("-", $0.text) }
      return rows.joined()
    }
    return sections.joined(separator: "\n")
  }

  private static func row(_ mark: String, _ text: Text) -> String {
    guard text.byteCount > 0 else { return "\(mark)\n" }
    return "\(mark) \(MarkdownEscapes.escaped(text.string))\n"
  }
}

extension MarkdownBoard {
  private func fault(_ reason: String) -> FileFault { FileFault(line: number, reason: reason) }

  private mutating func read(_ line: Substring) throws(FileFault) {
    guard !line.isEmpty else { return }
    let marks = line.unicodeScalars.prefix { $0 != " " && $0 != "\t" }
    let mark = Substring(marks)
    let rest = Substring(line.unicodeScalars[marks.endIndex...])
    let text = MarkdownEscapes.read(rest.trimmed(atStart: true))
    if mark.allSatisfy({ $0 == "#" }), (1...6).contains(mark.count) {
      try add(section: Text(text), level: mark.count)
    } else if Self.isItem(mark) {
      try add(item: Text(text))
    } else if mark.isEmpty {
      throw fault("a line must not be indented: an item has no items; write `- TEXT` at its start")
    } else {
      throw fault("neither a heading nor an item; write `## TITLE` or `- TEXT`")
    }
  }

  /// Whether this is `-`, `*`, `+`, or a number with a period or a parenthesis.
  private static func isItem(_ mark: Substring) -> Bool {
    if ["-", "*", "+"].contains(mark) { return true }
    guard let last = mark.last, last == "." || last == ")", mark.count > 1 else { return false }
    return mark.dropLast().utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  private mutating func add(section title: Text, level new: Int) throws(FileFault) {
    guard title.byteCount <= Limits.titleBytes else {
      throw fault("a title has at most \(Limits.titleBytes) bytes")
    }
    if level == 1, new > 1, content.count == 1, itemCount == 0, !hasTitle {
      (hasTitle, level) = (true, new)
      content = []
    }
    guard new == level ?? new else {
      let marks = String(repeating: "#", count: level ?? new)
      throw fault("all sections have headings of one level; write `\(marks) TITLE`")
    }
    level = new
    guard content.count < Limits.sections else {
      throw fault("a board has at most \(Limits.sections) sections")
    }
    content.append(Section(id: SectionID(unchecked: "s\(content.count + 1)"), title: title))
  }

  private mutating func add(item text: Text) throws(FileFault) {
    guard !content.isEmpty else {
      throw fault("a heading must be before this item; write `## TITLE` above it")
    }
    guard text.byteCount <= Limits.textBytes else {
      throw fault("a text has at most \(Limits.textBytes) bytes")
    }
    guard itemCount < Limits.items else {
      throw fault("a board has at most \(Limits.items) items")
    }
    itemCount += 1
    let item = Item(id: ItemID(unchecked: "i\(itemCount)"), text: text)
    content[content.count - 1].items.append(item)
  }
}

/// The escapes of a text in a line of Markdown.
private enum MarkdownEscapes {
  static func escaped(_ text: String) -> String {
    var result = TextEscapes.escaped(text)
    if result.utf8.first == 0x20 { result = "\\u{20}" + result.unicodeScalars.dropFirst().text }
    if result.utf8.last == 0x20 { result = result.unicodeScalars.dropLast().text + "\\u{20}" }
    return result
  }

  /// Undoes escapes. A backslash that begins none is itself.
  static func read(_ text: Substring) -> String {
    var rest = text.unicodeScalars
    var result = String.UnicodeScalarView()
    while let scalar = rest.popFirst() {
      result.append(scalar == "\\" ? escape(&rest) : scalar)
    }
    return String(result)
  }

  private static func escape(_ rest: inout Substring.UnicodeScalarView) -> Unicode.Scalar {
    switch rest.first {
    case "\\": return rest.removeFirst()
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
  fileprivate func trimmed(atStart: Bool) -> Substring {
    let scalars = unicodeScalars
    let isBlank = { (scalar: Unicode.Scalar) in " \t\r".unicodeScalars.contains(scalar) }
    if atStart { return Substring(scalars.drop(while: isBlank)) }
    guard let last = scalars.lastIndex(where: { !isBlank($0) }) else { return "" }
    return Substring(scalars[...last])
  }
}
