import BoardModel
import BoardReplica

/// A model of a list view under UIKit's rules that shows a board of which a client has counts. Its cells have ids of their own,
/// since an item may not be known.
///
/// It reads an item from the data source only if a row says so, so an incomplete update is visible.
package final class CountedScreen {
  private static let stale: FieldChanges = ["stale": "yes"]

  /// The cells, as items without text.
  private var content: Content = []
  /// The item that each cell shows; nil if it was not known.
  private var items: [ItemID: Item?] = [:]
  private var cellCount = 0

  package init() {}

  /// Reloads everything.
  package func reload(_ board: Board) {
    items = [:]
    content = (0..<board.sectionCount).map { newSection(at: $0, board) }
  }

  /// Performs an update.
  ///
  /// - Parameter board: The data source after.
  /// - Throws: `ListScreen.Fault` if a list view would throw, or would not show the board afterwards.
  package func perform(_ update: ViewUpdate, showing board: Board) throws {
    rename(by: update)
    let before = content
    let batch = batch(update, board)
    do throws(ListViewModel.Refusal) {
      try ListViewModel(before).checkHazards(batch)
      content = try ListViewModel(before).performWithReloads(batch.withDeletes(on: before))
    } catch { throw ListScreen.Fault("\(error.reason)\n\(update)\n\(board.drawn)") }
    guard content.map(\.items.count) == (0..<board.sectionCount).map(board.itemCount(in:)) else {
      throw ListScreen.Fault("other counts\n\(update)\n\(content.drawn)\n\(board.drawn)")
    }
    readStaleCells(of: board)
    try check(board, "\(update)")
  }

  /// - Throws: `ListScreen.Fault` if it does not show what is known of a board.
  package func check(_ board: Board, _ what: String = "") throws {
    for (index, section) in content.enumerated() {
      guard section.id == board.sectionID(at: index), section.title == board.title(at: index) else {
        throw ListScreen.Fault("another section \(index)\n\(what)\n\(board.drawn)")
      }
      for (place, cell) in section.items.enumerated() {
        let known = board.knownItem(at: IndexPath(section: index, item: place))
        guard items[cell.id] == .some(known) else {
          throw ListScreen.Fault(
            "\(index).\(place) shows \(items[cell.id] as Any)\n\(what)\n\(board.drawn)")
        }
      }
    }
  }

  private func newCell(_ path: IndexPath, _ board: Board) -> Item {
    cellCount += 1
    let id = ItemID(unchecked: "cell\(cellCount)")
    items[id] = .some(board.hasItem(at: path) ? board.knownItem(at: path) : nil)
    return Item(id: id, text: "")
  }

  private func newSection(at index: Int, _ board: Board) -> Section {
    Section(
      id: board.sectionID(at: index), title: board.title(at: index),
      items: (0..<board.itemCount(in: index)).map { newCell([index, $0], board) })
  }

  private func readStaleCells(of board: Board) {
    for section in content.indices {
      for item in content[section].items.indices {
        let cell = content[section].items[item]
        guard !cell.text.string.isEmpty || !cell.fields.isEmpty else { continue }
        items[cell.id] = .some(board.knownItem(at: [section, item]))
        content[section].items[item] = Item(id: cell.id, text: "")
      }
    }
  }

  /// Replaces provisional ids by those of the data source.
  private func rename(by update: ViewUpdate) {
    for renaming in update.renamings {
      switch renaming {
      case .item(let old, let new):
        for case (let cell, let item?) in items where item.id == old {
          items[cell] = .some(Item(id: new, text: item.text, fields: item.fields))
        }
      case .section(let old, let new):
        content = content.map {
          Section(id: $0.id == old ? new : $0.id, title: $0.title, items: $0.items)
        }
      }
    }
  }

  /// The same rows with the names of cells.
  private func batch(_ update: ViewUpdate, _ board: Board) -> BatchUpdate {
    func cell(_ path: IndexPath) -> ItemID {
      guard content.indices.contains(path.section),
        content[path.section].items.indices.contains(path.item)
      else { return "missing" }
      return content[path.section].items[path.item].id
    }
    func section(_ index: Int) -> SectionID {
      content.indices.contains(index) ? content[index].id : "missing"
    }
    var batch = BatchUpdate()
    batch.deletes = update.deletedItems.map { .init(cell($0), at: $0) }
    batch.inserts = update.insertedItems.map { .init(newCell($0, board), at: $0) }
    batch.moves = update.movedItems.map { .init(cell($0.from), from: $0.from, to: $0.to) }
    batch.reloads = update.reloadedItems.map { .init(cell($0), text: "stale", at: $0) }
    batch.reconfigures = update.reconfiguredItems.map { .init(cell($0), Self.stale, at: $0) }
    batch.deletedSections = update.deletedSections.map { .init(section($0), at: $0) }
    batch.insertedSections = update.insertedSections.filter(board.hasSection).map { index in
      let new = newSection(at: index, board)
      return .init(new.id, title: new.title, items: new.items.map { .init($0) }, at: index)
    }
    batch.movedSections = update.movedSections.map {
      .init(section($0.from), from: $0.from, to: $0.to)
    }
    batch.reloadedSections = update.reloadedSections.map { index in
      let title = board.index(of: section(index)).map(board.title(at:))
      return .init(section(index), title: title ?? "", at: index)
    }
    return batch
  }
}

extension Board {
  /// What is known of the board on one line, for faults.
  package var drawn: String {
    (0..<sectionCount).map { section in
      let items = (0..<itemCount(in: section)).map { item in
        knownItem(at: [section, item]).map { "\($0.id)=\($0.text)" } ?? "?"
      }
      return "\(sectionID(at: section)) \(title(at: section)): \(items.joined(separator: " "))"
    }.joined(separator: " | ")
  }

  /// Whether it has all items of a content in their places, and the right ones in those of which it knows more.
  package func agrees(with whole: Content) -> Bool {
    sectionCount == whole.count
      && whole.indices.allSatisfy { section in
        sectionID(at: section) == whole[section].id && title(at: section) == whole[section].title
          && itemCount(in: section) == whole[section].items.count
          && whole[section].items.indices.allSatisfy { item in
            knownItem(at: [section, item]).map { $0 == whole[section].items[item] } ?? true
          }
      }
  }
}
