import BoardModel

/// Every small board, and every edit of a small board.
package enum SmallBoards {
  /// The boards on which every sequence of three edits is tried.
  package static let forTriples =
    isThorough
    ? ["A[] B[]", "A[a]", "A[a] B[]", "A[a] B[b]", "A[ab]", "A[ab] B[]", "A[abc]", "A[ab] B[c]"]
    : ["A[]", "A[a]", "A[a] B[]"]

  /// The boards of up to so many sections that hold up to so many items in all.
  package static func all(sections: Int, items: Int) -> [Content] {
    let count = isThorough ? items + 1 : items
    var shapes: [[Int]] = [[]]
    var last: [[Int]] = [[]]
    for _ in 0..<sections {
      last = last.flatMap { shape in
        (0...count - shape.reduce(0, +)).map { shape + [$0] }
      }
      shapes += last
    }
    return shapes.map(board)
  }

  private static func board(_ shape: [Int]) -> Content {
    var names = "abcdefgh".makeIterator()
    return shape.enumerated().map { s, count in
      let items = (0..<count).map { _ in Item(names.next() ?? "z") }
      return Section(id: ["A", "B", "C"][s], title: "old", items: items)
    }
  }

  /// Calls the body with every sequence of edits and the board it leads to.
  package static func forEachStream(
    from board: Content, length: Int, _ body: ([Edit], Content) throws -> Void
  ) rethrows {
    try visit(board, [], length, body)
  }

  private static func visit(
    _ board: Content, _ edits: [Edit], _ length: Int, _ body: ([Edit], Content) throws -> Void
  ) rethrows {
    if length == 0 { return try body(edits, board) }
    let undo = [edits.last?.inverse].compactMap(\.self)
    for edit in self.edits(on: board, name: edits.count) + undo {
      var next = board
      next.perform(edit)
      try visit(next, edits + [edit], length - 1, body)
    }
  }

  private static func edits(on board: Content, name: Int) -> [Edit] {
    itemEdits(on: board, name) + sectionEdits(on: board, name)
  }

  private static func itemEdits(on board: Content, _ name: Int) -> [Edit] {
    let new = Item(["x", "y", "z"][name])
    var edits = gaps(board).map { Edit.insertItem(new, at: $0) }
    for (s, section) in board.enumerated() {
      for (i, item) in section.items.enumerated() {
        edits.append(.deleteItem(item, at: [s, i]))
        let text: Text = item.text == "old" ? "new" : "old"
        edits.append(.reloadItem(item.id, at: [s, i], from: item.text, to: text))
        let done: Text? = item.fields["done"] == nil ? "yes" : nil
        edits.append(
          .reconfigureItem(item.id, at: [s, i], of: item.fields, by: ["done": done]))
        var rest = board
        rest[s].items.remove(at: i)
        edits += gaps(rest).map { .moveItem(item.id, from: [s, i], to: $0) }
      }
    }
    return edits
  }

  private static func gaps(_ board: Content) -> [IndexPath] {
    board.enumerated().flatMap { s, section in (0...section.items.count).map { [s, $0] } }
  }

  private static func sectionEdits(on board: Content, _ name: Int) -> [Edit] {
    let new = Section(
      id: ["X", "Y", "Z"][name], title: "old", items: [Item(["u", "v", "w"][name])])
    var edits = (0...board.count).map { Edit.insertSection(new, at: $0) }
    for (s, section) in board.enumerated() {
      edits.append(.deleteSection(section, at: s))
      let title: Text = section.title == "old" ? "new" : "old"
      edits.append(.reloadSection(section.id, at: s, from: section.title, to: title))
      edits += board.indices.map { .moveSection(section.id, from: s, to: $0) }
    }
    return edits
  }
}

extension Item {
  fileprivate init(_ name: Character) {
    self.init(id: .init(unchecked: String(name)), text: "old")
  }
}

extension Sequence where Element == Edit {
  /// The items that the edits name, also as part of a section.
  package var touchedItems: Set<ItemID> {
    reduce(into: []) { items, edit in
      switch edit {
      case .insertItem(let item, _), .deleteItem(let item, _): items.insert(item.id)
      case .moveItem(let id, _, _), .reloadItem(let id, _, _, _),
        .reconfigureItem(let id, _, _, _):
        items.insert(id)
      case .insertSection(let section, _), .deleteSection(let section, _):
        items.formUnion(section.items.map(\.id))
      case .moveSection, .reloadSection: break
      }
    }
  }
}
