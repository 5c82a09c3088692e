import BoardModel
import BoardWire

/// What fills in the names that a block leaves open with `-`.
package protocol NameSource: ~Copyable {
  /// The name of the item that stands at a path before, or nil if there is none.
  func itemID(before path: IndexPath) -> ItemID?
  /// The name of the section that stands at an index before, or nil if there is none.
  func sectionID(before index: Int) -> SectionID?
  /// A name that the board does not have, another one each time.
  mutating func newItemID() -> ItemID
  /// A name that the board does not have, another one each time.
  mutating func newSectionID() -> SectionID
}

extension BatchBlock {
  /// Fills in the names left open: of what is there, for rows that take something away, and new
  /// ones for what is put in.
  ///
  /// A row that takes away what is not there keeps `-`; it breaks a range rule anyway. No new name
  /// is one that the block itself uses.
  package mutating func fill(from source: inout some NameSource & ~Copyable) {
    for i in batch.deletes.indices where batch.deletes[i].id.isMissing {
      batch.deletes[i].id = source.itemID(before: batch.deletes[i].path) ?? .missing
    }
    for i in batch.moves.indices where batch.moves[i].id.isMissing {
      batch.moves[i].id = source.itemID(before: batch.moves[i].source) ?? .missing
    }
    for i in batch.deletedSections.indices where batch.deletedSections[i].id.isMissing {
      batch.deletedSections[i].id =
        source.sectionID(before: batch.deletedSections[i].index) ?? .missing
    }
    for i in batch.movedSections.indices where batch.movedSections[i].id.isMissing {
      batch.movedSections[i].id =
        source.sectionID(before: batch.movedSections[i].source) ?? .missing
    }
    fillReloads(from: &source)
    fillArrivals(from: &source)
  }

  private mutating func fillReloads(from source: inout some NameSource & ~Copyable) {
    for i in batch.reloads.indices where batch.reloads[i].id.isMissing {
      batch.reloads[i].id = source.itemID(before: batch.reloads[i].path) ?? .missing
    }
    for i in batch.reconfigures.indices where batch.reconfigures[i].id.isMissing {
      batch.reconfigures[i].id = source.itemID(before: batch.reconfigures[i].path) ?? .missing
    }
    for i in batch.reloadedSections.indices where batch.reloadedSections[i].id.isMissing {
      batch.reloadedSections[i].id =
        source.sectionID(before: batch.reloadedSections[i].index) ?? .missing
    }
  }

  private mutating func fillArrivals(from source: inout some NameSource & ~Copyable) {
    let arrivals = batch.inserts.map(\.arrival) + batch.insertedSections.flatMap(\.items)
    let used = UsedNames(
      items: arrivals.map(\.item.id), sections: batch.insertedSections.map(\.id))
    for (kind, i) in lines.inOrder {
      switch kind {
      case .insert:
        batch.inserts[i].arrival.item = used.named(batch.inserts[i].arrival.item, from: &source)
      case .insertSection: fillSection(i, avoiding: used, from: &source)
      case .deleteSection, .moveSection, .reloadSection, .delete, .move, .reload, .reconfigure:
        break
      }
    }
  }

  private mutating func fillSection(
    _ i: Int, avoiding used: UsedNames, from source: inout some NameSource & ~Copyable
  ) {
    if batch.insertedSections[i].id.isMissing {
      batch.insertedSections[i].id = used.newSection(from: &source)
    }
    for j in batch.insertedSections[i].items.indices {
      let item = batch.insertedSections[i].items[j].item
      batch.insertedSections[i].items[j].item = used.named(item, from: &source)
    }
  }
}

extension Content {
  /// Gives new names where they were left open, none of which the block itself uses.
  package mutating func fill(from source: inout some NameSource & ~Copyable) {
    let used = UsedNames(
      items: flatMap { $0.items.map(\.id) }, sections: map(\.id))
    for i in indices {
      if self[i].id.isMissing {
        let id = used.newSection(from: &source)
        self[i] = Section(id: id, title: self[i].title, items: self[i].items)
      }
      for j in self[i].items.indices {
        self[i].items[j] = used.named(self[i].items[j], from: &source)
      }
    }
  }
}

/// The names a block says itself, which must not be given once more.
private struct UsedNames {
  private var items: Set<ItemID> = []
  private var sections: Set<SectionID> = []

  /// Remembers the names, where any is open at all.
  init(items: [ItemID], sections: [SectionID]) {
    if items.contains(where: \.isMissing) { self.items = Set(items) }
    if sections.contains(where: \.isMissing) { self.sections = Set(sections) }
  }

  /// The item, with a new name if it has none.
  func named(_ item: Item, from source: inout some NameSource & ~Copyable) -> Item {
    guard item.id.isMissing else { return item }
    var id = source.newItemID()
    while items.contains(id) { id = source.newItemID() }
    return Item(id: id, text: item.text, fields: item.fields)
  }

  func newSection(from source: inout some NameSource & ~Copyable) -> SectionID {
    var id = source.newSectionID()
    while sections.contains(id) { id = source.newSectionID() }
    return id
  }
}
