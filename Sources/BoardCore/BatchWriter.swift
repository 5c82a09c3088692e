/// Writes a draft as the rows of a batch.
struct BatchWriter<Board: BoardContent> {
  let draft: BatchDraft
  let demotion: Demotion
  /// The board after.
  let content: Board
  /// The paths before of the items that a section holds after, by the section's track and their
  /// number; nil for those that were not on the board.
  let origins: (_ track: Int, _ count: Int) -> [IndexPath?]

  /// The rows, in the canonical order.
  ///
  /// - Complexity: O(tracks log tracks), and the items of the sections that are sent whole.
  func batch() -> BatchUpdate {
    var batch = BatchUpdate()
    for number in draft.sections.indices { write(section: number, to: &batch) }
    for item in draft.items { write(item, to: &batch) }
    batch.sort()
    return batch
  }

  private func write(section number: Int, to batch: inout BatchUpdate) {
    let section = draft.sections[number]
    if demotion.survives[number] {
      writeSurvivor(number, to: &batch)
      return
    }
    if let before = section.before, let id = section.id {
      batch.deletedSections.append(.init(id, at: before))
    }
    if let after = section.after { batch.insertedSections.append(insert(number, at: after)) }
  }

  private func writeSurvivor(_ number: Int, to batch: inout BatchUpdate) {
    let section = draft.sections[number]
    guard let id = section.id, let before = section.before, let after = section.after else {
      return
    }
    if !demotion.stays[number] { batch.movedSections.append(.init(id, from: before, to: after)) }
    if let title = section.newTitle {
      batch.reloadedSections.append(.init(id, title: title, at: before))
    }
  }

  private func insert(_ number: Int, at index: Int) -> BatchUpdate.SectionInsert {
    let section = content.sectionContent(at: index)
    let origins = origins(number, section.items.count)
    let items = zip(section.items, origins).map { BatchUpdate.Arrival($0, was: $1) }
    return .init(section.id, title: section.title, items: items, at: index)
  }

  private func write(_ item: BatchDraft.ItemTrack, to batch: inout BatchUpdate) {
    let source = item.source.flatMap(pathOfSurvivorBefore)
    let destination = item.destination.flatMap(pathOfSurvivorAfter)
    switch (source, destination) {
    case (nil, nil): break
    case (let source?, nil): batch.deletes.append(.init(item.id, at: source))
    case (nil, let path?): batch.inserts.append(insert(item, at: path))
    case (let source?, let destination?):
      write(item, from: source, to: destination, to: &batch)
    }
  }

  /// Writes an item whose sections before and after both survive.
  private func write(
    _ item: BatchDraft.ItemTrack, from source: IndexPath, to destination: IndexPath,
    to batch: inout BatchUpdate
  ) {
    let isReloaded = item.hasChanged && (demotion.isPlain || item.stays && !demotion.hasMoves)
    let isMoved = !item.stays && (demotion.isPlain || !item.hasChanged)
    if isReloaded {
      batch.reloads.append(.init(Item(id: item.id, text: text(item, destination)), at: source))
    }
    if isMoved { batch.moves.append(.init(item.id, from: source, to: destination)) }
    if !isReloaded, !isMoved, item.hasChanged {
      batch.deletes.append(.init(item.id, at: source))
      batch.inserts.append(insert(item, at: destination))
    }
  }

  private func insert(_ item: BatchDraft.ItemTrack, at path: IndexPath) -> BatchUpdate.Insert {
    let was = item.source.flatMap(draft.pathBefore)
    return .init(Item(id: item.id, text: text(item, path)), at: path, was: was)
  }

  private func text(_ item: BatchDraft.ItemTrack, _ path: IndexPath) -> Text {
    item.text ?? content.item(at: path).text
  }

  private func pathOfSurvivorBefore(_ place: BatchDraft.Place) -> IndexPath? {
    demotion.survives[place.section] ? draft.pathBefore(place) : nil
  }

  private func pathOfSurvivorAfter(_ place: BatchDraft.Place) -> IndexPath? {
    demotion.survives[place.section] ? draft.pathAfter(place) : nil
  }
}
