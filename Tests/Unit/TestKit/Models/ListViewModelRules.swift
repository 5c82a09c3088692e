import BoardModel

// The rules that laying out cells does not check: hazards, reloads and ids.

extension ListViewModel {
  /// Refuses what is known to crash or to corrupt list views.
  package func checkHazards(_ batch: BatchUpdate) throws(Refusal) {
    let reloads = batch.reloads.count + batch.reloadedSections.count
    let moves = batch.moves.count + batch.movedSections.count
    if reloads > 0 && moves > 0 { throw Refusal("reloads beside moves") }
    let before =
      batch.deletes.map(\.path) + batch.moves.map(\.source) + batch.reloads.map(\.path)
      + batch.reconfigures.map(\.path)
    let after = batch.inserts.map(\.path) + batch.moves.map(\.destination)
    let quietBefore =
      batch.deletedSections.map(\.index) + batch.movedSections.map(\.source)
      + batch.reloadedSections.map(\.index)
    let quietAfter =
      batch.insertedSections.map(\.index) + batch.movedSections.map(\.destination)
    if before.contains(where: { quietBefore.contains($0.section) }) {
      throw Refusal("a row in a section that goes or moves")
    }
    if after.contains(where: { quietAfter.contains($0.section) }) {
      throw Refusal("a row in a section that comes or moves")
    }
    try checkReloads(batch)
    try checkReconfigures(batch)
    try checkReloadedSections(batch, after)
    for position in batch.movedSections.indices { try checkMove(position, batch) }
  }

  /// Reloads name each thing once, nothing that is deleted, and the title or text is theirs.
  private func checkReloads(_ batch: BatchUpdate) throws(Refusal) {
    let paths = batch.reloads.map(\.path)
    let indices = batch.reloadedSections.map(\.index)
    guard Set(paths).count == paths.count, Set(indices).count == indices.count,
      Set(paths).isDisjoint(with: batch.deletes.map(\.path)),
      Set(indices).isDisjoint(with: batch.deletedSections.map(\.index))
    else { throw Refusal("a reload of something named twice") }
    let content = content
    for path in paths {
      guard content.indices.contains(path.section),
        content[path.section].items.indices.contains(path.item)
      else { throw Refusal("no item to reload") }
    }
    for index in indices where !content.indices.contains(index) {
      throw Refusal("no section to reload")
    }
  }

  /// What is reconfigured is there, once, and nothing else happens to it.
  private func checkReconfigures(_ batch: BatchUpdate) throws(Refusal) {
    let paths = batch.reconfigures.map(\.path)
    let others =
      batch.deletes.map(\.path) + batch.reloads.map(\.path) + batch.moves.map(\.source)
    guard Set(paths).count == paths.count, Set(paths).isDisjoint(with: others) else {
      throw Refusal("a reconfigured item that is named twice")
    }
    let content = content
    for path in paths {
      guard content.indices.contains(path.section),
        content[path.section].items.indices.contains(path.item)
      else { throw Refusal("no item to reconfigure") }
    }
  }

  /// Nothing is put into a section that is reloaded. There are no moves in the batch then.
  private func checkReloadedSections(
    _ batch: BatchUpdate, _ after: [IndexPath]
  ) throws(Refusal) {
    for row in batch.reloadedSections {
      var survivors = Array(content.indices).filter { index in
        !batch.deletedSections.contains { $0.index == index }
      }
      for insert in batch.insertedSections.sorted(by: { $0.index < $1.index }) {
        guard insert.index >= 0, insert.index <= survivors.count else { throw Refusal("no place") }
        survivors.insert(-1, at: insert.index)
      }
      let place = survivors.firstIndex(of: row.index)
      if after.contains(where: { $0.section == place }) {
        throw Refusal("an insert into a reloaded section")
      }
    }
  }

