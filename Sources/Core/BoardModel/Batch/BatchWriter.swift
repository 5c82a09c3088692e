/// Writes a draft as the rows of a batch.
///
/// What the draft does not know, the content of sections that are sent whole and some texts, is left
/// open until `complete(with:origins:)`, so that a batch without such rows never asks the board.
struct BatchWriter {
  private let draft: BatchDraft
  private let legalization: MoveLegalization
  private var batch = BatchUpdate()
  /// The tracks of the inserted sections, which have no items yet.
  private var openSections: [Int] = []
  /// The positions of the inserts that have no text yet.
  private var openInserts: [Int] = []
  /// The positions of the others that have no fields yet, if their items have any.
  private var openFields: [Int] = []

  /// Writes the rows.
  ///
  /// - Complexity: O(tracks).
  init(_ draft: BatchDraft, _ legalization: MoveLegalization) {
    self.draft = draft
    self.legalization = legalization
    batch.moves.reserveCapacity(draft.items.count)
    for number in draft.sections.indices { write(section: number) }
    // By number, so that no track with its strings is copied.
    for number in draft.items.indices { write(item: number) }
  }

  /// Fills in what is left open.
  ///
  /// - Parameters:
  ///   - content: the board after.
  ///   - origins: the paths before of the items that a section holds after, by the section's track
  ///     and their number; nil for those that were not on the board.
  /// - Returns: the batch, in the canonical order.
  /// - Complexity: O(tracks log tracks), and the items of the sections that are sent whole.
  consuming func complete(
    with content: some BoardContent, origins: (_ track: Int, _ count: Int) -> [IndexPath?]
  ) -> BatchUpdate {
    for (position, track) in openSections.enumerated() {
      let section = content.sectionContent(at: batch.insertedSections[position].index)
      let origins = section.items.isEmpty ? [] : origins(track, section.items.count)
      assert(origins.count == section.items.count, "each item has an origin or is new")
      let arrivals = zip(section.items, origins)
      batch.insertedSections[position].title = section.title
      batch.insertedSections[position].items = arrivals.map { .init($0, was: $1) }
    }
    for position in openInserts + (!openFields.isEmpty && content.hasFields ? openFields : []) {
      let path = batch.inserts[position].path
      batch.inserts[position].arrival.item = content.item(at: path)
    }
    batch.sort()
    assert(batch.isCanonical, "no two rows of a kind name one place")
    return batch
  }

  private mutating func write(section number: Int) {
    let section = draft.sections[number]
    if legalization.survives[number] {
      writeSurvivor(number)
      return
    }
    guard let id = section.id else { return }
    if let before = section.before {
      batch.deletedSections.append(.init(id, at: before))
    }
    if let after = section.after {
      openSections.append(number)
      batch.insertedSections.append(.init(id, title: "", at: after))
    }
  }

  private mutating func writeSurvivor(_ number: Int) {
    let section = draft.sections[number]
    guard let id = section.id, let before = section.before, let after = section.after else {
      return
    }
    if !legalization.stays[number] {
      batch.movedSections.append(.init(id, from: before, to: after))
    }
    if let title = section.newTitle {
      batch.reloadedSections.append(.init(id, title: title, at: before))
    }
  }

  private mutating func write(item number: Int) {
    let source = draft.items[number].source.flatMap(pathOfSurvivorBefore)
    let destination = draft.items[number].destination.flatMap(pathOfSurvivorAfter)
    switch (source, destination) {
    case (nil, nil): break
    case (let source?, nil): batch.deletes.append(.init(draft.items[number].id, at: source))
    case (nil, let path?): insert(item: number, at: path)
    case (let source?, let destination?): write(item: number, from: source, to: destination)
    }
  }

  /// Writes an item whose sections before and after both survive.
  private mutating func write(
    item number: Int, from source: IndexPath, to destination: IndexPath
  ) {
    let id = draft.items[number].id
    guard canWrite(item: number) else {
      batch.deletes.append(.init(id, at: source))
      return insert(item: number, at: destination)
    }
    if draft.items[number].hasNewText, let text = draft.items[number].text {
      batch.reloads.append(.init(id, text: text, draft.items[number].changes, at: source))
    } else if !draft.items[number].changes.isEmpty {
      batch.reconfigures.append(.init(id, draft.items[number].changes, at: source))
    }
    if !draft.items[number].stays {
      batch.moves.append(.init(id, from: source, to: destination))
    }
  }

  /// Whether a move, a reload, both or neither may be written as such. A reconfigured item must stay.
  private func canWrite(item number: Int) -> Bool {
    switch legalization.kept {
    case .both: true
    case .moves:
      draft.items[number].stays
        ? !draft.items[number].hasNewText : !draft.items[number].hasChanged
    case .reloads: draft.items[number].stays
    }
  }

  private mutating func insert(item number: Int, at path: IndexPath) {
    let item = draft.items[number]
    let was = item.source.flatMap(draft.pathBefore)
    if item.text == nil {
      openInserts.append(batch.inserts.count)
    } else if item.fields == nil {
      openFields.append(batch.inserts.count)
    }
    let new = Item(id: item.id, text: item.text ?? "", fields: item.fields ?? Fields())
    batch.inserts.append(.init(new, at: path, was: was))
  }

  private func pathOfSurvivorBefore(_ place: BatchDraft.Location) -> IndexPath? {
    // A plain batch is no batch for readers.
    let isMovedOut = legalization.kept != .both && PlantedBug.moveOutOfDeletedSection.isPlanted
    return legalization.survives[place.section] || isMovedOut ? draft.pathBefore(place) : nil
  }

  private func pathOfSurvivorAfter(_ place: BatchDraft.Location) -> IndexPath? {
    legalization.survives[place.section] ? draft.pathAfter(place) : nil
  }
}
