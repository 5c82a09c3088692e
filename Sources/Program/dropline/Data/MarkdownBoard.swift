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
/// end is `\u{20}`. Fields are a box and braces (`MarkdownItem`). So the content that is written is the content that
/// is read. A section in which an item is done is written as a task list.
///
/// Leniently read, a file may have more: what is indented below an item, or goes on with it, becomes lines of its
/// text, headings of every level begin sections, and other blocks are left out.
struct MarkdownBoard {
  private(set) var content: Content = []
  private(set) var leftOut = LeftOut()
  /// The lines below items that became lines of their texts.
  private(set) var nestedLines = 0
  private let isLenient: Bool
  /// The title that stands before the sections, if there is one.
  private(set) var title: String?
  /// What the line before belongs to, for a lenient reader.
  private var block = Block.none
  /// The indentation of the item that indented lines belong to; nil below anything else.
  private var itemIndentation: Int?
  /// The columns in front of the text of that item.
  private var itemMargin = 0
  private var number = 0
  private var itemCount = 0
  /// The level of the headings of sections; nil before the first heading.
  private var level: Int?

  /// What a line may go on with.
  private enum Block: Equatable {
    /// There was a blank line, a heading or a rule.
    case none
    case item
    case paragraph
    /// Code up to a line with this mark, below an item or by itself.
    case fence(String, isInItem: Bool)
  }

  /// Reads a file. Blank lines are skipped.
  ///
  /// Headings of one level are the sections. A title with `#` may stand before them.
  ///
  /// - Throws: `FileFault` for the first line that is neither a heading nor an item, unless `isLenient` is set, or
  ///   has more than a board may have.
  init(_ bytes: [UInt8], isLenient: Bool = false) throws(FileFault) {
    self.isLenient = isLenient
    for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      number += 1
      guard let text = String(validating: line, as: UTF8.self) else {
        throw fault("this line is not UTF-8")
      }
      let line = Substring(text).trimmed(atStart: false)
      if isLenient { try readLeniently(line) } else { try read(line) }
    }
  }

  /// The file of a content.
  ///
  /// - Parameter title: The title of the board. Without sections it is left out, since it would be one.
  static func file(of content: Content, titled title: String? = nil) -> String {
    let sections = content.map { section in
      let hasBoxes = section.items.contains { $0.fields.isDone }
      let items = section.items.map { row("-", MarkdownItem.line(of: $0, hasBox: hasBoxes)) }
      return row("##", MarkdownEscapes.escaped(section.title.string)) + items.joined()
    }
    let heading = title.flatMap { sections.isEmpty ? nil : row("#", MarkdownEscapes.escaped($0)) }
    return ([heading].compactMap(\.self) + sections).joined(separator: "\n")
  }

  private static func row(_ mark: String, _ text: String) -> String {
    text.isEmpty ? "\(mark)\n" : "\(mark) \(text)\n"
  }
}

extension MarkdownBoard {
  private func fault(_ reason: String) -> FileFault { FileFault(line: number, reason: reason) }

  private mutating func read(_ line: Substring) throws(FileFault) {
    guard !line.isEmpty, try !readRow(line) else { return }
    throw line.first == " " || line.first == "\t"
      ? fault(
        "a line must not be indented: an item has no items; write `- TEXT` at its start, or take it into "
          + "the item above with --lenient")
      : fault(
        "neither a heading nor an item; write `## TITLE` or `- TEXT`, or leave such lines out with --lenient"
      )
  }

  /// Reads a heading or an item.
  ///
  /// - Returns: Whether the line is one.
  private mutating func readRow(_ line: Substring) throws(FileFault) -> Bool {
    let marks = line.unicodeScalars.prefix { $0 != " " && $0 != "\t" }
    let mark = Substring(marks)
    let rest = Substring(line.unicodeScalars[marks.endIndex...])
    let text = rest.trimmed(atStart: true)
    if mark.allSatisfy({ $0 == "#" }), (1...6).contains(mark.count) {
      try add(section: Text(MarkdownEscapes.read(text)), level: mark.count)
      (block, itemIndentation) = (.none, nil)
    } else if Self.isItem(mark) {
      do throws(Complaint) { try add(MarkdownItem(text)) } catch { throw fault(error.description) }
      (block, itemIndentation, itemMargin) = (.item, 0, mark.count + 1)
    } else {
      return false
    }
    return true
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
    if level == 1, new > 1, content.count == 1, itemCount == 0, self.title == nil {
      (self.title, level) = (content[0].title.string, new)
      content = []
    }
    guard isLenient || new == level ?? new else {
      let marks = String(repeating: "#", count: level ?? new)
      throw fault("all sections have headings of one level; write `\(marks) TITLE`")
    }
    level = new
    guard content.count < Limits.sections else {
      throw fault("a board has at most \(Limits.sections) sections")
    }
    content.append(Section(id: SectionID(unchecked: "s\(content.count + 1)"), title: title))
  }

