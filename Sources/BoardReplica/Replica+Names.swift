import BoardCore

/// The items and sections that come to a board.
struct Arrivals {
  var items: [Item] = []
  var sections: [(id: SectionID, title: Text)] = []

  /// What a batch puts in that was not there before.
  init(of batch: BatchUpdate) {
    let arrivals = batch.inserts.map(\.arrival) + batch.insertedSections.flatMap(\.items)
    items = arrivals.filter { $0.was == nil }.map(\.item)
    let replaced = Set(batch.deletedSections.map(\.id))
    sections = batch.insertedSections.filter { !replaced.contains($0.id) }
      .map { ($0.id, $0.title) }
  }

  /// What a whole board has that another one has not.
  init(of content: Content, notOn old: Board) {
    for section in content {
      if !old.contains(section.id) { sections.append((section.id, section.title)) }
      items += section.items.filter { !old.contains($0.id) }
    }
  }

  /// Takes an item out that an own insert may have become: one of that name if it is known, else
  /// one of that text, best of all at that path.
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

// What an own insert puts in has a provisional name until the server's name for it is known. The
// batch with the insert comes before the answer that tells the name, so the arrival is recognised by
// what it is; the answer then says for sure.

extension Replica {
  /// Finds own inserts among what arrived, so that nothing is shown twice.
  mutating func adopt(_ arrivals: Arrivals) -> [ViewUpdate.Renaming] {
    var arrivals = arrivals
    var renamings: [ViewUpdate.Renaming] = []
    for index in pending.indices where pending[index].putsIn && pending[index].state != .waiting {
      renamings += adoptItems(of: index, from: &arrivals)
      guard let section = pending[index].newSection, sectionNames[section.provisional] == nil,
        let real = arrivals.claim(section)
      else { continue }
      sectionNames[section.provisional] = real
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
      guard itemNames[newcomer.provisional] == nil else { continue }
      let path = landing(of: pending[index].steps[place])
      guard let real = arrivals.claim(newcomer, at: path, on: shown) else { continue }
      itemNames[newcomer.provisional] = real
      renamings.append(.item(newcomer.provisional, to: real))
    }
    return renamings
  }

  /// The path that an item put in by a step has right after.
  private func landing(of step: OwnChange) -> IndexPath? {
    guard case .insert(_, let anchor) = asShown(step), var path = shown.path(of: anchor)
    else { return nil }
    switch anchor {
    case .before, .end: path.item -= 1
    case .after, .start: break
    }
    return path
  }

  /// A step in the names that are shown.
  func asShown(_ step: OwnChange) -> OwnChange {
    step.renamed({ shownName(of: $0) }, { shownName(of: $0) })
  }

  /// The edit as a view sees it that knows what was adopted under its provisional name.
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
    default: return edit
    }
  }

  /// The name under which an item is shown that was put in under this one.
  func shownName(of item: ItemID) -> ItemID { itemNames[item] ?? item }

  func shownName(of section: SectionID) -> SectionID { sectionNames[section] ?? section }

  /// The name by which the server knows an item, or nil as long as nobody here knows it.
  func serverName(of item: ItemID) -> ItemID? {
    for change in pending {
      if let newcomer = change.newcomers.first(where: { $0.provisional == item }) {
        return newcomer.real
      }
    }
    return shownName(of: item)
  }

  func serverName(of section: SectionID) -> SectionID? {
    for change in pending {
      if let new = change.newSection, new.provisional == section { return new.real }
    }
    return shownName(of: section)
  }

  /// Forgets provisional names that nothing pending speaks of any more.
  mutating func forgetNames() {
    guard pending.isEmpty, !(itemNames.isEmpty && sectionNames.isEmpty) else { return }
    itemNames = [:]
    sectionNames = [:]
  }

  /// A name for an item that nothing on the board has.
  mutating func newItemName() -> ItemID {
    while true {
      lastProvisional += 1
      let name = ItemID(unchecked: "new-\(tagPrefix)-\(lastProvisional)")
      if !shown.contains(name) { return name }
    }
  }

  /// A name for a section that nothing on the board has.
  mutating func newSectionName() -> SectionID {
    while true {
      lastProvisional += 1
      let name = SectionID(unchecked: "new-\(tagPrefix)-\(lastProvisional)")
      if !shown.contains(name) { return name }
    }
  }
}

extension PendingChange {
  /// Whether it puts something in.
  var putsIn: Bool { !newcomers.isEmpty || newSection != nil }
}

extension Item {
  fileprivate func asSeen(_ renamings: [ViewUpdate.Renaming]) -> Item {
    for case .item(let old, id) in renamings { return Item(id: old, text: text) }
    return self
  }
}
