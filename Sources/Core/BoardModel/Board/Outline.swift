// Outlines: a small board as one line of text, for tests, examples and the first content of a server.

extension Content {
  /// Reads an outline, such as `To buy: Bread "Oat milk" | Basket:`.
  ///
  /// Sections stand between `|`. Each is its title, `:`, and its items. An item is a word, or a text in double quotes in
  /// which `\"` and `\\` stand for `"` and `\`. A title may be in double quotes as well; without them it ends at the first `:`.
  /// Sections get the ids `s1`, `s2` and so on, items `i1`, `i2` and so on, in the order of the outline.
  ///
  /// - Throws: `OutlineFault` if a section has no `:`, or quotes do not end.
  /// - Complexity: O(characters).
  public init(outline: String) throws(OutlineFault) {
    var reader = OutlineReader(outline)
    var board = Board()
    self = []
    while !reader.isAtEnd {
      let title = try reader.title()
      let texts = try reader.items()
      append(
        Section(
          id: board.newSectionID(), title: Text(title),
          items: texts.map { Item(id: board.newItemID(), text: Text($0)) }))
    }
  }

  /// The titles and texts as `init(outline:)` reads them; ids are left out.
  ///
  /// - Complexity: O(characters).
  public var outline: String {
    map { section in
      let title = section.title.string.outlined { $0 == ":" || $0 == "|" || $0 == "\"" }
      let items = section.items.map { item in
        " " + item.text.string.outlined { $0.isWhitespace || $0 == "|" || $0 == "\"" }
      }
      return "\(title):\(items.joined())"
    }.joined(separator: " | ")
  }
}

/// Why a text is no outline of a board.
public struct OutlineFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The character at which it is none, counted from 1.
  public let column: Int
  public let reason: String

  public var description: String { "column \(column) of the outline: \(reason)" }
}

extension String {
  /// The text, in quotes if it would be read as another one without.
  fileprivate func outlined(quotingIf isSpecial: (Character) -> Bool) -> String {
    let isPlain = !isEmpty && !contains(where: isSpecial) && first != " " && last != " "
    if isPlain { return self }
    return "\"" + flatMap { $0 == "\"" || $0 == "\\" ? ["\\", $0] : [$0] } + "\""
  }
}

/// Reads an outline from its beginning to its end.
private struct OutlineReader {
  private var rest: Substring
  private let count: Int

  init(_ outline: String) {
    (rest, count) = (outline[...], outline.count)
    skipBlanks()
  }

  var isAtEnd: Bool { rest.isEmpty }

  /// Reads up to the colon of a section.
  mutating func title() throws(OutlineFault) -> String {
    if let quoted = try quoted() {
      guard rest.popFirst() == ":" else { throw fault("a `:` follows the title of a section") }
      return quoted
    }
    let title = rest.prefix { $0 != ":" && $0 != "|" }
    guard rest.dropFirst(title.count).first == ":" else {
      throw fault("a section is its title, `:` and its items")
    }
    rest = rest.dropFirst(title.count + 1)
    return String(title.reversed().drop(while: \.isWhitespace).reversed())
  }

  /// Reads up to the next section, or to the end.
  mutating func items() throws(OutlineFault) -> [String] {
    var items: [String] = []
    while true {
      skipBlanks()
      guard let next = rest.first else { return items }
      if next == "|" {
        rest.removeFirst()
        skipBlanks()
        guard !rest.isEmpty else { throw fault("a section follows `|`") }
        return items
      }
      if let quoted = try quoted() { items.append(quoted) } else { items.append(word()) }
    }
  }

  private mutating func word() -> String {
    let word = rest.prefix { !$0.isWhitespace && $0 != "|" }
    rest = rest.dropFirst(word.count)
    return String(word)
  }

  /// Reads a text in quotes and the blanks behind it; nil if there are no quotes.
  private mutating func quoted() throws(OutlineFault) -> String? {
    guard rest.first == "\"" else { return nil }
    rest.removeFirst()
    var text = ""
    while let next = rest.popFirst() {
      guard next != "\"" else {
        skipBlanks()
        return text
      }
      text.append(next == "\\" ? rest.popFirst() ?? next : next)
    }
    throw fault("the quotes do not end")
  }

  private mutating func skipBlanks() { rest = rest.drop(while: \.isWhitespace) }

  private func fault(_ reason: String) -> OutlineFault {
    OutlineFault(column: count - rest.count + 1, reason: reason)
  }
}
