extension BatchUpdate {
  /// Applies the batch to a plain content.
  ///
  /// The content is the board before, the result the board after.
  ///
  /// - Throws: the first rule that the batch breaks on that content.
  /// - Complexity: O(items + rows log rows).
  public func apply(to content: Content) throws(Violation) -> Content {
    if let violation = validate(on: ContentShape(content)) { throw violation }
    return arrange(content)
  }

  /// Does what `apply(to:)` does, for a batch that is known to be legal.
  private func arrange(_ content: Content) -> Content {
    var before = content
    for reload in reloads {
      before.change(reload.path, reload.changes)
      before[reload.path.section].items[reload.path.item].text = reload.text
    }
    for row in reconfigures { before.change(row.path, row.changes) }
    for reload in reloadedSections { before[reload.index].title = reload.title }
    let carried = moves.map { before[$0.source.section].items[$0.source.item] }
    removeItems(of: &before)
    var after = arrangeSections(before)
    insertItems(to: &after, carried: carried)
    return after
  }

  /// Takes deleted items and move sources out, section by section.
  private func removeItems(of before: inout Content) {
    let paths = deletes.map(\.path) + moves.map(\.source)
    for (section, paths) in Dictionary(grouping: paths, by: \.section) {
      let removed = Set(paths.map(\.item))
      let items = before[section].items.enumerated()
      before[section].items = items.filter { !removed.contains($0.offset) }.map(\.element)
    }
  }

  private func arrangeSections(_ before: Content) -> Content {
    let removed = Set(deletedSections.map(\.index) + movedSections.map(\.source))
    let stays = before.enumerated().filter { !removed.contains($0.offset) }.map(\.element)
    let inserts = insertedSections.map { row in
      (row.index, Section(id: row.id, title: row.title, items: row.items.map(\.item)))
    }
    return merge(stays, inserts + movedSections.map { ($0.destination, before[$0.source]) })
  }

  private func insertItems(to after: inout Content, carried: [Item]) {
    let arrivals =
      inserts.map { ($0.path, $0.arrival.item) }
      + zip(moves, carried).map { ($0.destination, $1) }
    for (section, arrivals) in Dictionary(grouping: arrivals, by: \.0.section) {
      after[section].items = merge(after[section].items, arrivals.map { ($0.item, $1) })
    }
  }
}

extension Content {
  fileprivate mutating func change(_ path: IndexPath, _ changes: FieldChanges) {
    let fields = self[path.section].items[path.item].fields
    self[path.section].items[path.item].fields = fields.applying(changes)
  }
}

/// Puts elements at their indices after, and what stays into the free places.
private func merge<Element>(_ stays: [Element], _ inserted: [(Int, Element)]) -> [Element] {
  var result: [Element] = []
  result.reserveCapacity(stays.count + inserted.count)
  var rest = stays[...]
  for (index, element) in inserted.sorted(by: { $0.0 < $1.0 }) {
    assert(index >= result.count, "no two elements are inserted at one index")
    let filling = rest.prefix(index - result.count)
    result += filling
    rest = rest[filling.endIndex...]
    result.append(element)
  }
  return result + rest
}
