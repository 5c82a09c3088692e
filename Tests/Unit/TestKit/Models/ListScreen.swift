import BoardModel
import BoardReplica

/// A model of a list view under UIKit's rules, driven by the updates of a replica.
///
/// It reads texts from the data source only if a row says so, so an incomplete update is visible.
package final class ListScreen {
  /// The update, the shown content, and the expected one.
  package struct Fault: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
  }

  package private(set) var content: Content

  package init(_ board: Board = Board()) { content = board.content }

  /// Reloads everything.
  package func reload(_ board: Board) { content = board.content }

  /// Performs an update.
  ///
  /// - Parameter board: The data source after.
  /// - Throws: `Fault` if a list view would throw, or would not show the board afterwards.
  package func perform(_ update: ViewUpdate, showing board: Board) throws {
    rename(by: update)
    let after = board.content
    let before = content
    do throws(ListViewModel.Refusal) {
      let literal = update.batch(from: before, to: after)
      try ListViewModel(before).checkHazards(literal)
      content = try ListViewModel(before).performWithReloads(literal.withDeletes(on: before))
    } catch {
      throw Fault("\(error.reason)\n\(update)\n\(before.drawn)\n\(after.drawn)")
    }
    if content != after {
      throw Fault(
        "not the board after\n\(update)\n\(before.drawn)\n\(after.drawn)\n"
          + "but \(content.drawn)")
    }
  }

  /// Replaces provisional ids by those of the data source.
  private func rename(by update: ViewUpdate) {
    var items: [ItemID: ItemID] = [:]
    var sections: [SectionID: SectionID] = [:]
    for renaming in update.renamings {
      switch renaming {
      case .item(let old, let new): items[old] = new
      case .section(let old, let new): sections[old] = new
      }
    }
    content = content.map { section in
      Section(
        id: sections[section.id] ?? section.id, title: section.title,
        items: section.items.map {
          Item(id: items[$0.id] ?? $0.id, text: $0.text, fields: $0.fields)
        })
    }
  }
}

extension ViewUpdate {
  /// The same rows with names, as a batch has them.
  fileprivate func batch(from before: Content, to after: Content) -> BatchUpdate {
    let old = ContentShape(before)
    func item(_ path: IndexPath, _ content: Content) -> Item {
      guard content.indices.contains(path.section),
        content[path.section].items.indices.contains(path.item)
      else { return Item(id: "missing", text: "") }
      return content[path.section].items[path.item]
    }
    func section(_ index: Int, _ content: Content) -> Section {
      content.indices.contains(index) ? content[index] : Section(id: "missing", title: "")
    }
    var batch = BatchUpdate()
    batch.deletes = deletedItems.map { .init(item($0, before).id, at: $0) }
    batch.inserts = insertedItems.map {
      let new = item($0, after)
      return .init(new, at: $0, was: old.indexPath(of: new.id))
    }
    batch.moves = movedItems.map { .init(item($0.from, before).id, from: $0.from, to: $0.to) }
    batch.reloads = reloadedItems.map { path in
      let old = item(path, before)
      let new = after.lazy.flatMap(\.items).first { $0.id == old.id } ?? old
      return .init(old.id, text: new.text, old.fields.changes(to: new.fields), at: path)
    }
    batch.reconfigures = reconfiguredItems.map { path in
      let old = item(path, before)
      let new = after.lazy.flatMap(\.items).first { $0.id == old.id } ?? old
      return .init(old.id, old.fields.changes(to: new.fields), at: path)
    }
    batch.deletedSections = deletedSections.map { .init(section($0, before).id, at: $0) }
    batch.insertedSections = insertedSections.map { index in
      let new = section(index, after)
      let items = new.items.map { BatchUpdate.Arrival($0, was: old.indexPath(of: $0.id)) }
      return .init(new.id, title: new.title, items: items, at: index)
    }
    batch.movedSections = movedSections.map {
      .init(section($0.from, before).id, from: $0.from, to: $0.to)
    }
    batch.reloadedSections = reloadedSections.map { index in
      let id = section(index, before).id
      return .init(id, title: after.first { $0.id == id }?.title ?? "", at: index)
    }
    return batch
  }
}

extension BatchUpdate {
  /// What reloads of sections that are empty afterwards come to: their cells go.
  ///
  /// Only of a section with its old title can a reload mean that.
  func withDeletes(on before: Content) -> BatchUpdate {
    var batch = self
    for row in reloadedSections where before[row.index].title == row.title {
      batch.reloadedSections.removeAll { $0.index == row.index }
      batch.deletes += before[row.index].items.enumerated().map {
        .init($1.id, at: IndexPath(section: row.index, item: $0))
      }
    }
    return batch
  }
}

extension Content {
  /// The content on one line, for faults.
  package var drawn: String {
    map { "\($0.id) \($0.title): " + $0.items.map { "\($0.id)=\($0.text)" }.joined(separator: " ") }
      .joined(separator: " | ")
  }
}