  /// A section move must have an effect: without it the section would be elsewhere.
  private func checkMove(_ position: Int, _ batch: BatchUpdate) throws(Refusal) {
    let move = batch.movedSections[position]
    var others = batch
    others.movedSections.remove(at: position)
    let gone = others.deletedSections.map(\.index) + others.movedSections.map(\.source)
    let rest = content.indices.filter { !gone.contains($0) }
    let places = others.insertedSections.map(\.index) + others.movedSections.map(\.destination)
    let count = rest.count + places.count
    guard (0..<count).contains(move.destination), !places.contains(move.destination) else { return }
    let free = (0..<count).filter { !places.contains($0) }
    let rank = free.firstIndex(of: move.destination)
    if let rank, rank < rest.count, rest[rank] == move.source {
      throw Refusal("a section moved to where it is")
    }
  }
}

extension ListViewModel {
  /// Refuses rows whose id differs from that at their path, and duplicate ids.
  func checkNames(_ batch: BatchUpdate) throws(Refusal) {
    let content = content
    func item(_ path: IndexPath) -> ItemID? {
      guard content.indices.contains(path.section) else { return nil }
      let items = content[path.section].items
      return items.indices.contains(path.item) ? items[path.item].id : nil
    }
    func section(_ index: Int) -> SectionID? {
      content.indices.contains(index) ? content[index].id : nil
    }
    guard batch.deletes.allSatisfy({ item($0.path) == $0.id }),
      batch.moves.allSatisfy({ item($0.source) == $0.id }),
      batch.reloads.allSatisfy({ item($0.path) == $0.id }),
      batch.reconfigures.allSatisfy({ item($0.path) == $0.id }),
      batch.deletedSections.allSatisfy({ section($0.index) == $0.id }),
      batch.movedSections.allSatisfy({ section($0.source) == $0.id }),
      batch.reloadedSections.allSatisfy({ section($0.index) == $0.id })
    else { throw Refusal("a wrong name") }
    try checkArrivals(batch, content)
  }

  private func checkArrivals(_ batch: BatchUpdate, _ content: Content) throws(Refusal) {
    let deleted = Set(batch.deletedSections.map(\.id))
    var sections = content.map(\.id).filter { !deleted.contains($0) }
    sections += batch.insertedSections.map(\.id)
    var old: [ItemID: IndexPath] = [:]
    for (s, section) in content.enumerated() {
      for (i, item) in section.items.enumerated() { old[item.id] = [s, i] }
    }
    let removed = Set(batch.deletes.map(\.id))
    var items = content.filter { !deleted.contains($0.id) }.flatMap { $0.items.map(\.id) }
    items.removeAll { removed.contains($0) }
    let arrivals = batch.inserts.map(\.arrival) + batch.insertedSections.flatMap(\.items)
    items += arrivals.map(\.item.id)
    guard Set(items).count == items.count, Set(sections).count == sections.count else {
      throw Refusal("a name that stands twice")
    }
    guard arrivals.allSatisfy({ $0.was == old[$0.item.id] }) else {
      throw Refusal("a wrong origin")
    }
  }
}

extension ListViewModel {
  /// Performs a batch as `perform` does, with the new texts, fields and titles of what stays.
  package func performWithReloads(_ batch: BatchUpdate) throws(Refusal) -> Content {
    try perform(batch)
    let texts = Dictionary(batch.reloads.map { ($0.id, $0.text) }) { first, _ in first }
    let changes = Dictionary(
      batch.reloads.map { ($0.id, $0.changes) } + batch.reconfigures.map { ($0.id, $0.changes) }
    ) { first, _ in first }
    let titles = Dictionary(batch.reloadedSections.map { ($0.id, $0.title) }) { first, _ in first }
    return content.map { section in
      let items = section.items.map { item in
        var fields = Dictionary(uniqueKeysWithValues: item.fields.map { ($0.name, $0.value) })
        for change in changes[item.id] ?? [:] { fields[change.name] = change.value }
        var all = Fields()
        for (name, value) in fields { all.set(name, to: value) }
        return Item(id: item.id, text: texts[item.id] ?? item.text, fields: all)
      }
      return Section(id: section.id, title: titles[section.id] ?? section.title, items: items)
    }
  }
}