  private mutating func add(_ item: MarkdownItem) throws(Complaint) {
    if isLenient, content.isEmpty {
      (content, level) = ([Section(id: "s1", title: "Items")], level ?? 2)
    }
    guard !content.isEmpty else {
      throw Complaint("a heading must be before this item; write `## TITLE` above it")
    }
    guard item.text.byteCount <= Limits.textBytes else {
      throw Complaint("a text has at most \(Limits.textBytes) bytes")
    }
    guard itemCount < Limits.items else {
      throw Complaint("a board has at most \(Limits.items) items")
    }
    itemCount += 1
    let id = ItemID(unchecked: "i\(itemCount)")
    content[content.count - 1].items.append(Item(id: id, text: item.text, fields: item.fields))
  }
}

// A lenient reader.

extension MarkdownBoard {
  private mutating func readLeniently(_ line: Substring) throws(FileFault) {
    if case .fence(let mark, let isInItem) = block { return readCode(line, mark, isInItem) }
    let text = line.trimmed(atStart: true)
    guard !text.isEmpty else {
      block = .none
      return
    }
    let indentation = Self.indentation(of: line)
    let belongsToItem = itemIndentation.map { indentation >= $0 + 2 } ?? false
    if !belongsToItem, !Self.isRule(text), try readRow(text) {
      if itemIndentation != nil {
        itemIndentation = indentation
        itemMargin += indentation
      }
      return
    }
    readBlock(text, belongsToItem)
  }

  /// Reads a line that is neither a heading nor an item of a section.
  private mutating func readBlock(_ text: Substring, _ belongsToItem: Bool) {
    let fence = Self.fence(text)
    let goesOn = belongsToItem || block == .item && !Self.isRule(text) && fence == nil
    if goesOn {
      nest(MarkdownEscapes.read(text))
    } else {
      itemIndentation = nil
      if block != .paragraph, !Self.isRule(text) { leftOut.add(.paragraphs) }
      block = Self.isRule(text) ? .none : .paragraph
    }
    if let fence { block = .fence(fence, isInItem: goesOn) }
  }

  private mutating func readCode(_ line: Substring, _ mark: String, _ isInItem: Bool) {
    if isInItem { nest(String(line.dropFirst(min(Self.indentation(of: line), itemMargin)))) }
    if line.trimmed(atStart: true).hasPrefix(mark) { block = isInItem ? .item : .none }
  }

  /// Appends a line to the text of the last item; leaves it out if the text would be too long.
  private mutating func nest(_ line: String) {
    let section = content.count - 1
    let index = content[section].items.count - 1
    let text = Text("\(content[section].items[index].text.string)\n\(line)")
    guard text.byteCount <= Limits.textBytes else { return leftOut.add(.longDetails) }
    content[section].items[index].text = text
    nestedLines += 1
    if block == .none { block = .item }
  }

  /// The columns of blanks and tabs in front of a line.
  private static func indentation(of line: Substring) -> Int {
    line.unicodeScalars.prefix { $0 == " " || $0 == "\t" }.reduce(0) {
      $1 == "\t" ? ($0 / 4 + 1) * 4 : $0 + 1
    }
  }

  /// Whether this is a rule such as `---` or `* * *`.
  private static func isRule(_ text: Substring) -> Bool {
    let marks = text.unicodeScalars.filter { $0 != " " && $0 != "\t" }
    guard let first = marks.first, "-*_".unicodeScalars.contains(first) else { return false }
    return marks.count >= 3 && marks.allSatisfy { $0 == first }
  }

  /// The mark with which code begins and ends.
  private static func fence(_ text: Substring) -> String? {
    ["```", "~~~"].first { text.hasPrefix($0) }
  }
}
