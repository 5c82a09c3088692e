import BoardClient

// Quoted by `Adapters.md`.

final class ListMirror: ConnectionDelegate {
  var sections: [Section] = []

  func boardDidReload(_ connection: Connection) { sections = connection.replica.shown.content }

  func board(_ connection: Connection, performBatchUpdates update: ViewUpdate) {
    let board = connection.replica.shown
    rename(update.renamings)
    reload(update, from: board)
    let items = update.movedItems.map { sections[$0.from.section].items[$0.from.item] }
    let whole = update.movedSections.map { sections[$0.from] }
    // Before the update: remove, from the highest index down.
    for path in (update.deletedItems + update.movedItems.map(\.from)).sorted(by: >) {
      sections[path.section].items.remove(at: path.item)
    }
    for index in (update.deletedSections + update.movedSections.map(\.from)).sorted(by: >) {
      sections.remove(at: index)
    }
    // After the update: insert, from the lowest index up.
    let newSections =
      update.insertedSections.map { ($0, board.sectionContent(at: $0)) }
      + zip(update.movedSections.map(\.to), whole)
    for (index, section) in newSections.sorted(by: { $0.0 < $1.0 }) {
      sections.insert(section, at: index)
    }
    let newItems =
      update.insertedItems.map { ($0, board.item(at: $0)) }
      + zip(update.movedItems.map(\.to), items)
    for (path, item) in newItems.sorted(by: { $0.0 < $1.0 }) {
      sections[path.section].items.insert(item, at: path.item)
    }
  }

  /// Reads the reloaded items and sections. Their indices count before the update, so the board is
  /// asked by id.
  private func reload(_ update: ViewUpdate, from board: Board) {
    for index in update.reloadedSections {
      guard let place = board.index(of: sections[index].id) else { continue }
      sections[index] = board.sectionContent(at: place)
    }
    for path in update.reloadedItems {
      guard let item = board.item(sections[path.section].items[path.item].id) else { continue }
      sections[path.section].items[path.item] = item
    }
  }

  /// Replaces the provisional ids of own inserts by the ids of the server.
  private func rename(_ renamings: [ViewUpdate.Renaming]) {
    for case .item(let old, to: let new) in renamings {
      for section in sections.indices {
        for index in sections[section].items.indices
        where sections[section].items[index].id == old {
          sections[section].items[index] = Item(
            id: new, text: sections[section].items[index].text)
        }
      }
    }
    for case .section(let old, to: let new) in renamings {
      for index in sections.indices where sections[index].id == old {
        let section = sections[index]
        sections[index] = Section(id: new, title: section.title, items: section.items)
      }
    }
  }
}
