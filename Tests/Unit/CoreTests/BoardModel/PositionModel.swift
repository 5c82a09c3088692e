import BoardModel
import TestKit

/// The reference for positions on boards that change: plain arrays, on which it follows ids.
struct PositionModel {
  /// A gap by what is on its right, some items not counted.
  private struct Gap {
    let section: SectionID
    var right: ItemID?
  }

  private let before: Content
  private var content: Content
  private let ignored: Set<ItemID>
  private var gaps: [IndexPath: Gap] = [:]
  /// The sections that were on all boards so far.
  private var lasting: Set<SectionID>

  init(_ content: Content, ignoring ignored: Set<ItemID> = []) {
    before = content
    self.content = content
    self.ignored = ignored
    lasting = Set(content.map(\.id))
    for (path, _) in content.gaps {
      gaps[path] = Gap(section: content[path.section].id, right: right(of: path))
    }
  }

  mutating func apply(_ edits: some Sequence<Edit>) {
    for edit in edits { apply(edit) }
  }

  private mutating func apply(_ edit: Edit) {
    switch edit {
    case .deleteItem(let item, let path): leave(item.id, at: path)
    case .moveItem(let item, let path, _): leave(item, at: path)
    case .deleteSection(let section, _): lasting.remove(section.id)
    case .insertItem, .reloadItem, .reconfigureItem, .insertSection, .moveSection, .reloadSection:
      break
    }
    content.perform(edit)
  }

  /// An item that leaves its place is no neighbour any more: the next one is.
  private mutating func leave(_ item: ItemID, at path: IndexPath) {
    let next = right(of: IndexPath(section: path.section, item: path.item + 1))
    for (start, gap) in gaps where gap.right == item { gaps[start]?.right = next }
  }

  private func right(of path: IndexPath) -> ItemID? {
    content[path.section].items.dropFirst(path.item).first { !ignored.contains($0.id) }?.id
  }

  /// The index now of the section at an index before, or nil if it was deleted.
  func section(_ index: Int) -> Int? {
    let id = before[index].id
    return lasting.contains(id) ? content.firstIndex { $0.id == id } : nil
  }

  /// What became of the item at a path before.
  func item(_ path: IndexPath) -> MappedItem {
    let id = before[path.section].items[path.item].id
    return content.location(of: id).map { .at($0) } ?? .deleted(id)
  }

  /// The path now of the gap at a path before, or nil if its section was deleted.
  func gap(_ path: IndexPath) -> IndexPath? {
    guard let gap = gaps[path], let section = section(path.section) else { return nil }
    guard let right = gap.right else { return [section, content[section].items.count] }
    return content.location(of: right)
  }
}

extension Content {
  /// The path of an item.
  func location(of id: ItemID) -> IndexPath? {
    for (s, section) in enumerated() {
      if let i = section.items.firstIndex(where: { $0.id == id }) { return [s, i] }
    }
    return nil
  }

  /// Every item with its path.
  var paths: [(path: IndexPath, id: ItemID)] {
    enumerated().flatMap { s, section in
      section.items.enumerated().map { (IndexPath(section: s, item: $0), $1.id) }
    }
  }

  /// Every gap, with the item on its right.
  var gaps: [(path: IndexPath, right: ItemID?)] {
    enumerated().flatMap { s, section in
      (0...section.items.count).map { item in
        let right = item < section.items.count ? section.items[item].id : nil
        return (IndexPath(section: s, item: item), right)
      }
    }
  }
}
