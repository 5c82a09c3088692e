import BoardModel
import BoardReplica

/// A model of an app's list view: its cells follow from view updates alone.
///
/// It applies each update literally, as UIKit does: rows remove elements by their index before,
/// insert them at their index after, and the rest fills the free places. The data source, already
/// at the board after, is asked only for new or reloaded cells, and for the counts, which must
/// match.
struct ListView {
  private struct Cell {
    var item: Item
    var isStale = false
  }

  private struct Group {
    var id: SectionID
    var title: Text
    var cells: [Cell]
    var isStale = false
  }

  /// Why an update does not fit the shown cells.
  struct Fault: Error, CustomStringConvertible {
    let description: String
  }

  private var groups: [Group] = []

  /// The shown cells.
  var content: Content {
    groups.map { Section(id: $0.id, title: $0.title, items: $0.cells.map(\.item)) }
  }

  /// Reloads everything from the data source.
  mutating func reload(from source: Board) {
    groups = (0..<source.sectionCount).map { Self.group($0, of: source) }
  }

  /// - Throws: `Fault`; the cells are then inconsistent.
  mutating func perform(_ update: ViewUpdate, of source: Board) throws(Fault) {
    try markStale(update)
    let moved = try pickUp(update)
    try arrangeSections(update, of: source)
    try putDown(update, moved, of: source)
    for renaming in update.renamings { rename(renaming) }
    try check(against: source)
    refresh(from: source)
  }

  /// Swaps two cells, to test the comparison.
  mutating func spoil() {
    if let index = groups.firstIndex(where: { $0.cells.count > 1 }) {
      groups[index].cells.swapAt(0, 1)
    } else {
      groups = []
    }
  }
}

// One step after the other.

extension ListView {
  private mutating func markStale(_ update: ViewUpdate) throws(Fault) {
    for path in update.reloadedItems {
      try require(path, "reloaded")
      groups[path.section].cells[path.item].isStale = true
    }
    for index in update.reloadedSections {
      try require(section: index, "reloaded")
      groups[index].isStale = true
    }
  }

  /// Removes deleted and moved cells, and returns the moved ones in the order of the rows.
  private mutating func pickUp(_ update: ViewUpdate) throws(Fault) -> [Cell] {
    let sources = update.movedItems.map(\.from)
    for path in update.deletedItems + sources { try require(path, "deleted or moved") }
    let moved = sources.map { groups[$0.section].cells[$0.item] }
    let gone = Set(update.deletedItems + sources)
    guard gone.count == update.deletedItems.count + sources.count else {
      throw Fault(description: "an item is named twice")
    }
    for path in gone.sorted(by: >) { groups[path.section].cells.remove(at: path.item) }
    return moved
  }

  private mutating func arrangeSections(_ update: ViewUpdate, of source: Board) throws(Fault) {
    let sources = update.movedSections.map(\.from)
    for index in update.deletedSections + sources {
      try require(section: index, "deleted or moved")
    }
    var places: [(Int, Group)] = []
    for row in update.movedSections { places.append((row.to, groups[row.from])) }
    for index in update.insertedSections {
      guard source.hasSection(at: index) else {
        throw Fault(description: "section \(index) is inserted, and the board has none there")
      }
      places.append((index, Self.group(index, of: source)))
    }
    for index in Set(update.deletedSections + sources).sorted(by: >) { groups.remove(at: index) }
    for (index, group) in places.sorted(by: { $0.0 < $1.0 }) {
      guard index <= groups.count else { throw Fault(description: "no place for section \(index)") }
      groups.insert(group, at: index)
    }
  }

  private mutating func putDown(
    _ update: ViewUpdate, _ moved: [Cell], of source: Board
  ) throws(Fault) {
    var places = zip(update.movedItems.map(\.to), moved).map { ($0, $1) }
    for path in update.insertedItems {
      guard source.hasItem(at: path) else {
        throw Fault(description: "an item is inserted at \(path), and the board has none there")
      }
      places.append((path, Cell(item: source.item(at: path))))
    }
    for (path, cell) in places.sorted(by: { $0.0 < $1.0 }) {
      guard groups.indices.contains(path.section),
        path.item <= groups[path.section].cells.count
      else { throw Fault(description: "no place for an item at \(path)") }
      groups[path.section].cells.insert(cell, at: path.item)
    }
  }

  /// The same cell under the server's id.
  private mutating func rename(_ renaming: ViewUpdate.Renaming) {
    switch renaming {
    case .item(let old, let new):
      for group in groups.indices {
        guard let index = groups[group].cells.firstIndex(where: { $0.item.id == old }) else {
          continue
        }
        let cell = groups[group].cells[index]
        groups[group].cells[index].item = Item(id: new, text: cell.item.text)
        return
      }
    case .section(let old, let new):
      guard let index = groups.firstIndex(where: { $0.id == old }) else { return }
      groups[index].id = new
    }
  }

  private func check(against source: Board) throws(Fault) {
    guard groups.count == source.sectionCount else {
      throw Fault(
        description: "\(groups.count) sections are shown, and the board has \(source.sectionCount)")
    }
    for (index, group) in groups.enumerated()
    where !group.isStale && group.cells.count != source.itemCount(in: index) {
      throw Fault(
        description: "section \(index) shows \(group.cells.count) items, and the board has "
          + "\(source.itemCount(in: index)) there")
    }
  }

  private mutating func refresh(from source: Board) {
    for index in groups.indices {
      if groups[index].isStale { groups[index] = Self.group(index, of: source) }
      for item in groups[index].cells.indices where groups[index].cells[item].isStale {
        let path = IndexPath(section: index, item: item)
        groups[index].cells[item] = Cell(item: source.item(at: path))
      }
    }
  }

  private static func group(_ index: Int, of source: Board) -> Group {
    let section = source.sectionContent(at: index)
    return Group(id: section.id, title: section.title, cells: section.items.map { Cell(item: $0) })
  }

  private func require(_ path: IndexPath, _ what: String) throws(Fault) {
    guard groups.indices.contains(path.section),
      groups[path.section].cells.indices.contains(path.item)
    else { throw Fault(description: "the item at \(path) is \(what), and there is none") }
  }

  private func require(section: Int, _ what: String) throws(Fault) {
    guard groups.indices.contains(section) else {
      throw Fault(description: "section \(section) is \(what), and there is none")
    }
  }
}
