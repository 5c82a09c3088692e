import BoardModel

/// A model of a list view, with one object for each section and cell.
///
/// It applies a batch update literally: rows remove objects by their index before, insert them at
/// their index after, and the others fill the free places. It refuses inconsistent batches. It is
/// an independent implementation of the rules, not the validator.
package final class ListViewModel {
  package struct Refusal: Error, Equatable {
    package var reason: String
    package init(_ reason: String) { self.reason = reason }
  }

  private final class Cell {
    let id: ItemID
    var text: Text
    var fields: Fields
    init(_ item: Item) { (id, text, fields) = (item.id, item.text, item.fields) }
  }

  private final class Header {
    let id: SectionID
    var title: Text
    var cells: [Cell]
    init(_ id: SectionID, _ title: Text, _ items: [Item]) {
      (self.id, self.title, cells) = (id, title, items.map(Cell.init))
    }
  }

  private var screen: [Header]

  package init(_ content: Content) { screen = content.map { Header($0.id, $0.title, $0.items) } }

  package var content: Content {
    screen.map { header in
      let items = header.cells.map { Item(id: $0.id, text: $0.text, fields: $0.fields) }
      return Section(id: header.id, title: header.title, items: items)
    }
  }

  /// Performs a batch, or refuses it and stays unchanged.
  package func perform(_ batch: BatchUpdate) throws(Refusal) {
    try checkHazards(batch)
    try checkNames(batch)
    let old = screen.map { ($0, $0.cells) }
    do {
      try slide(batch)
    } catch {
      screen = old.map(\.0)
      for (header, cells) in old { header.cells = cells }
      throw error
    }
  }

  private func header(_ index: Int) throws(Refusal) -> Header {
    guard screen.indices.contains(index) else { throw Refusal("no section \(index)") }
    return screen[index]
  }

  private func cell(_ path: IndexPath) throws(Refusal) -> Cell {
    let cells = try header(path.section).cells
    guard cells.indices.contains(path.item) else { throw Refusal("no item \(path)") }
    return cells[path.item]
  }

  private func slide(_ batch: BatchUpdate) throws(Refusal) {
    var gone: [ObjectIdentifier] = []
    var places: [(Int, Header)] = []
    for row in batch.deletedSections { gone.append(ObjectIdentifier(try header(row.index))) }
    for row in batch.movedSections {
      let header = try header(row.source)
      gone.append(ObjectIdentifier(header))
      places.append((row.destination, header))
    }
    for row in batch.insertedSections {
      places.append((row.index, Header(row.id, row.title, row.items.map(\.item))))
    }
    let (taken, cells) = try pickUp(batch)
    guard Set(gone).count == gone.count else { throw Refusal("a section named twice") }
    let rest = screen.filter { !gone.contains(ObjectIdentifier($0)) }
    screen = try fill(rest, places)
    try putDown(cells, taken)
  }

  /// The cells that leave their places, and those that get new ones.
  private func pickUp(
    _ batch: BatchUpdate
  ) throws(Refusal) -> (Set<ObjectIdentifier>, [(IndexPath, Cell)]) {
    var taken: [ObjectIdentifier] = []
    var places: [(IndexPath, Cell)] = []
    for row in batch.deletes { taken.append(ObjectIdentifier(try cell(row.path))) }
    for row in batch.moves {
      let cell = try cell(row.source)
      taken.append(ObjectIdentifier(cell))
      places.append((row.destination, cell))
    }
    for row in batch.inserts { places.append((row.path, Cell(row.arrival.item))) }
    guard Set(taken).count == taken.count else { throw Refusal("an item named twice") }
    return (Set(taken), places)
  }

  private func putDown(
    _ places: [(IndexPath, Cell)], _ taken: Set<ObjectIdentifier>
  ) throws(Refusal) {
    for header in screen { header.cells.removeAll { taken.contains(ObjectIdentifier($0)) } }
    for (path, _) in places { _ = try header(path.section) }
    for (index, header) in screen.enumerated() {
      let own = places.filter { $0.0.section == index }.map { ($0.0.item, $0.1) }
      header.cells = try fill(header.cells, own)
    }
  }

  /// Lays objects out: some at given places, the rest in order in the free ones.
  private func fill<Object>(
    _ rest: [Object], _ places: [(Int, Object)]
  ) throws(Refusal) -> [Object] {
    var slots = [Object?](repeating: nil, count: rest.count + places.count)
    for (place, object) in places {
      guard slots.indices.contains(place) else { throw Refusal("no place \(place)") }
      guard slots[place] == nil else { throw Refusal("place \(place) taken twice") }
      slots[place] = object
    }
    var others = rest.makeIterator()
    return slots.compactMap { $0 ?? others.next() }
  }
}
