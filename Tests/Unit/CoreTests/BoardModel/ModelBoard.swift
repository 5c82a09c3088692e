import BoardModel

/// The reference for what edits and moves mean: plain arrays, and nothing clever.
struct ModelBoard: Equatable {
  var content: Content

  /// Changes the board by an edit, or returns false and leaves it alone if the edit does not hold.
  mutating func apply(_ edit: Edit) -> Bool {
    switch edit {
    case .insertItem(let item, let path):
      guard self.path(of: item.id) == nil else { return false }
      return insert(item, at: path)
    case .deleteItem(let item, let path):
      guard self.path(of: item.id) == path, self.item(at: path) == item else { return false }
      content[path.section].items.remove(at: path.item)
    case .moveItem(let id, let source, let destination):
      guard path(of: id) == source else { return false }
      let item = content[source.section].items.remove(at: source.item)
      guard insert(item, at: destination) else { return insert(item, at: source) && false }
    case .reloadItem(let id, let path, let old, let new):
      guard self.path(of: id) == path, item(at: path).text == old else { return false }
      content[path.section].items[path.item].text = new
    case .reconfigureItem(let id, let path, let old, let new):
      guard self.path(of: id) == path,
        old.allSatisfy({ item(at: path).fields[$0.name] == $0.value })
      else { return false }
      content[path.section].items[path.item].fields = item(at: path).fields.applying(new)
    case .insertSection, .deleteSection, .moveSection, .reloadSection:
      return applyToSections(edit)
    }
    return true
  }

  private mutating func applyToSections(_ edit: Edit) -> Bool {
    switch edit {
    case .insertSection(let section, let index):
      guard content.indices.contains(index) || index == content.count else { return false }
      content.insert(section, at: index)
    case .deleteSection(let section, let index):
      guard content.indices.contains(index), content[index] == section else { return false }
      content.remove(at: index)
    case .moveSection(let id, let source, let destination):
      guard content.firstIndex(where: { $0.id == id }) == source else { return false }
      content.insert(content.remove(at: source), at: destination)
    case .reloadSection(let id, let index, let old, let new):
      guard content[index].id == id, content[index].title == old else { return false }
      content[index].title = new
    case .insertItem, .deleteItem, .moveItem, .reloadItem, .reconfigureItem:
      return false
    }
    return true
  }

  /// Takes all the items out, then puts them in one after the other from the destination on.
  /// Returns false and leaves the board alone if there is no such destination.
  mutating func move(_ ids: [ItemID], to destination: IndexPath) -> Bool {
    let items = ids.map { item(at: path(of: $0)!) }
    var others = without(ids).content
    guard others.indices.contains(destination.section),
      (0...others[destination.section].items.count).contains(destination.item)
    else { return false }
    others[destination.section].items.insert(contentsOf: items, at: destination.item)
    content = others
    return true
  }

  /// The board without some items.
  func without(_ ids: [ItemID]) -> ModelBoard {
    var copy = self
    for path in ids.compactMap({ path(of: $0) }).sorted().reversed() {
      copy.content[path.section].items.remove(at: path.item)
    }
    return copy
  }

  /// The paths of all items, in order.
  var paths: [IndexPath] {
    content.indices.flatMap { section in
      content[section].items.indices.map { IndexPath(section: section, item: $0) }
    }
  }

  /// The paths at which an item could be put in, and some that are just not.
  var placesAndMisses: [IndexPath] {
    (-1...content.count).flatMap { section in
      let count = content.indices.contains(section) ? content[section].items.count : 0
      return (-1...count + 1).map { IndexPath(section: section, item: $0) }
    }
  }

  func path(of id: ItemID) -> IndexPath? {
    for section in content.indices {
      if let item = content[section].items.firstIndex(where: { $0.id == id }) {
        return IndexPath(section: section, item: item)
      }
    }
    return nil
  }

  func item(at path: IndexPath) -> Item { content[path.section].items[path.item] }

  private mutating func insert(_ item: Item, at path: IndexPath) -> Bool {
    guard content.indices.contains(path.section),
      (0...content[path.section].items.count).contains(path.item)
    else { return false }
    content[path.section].items.insert(item, at: path.item)
    return true
  }
}
