import BoardAuthority
import BoardModel
import TestKit

/// A place by index on plain arrays: everything is counted with the own items taken out.
struct PlaceModel {
  private var content: Content
  private var own: Set<ItemID>
  private var section: SectionID?
  /// How many items are left of the place.
  private var index: Int

  /// Makes the place of a path, or returns nil if there is none.
  init?(_ path: IndexPath, on content: Content, without own: Set<ItemID>) {
    (self.content, self.own, index) = (content, own, path.item)
    guard content.indices.contains(path.section) else { return nil }
    section = content[path.section].id
    guard path.item <= count(of: content[path.section].items[...]) else { return nil }
  }

  /// The path now, or nil if the section is gone or was gone for a while.
  var path: IndexPath? {
    content.firstIndex { $0.id == section }.map { [$0, index] }
  }

  /// Counts from now on without these of the own items only: those of the others that are between
  /// its neighbours are left of the place.
  mutating func keep(own left: Set<ItemID>) {
    if let section = content.first(where: { $0.id == section }) {
      let others = section.items.indices.filter { !own.contains(section.items[$0].id) }
      let full = index < others.count ? others[index] : section.items.count
      index = section.items[..<full].count { !left.contains($0.id) }
    }
    own = left
  }

  mutating func follow(_ edits: some Sequence<Edit>) {
    for edit in edits {
      switch edit {
      case .insertItem(let item, let path): insert(item.id, at: path, in: content)
      case .deleteItem(let item, let path): delete(item.id, at: path)
      case .moveItem(let item, let source, let destination):
        delete(item, at: source)
        var rest = content
        rest[source.section].items.remove(at: source.item)
        insert(item, at: destination, in: rest)
      case .deleteSection(let gone, _): if gone.id == section { section = nil }
      case .insertSection, .moveSection, .reloadItem, .reconfigureItem, .reloadSection: break
      }
      content.perform(edit)
    }
  }

  private mutating func insert(_ item: ItemID, at path: IndexPath, in content: Content) {
    guard content[path.section].id == section, !own.contains(item) else { return }
    if count(of: content[path.section].items[..<path.item]) <= index { index += 1 }
  }

  private mutating func delete(_ item: ItemID, at path: IndexPath) {
    guard content[path.section].id == section, !own.contains(item) else { return }
    if count(of: content[path.section].items[..<path.item]) < index { index -= 1 }
  }

  private func count(of items: ArraySlice<Item>) -> Int {
    items.count { !own.contains($0.id) }
  }
}
