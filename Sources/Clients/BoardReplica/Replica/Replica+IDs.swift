import BoardModel

/// The items and sections that a message adds to a board.
struct Arrivals {
  var items: [Item] = []
  var sections: [(id: SectionID, title: Text)] = []

  /// The content that a batch inserts and the board did not have before.
  init(of batch: BatchUpdate) {
    let arrivals = batch.inserts.map(\.arrival) + batch.insertedSections.flatMap(\.items)
    items = arrivals.filter { $0.was == nil }.map(\.item)
    let replaced = Set(batch.deletedSections.map(\.id))
    sections = batch.insertedSections.filter { !replaced.contains($0.id) }
      .map { ($0.id, $0.title) }
  }

  /// The content that another board does not have.
  init(of content: Content, notOn old: Board) {
    for section in content {
      if !old.contains(section.id) { sections.append((section.id, section.title)) }
      items += section.items.filter { !old.contains($0.id) }
    }
  }

  /// Removes and returns the item that matches an own insert: by its id if that is known, else by
  /// its text, preferably at that path.
  mutating func claim(
    _ newcomer: PendingChange.Newcomer, at path: IndexPath?, on board: Board
  ) -> ItemID? {
    let fitting = items.indices.filter { index in
      newcomer.real.map { $0 == items[index].id } ?? (items[index].text == newcomer.text)
    }
    let best = fitting.first { board.indexPath(of: items[$0].id) == path } ?? fitting.first
    return best.map { items.remove(at: $0).id }
  }

  mutating func claim(_ section: PendingChange.NewSection) -> SectionID? {
    let index = sections.firstIndex { arrival in
      section.real.map { $0 == arrival.id } ?? (arrival.title == section.title)
    }
    return index.map { sections.remove(at: $0).id }
  }
}

// An own insert has a provisional id until the server's id is known. The batch with the insert
// arrives before the reply with the id, so the new item is matched by its text and path; the reply
// then confirms the id.

extension Replica {
  /// Matches own inserts with new items, so that none is shown twice.
  mutating func adopt(_ arrivals: Arrivals) -> [ViewUpdate.Renaming] {
    var arrivals = arrivals
    var renamings: [ViewUpdate.Renaming] = []
    for index in pending.indices where pending[index].putsIn && pending[index].state != .waiting {
      renamings += adoptItems(of: index, from: &arrivals)
      guard let section = pending[index].newSection, sectionIDs[section.provisional] == nil,
        let real = arrivals.claim(section)
      else { continue }
      sectionIDs[section.provisional] = real
      renamings.append(.section(section.provisional, to: real))
    }
    return renamings
  }

  private mutating func adoptItems(
    of index: Int, from arrivals: inout Arrivals
  ) -> [ViewUpdate.Renaming] {
    var renamings: [ViewUpdate.Renaming] = []
    for place in pending[index].newcomers.indices {
      let newcomer = pending[index].newcomers[place]
      guard itemIDs[newcomer.provisional] == nil else { continue }
      let path = landing(of: pending[index].steps[place])
      guard let real = arrivals.claim(newcomer, at: path, on: shown) else { continue }
      itemIDs[newcomer.provisional] = real
      renamings.append(.item(newcomer.provisional, to: real))
    }
    return renamings
  }

  /// The path of an inserted item right after its step.
  private func landing(of step: OwnChange) -> IndexPath? {
    guard case .insert(_, let anchor) = asShown(step), var path = shown.gap(at: anchor)
    else { return nil }
    switch anchor {
    case .before, .end: path.item -= 1
    case .after, .start: break
    }
    return path
  }

  /// A step with the ids that are shown.
  func asShown(_ step: OwnChange) -> OwnChange {
    step.renamed({ shownID(of: $0) }, { shownID(of: $0) })
  }

  /// The edit with provisional ids, for a view that does not know the server's ids yet.
  func asSeen(_ edit: Edit, _ renamings: [ViewUpdate.Renaming]) -> Edit {
    if renamings.isEmpty { return edit }
    switch edit {
    case .insertItem(let item, let path):
      return .insertItem(item.asSeen(renamings), at: path)
    case .insertSection(let section, let index):
      let items = section.items.map { $0.asSeen(renamings) }
      let id = renamings.reduce(section.id) { id, renaming in
        if case .section(let old, id) = renaming { old } else { id }
      }
      return .insertSection(Section(id: id, title: section.title, items: items), at: index)
    case .deleteItem, .moveItem, .reloadItem, .reconfigureItem, .deleteSection, .moveSection,
      .reloadSection:
      return edit
    }
  }

  /// The shown id of an item that was inserted under this one.
  func shownID(of item: ItemID) -> ItemID { itemIDs[item] ?? item }

  func shownID(of section: SectionID) -> SectionID { sectionIDs[section] ?? section }

  /// The server's id of an item, or nil if it is not known yet.
  func serverID(of item: ItemID) -> ItemID? {
    for change in pending {
      if let newcomer = change.newcomers.first(where: { $0.provisional == item }) {
        return newcomer.real
      }
    }
    return shownID(of: item)
  }

  func serverID(of section: SectionID) -> SectionID? {
    for change in pending {
      if let new = change.newSection, new.provisional == section { return new.real }
    }
    return shownID(of: section)
  }

  /// Removes the provisional ids if no pending change can refer to them.
  mutating func forgetIDs() {
    guard pending.isEmpty, !(itemIDs.isEmpty && sectionIDs.isEmpty) else { return }
    itemIDs = [:]
    sectionIDs = [:]
  }

  /// A fresh provisional item id.
  mutating func newItemID() -> ItemID {
    while true {
      lastProvisional += 1
      let id = ItemID(unchecked: "new-\(tagPrefix)-\(lastProvisional)")
      if !shown.contains(id) { return id }
    }
  }

  /// A fresh provisional section id.
  mutating func newSectionID() -> SectionID {
    while true {
      lastProvisional += 1
      let id = SectionID(unchecked: "new-\(tagPrefix)-\(lastProvisional)")
      if !shown.contains(id) { return id }
    }
  }
}

extension PendingChange {
  /// Whether the change inserts something.
  var putsIn: Bool { !newcomers.isEmpty || newSection != nil }
}

extension Item {
  fileprivate func asSeen(_ renamings: [ViewUpdate.Renaming]) -> Item {
    for case .item(let old, id) in renamings { return Item(id: old, text: text, fields: fields) }
    return self
  }
}
