import BoardModel

/// Boards are drawn in tests: `"Produce: apple pear fig | Dairy: milk | Empty:"`. A word is an
/// item's name and its text; the word before the colon is a section's name and its title.
extension Board: ExpressibleByStringLiteral {
  public init(stringLiteral drawing: String) { self.init(Content(drawing: drawing)) }
}

extension Board: CustomStringConvertible {
  public var description: String { content.drawing }
}

extension [Section] {
  package init(drawing: String) {
    self = drawing.split(separator: "|").map { section in
      let parts = section.split(separator: ":", omittingEmptySubsequences: false)
      precondition(parts.count == 2, "a section is drawn as a name, a colon and its items")
      let name = String(parts[0].filter { $0 != " " })
      let items = parts[1].split(separator: " ").map(String.init)
      return Section(
        id: SectionID(stringLiteral: name), title: Text(name),
        items: items.map { Item(id: ItemID(stringLiteral: $0), text: Text($0)) })
    }
  }

  /// The drawing of this content; a text or title that is not the name follows it after `=`.
  package var drawing: String {
    map { section in
      let words = section.items.map { word($0.id.string, $0.text) }
      return ([word(section.id.string, section.title) + ":"] + words).joined(separator: " ")
    }.joined(separator: " | ")
  }

  private func word(_ name: String, _ text: Text) -> String {
    text.string == name ? name : "\(name)=\"\(text)\""
  }
}

/// Reads a board drawn as `A[abc] B[]`.
package func drawnBoard(_ drawing: String) -> Content {
  drawing.split(separator: " ").map { word in
    let names = word.map(String.init)
    let items = names.dropFirst(2).dropLast().map {
      Item(id: .init(unchecked: $0), text: .init($0))
    }
    return Section(id: .init(unchecked: names[0]), title: .init(names[0]), items: items)
  }
}
