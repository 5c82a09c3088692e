// Index paths, gaps and sections carried through edits. Source of the rules: the specification, 6.6.
//
// A gap `S.I` lies in front of what stands at index I, or at the end of section S. It sticks to its
// right neighbour: what comes in at the gap itself comes in front of it.

extension Edit {
  /// Where an item that stands at a path before the edit stands after it, or nil if it is gone.
  ///
  /// - Complexity: O(1). For the way back, use the inverse edit.
  public func carry(item path: IndexPath) -> IndexPath? {
    if case .moveItem(_, let from, let to) = self, from == path { return to }
    if case .deleteItem(_, let at) = self, at == path { return nil }
    return carry(gap: path)
  }

  /// Where a gap that lies at a path before the edit lies after it, or nil if its section is gone.
  ///
  /// An insert at or in front of it shifts it by one, a delete in front of it by minus one. A move
  /// is a delete and an insert. It stays in its section, wherever that goes.
  ///
  /// - Complexity: O(1). For the way back, use the inverse edit.
  public func carry(gap: IndexPath) -> IndexPath? {
    switch self {
    case .insertItem(_, let path): gap.shifted(byInsertAt: path)
    case .deleteItem(_, let path): gap.shifted(byDeleteAt: path)
    case .moveItem(_, let from, let to):
      gap.shifted(byDeleteAt: from).shifted(byInsertAt: to)
    case .reloadItem, .reloadSection: gap
    case .insertSection, .deleteSection, .moveSection:
      carry(section: gap.section).map { IndexPath(section: $0, item: gap.item) }
    }
  }

  /// Where a section that has an index before the edit is after it, or nil if it is gone.
  ///
  /// - Complexity: O(1).
  public func carry(section: Int) -> Int? {
    switch self {
    case .insertSection(_, let index): section.shifted(byInsertAt: index)
    case .deleteSection(_, let index):
      section == index ? nil : section.shifted(byDeleteAt: index)
    case .moveSection(_, let from, let to):
      section == from ? to : section.shifted(byDeleteAt: from).shifted(byInsertAt: to)
    case .insertItem, .deleteItem, .moveItem, .reloadItem, .reloadSection: section
    }
  }
}

extension Int {
  fileprivate func shifted(byInsertAt index: Int) -> Int { index <= self ? self + 1 : self }
  fileprivate func shifted(byDeleteAt index: Int) -> Int { index < self ? self - 1 : self }
}

extension IndexPath {
  fileprivate func shifted(byInsertAt path: IndexPath) -> IndexPath {
    if path.section != section { return self }
    return IndexPath(section: section, item: item.shifted(byInsertAt: path.item))
  }

  fileprivate func shifted(byDeleteAt path: IndexPath) -> IndexPath {
    if path.section != section { return self }
    return IndexPath(section: section, item: item.shifted(byDeleteAt: path.item))
  }
}

extension Sequence where Element == Edit {
  /// Where a section that has an index before the edits is after them, or nil if it is gone.
  package func carry(section index: Int) -> Int? {
    var section: Int? = index
    for edit in self { section = section.flatMap { edit.carry(section: $0) } }
    return section
  }
}

/// An item on its way through edits.
package enum RebasedItem {
  /// It stands there. A path that was out of range at the start is out of range here.
  case standing(IndexPath)
  /// Deleted; it is back when its name is inserted again.
  case gone(ItemID)
  /// There never was one: the path was out of range, and its section is gone.
  case nowhere

  package init(_ path: IndexPath, through edits: some Sequence<Edit>) {
    self = .standing(path)
    for edit in edits { pass(edit) }
  }

  /// Where it stands, or nil.
  package var path: IndexPath? {
    if case .standing(let path) = self { path } else { nil }
  }

  private mutating func pass(_ edit: Edit) {
    switch self {
    case .standing(let path):
      if let next = edit.carry(item: path) {
        self = .standing(next)
      } else if let id = edit.deletedItem(at: path) {
        self = .gone(id)
      } else {
        self = .nowhere
      }
    case .gone(let id):
      if let path = edit.insertedPath(of: id) { self = .standing(path) }
    case .nowhere:
      return
    }
  }
}

extension Edit {
  /// The name of the item at a path, if the edit deletes it.
  fileprivate func deletedItem(at path: IndexPath) -> ItemID? {
    switch self {
    case .deleteItem(let item, _): item.id
    case .deleteSection(let section, _):
      section.items.indices.contains(path.item) ? section.items[path.item].id : nil
    case .insertItem, .moveItem, .reloadItem, .insertSection, .moveSection, .reloadSection: nil
    }
  }

  /// Where the edit inserts an item of this name, if it does.
  fileprivate func insertedPath(of id: ItemID) -> IndexPath? {
    switch self {
    case .insertItem(let item, let path): item.id == id ? path : nil
    case .insertSection(let section, let index):
      section.items.firstIndex { $0.id == id }.map { IndexPath(section: index, item: $0) }
    case .deleteItem, .moveItem, .reloadItem, .deleteSection, .moveSection, .reloadSection: nil
    }
  }
}
