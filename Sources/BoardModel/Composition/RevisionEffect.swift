/// What one revision came to, for each item and section that it touched, by name.
///
/// What was deleted and inserted again under its name within the revision counts as moved.
package struct RevisionEffect {
  /// What became of something, and where and what it was before.
  package struct Change<ID: Hashable, Place> {
    package let id: ID
    /// Its place on the board before, or nil if it was not there.
    package var home: Place?
    /// Its text or title on the board before.
    package var old: Text?
    /// Whether it is on the board after.
    package var stands: Bool
    /// Whether it was ever taken out and put in again.
    package var hasMoved: Bool
    /// Its text or title after, as far as any edit told.
    package var new: Text?

    package var isInsert: Bool { home == nil }
    package var isDelete: Bool { !stands }
    /// Whether it is on both boards, and was moved.
    package var isMove: Bool { home != nil && stands && hasMoved }
    /// Whether it is on both boards, with another text or title.
    package var isEdit: Bool { home != nil && stands && new != nil && new != old }
    /// Whether it comes to anything at all.
    fileprivate var isAny: Bool { home == nil ? stands : !stands || isMove || isEdit }

    /// Takes in what another record tells of the same thing.
    fileprivate mutating func merge(_ other: Self) {
      home = home ?? other.home
      if other.stands || !stands { new = other.new }
      stands = stands || other.stands
      hasMoved = true
    }
  }

  package typealias ItemChange = Change<ItemID, IndexPath>
  package typealias SectionChange = Change<SectionID, Int>

  /// In the order in which the revision touched them first.
  package private(set) var items: [ItemChange] = []
  package private(set) var sections: [SectionChange] = []

  /// - Parameters:
  ///   - edits: the edits of the revision.
  ///   - before: the board before it.
  /// - Complexity: that of composing the edits, and of looking up each thing on the board before.
  package init(of edits: ArraySlice<Edit>, before: some BoardContent) {
    let composition = Composition(edits)
    let standing = Standing(composition)
    collectSections(composition, standing, before)
    collectItems(composition, standing)
    for index in items.indices {
      items[index].old = items[index].home.map { before.item(at: $0).text }
    }
    for index in sections.indices {
      sections[index].old = sections[index].home.map { before.title(at: $0) }
    }
    items.removeAll { !$0.isAny }
    sections.removeAll { !$0.isAny }
  }
}

extension RevisionEffect {
  /// Which records are on the board after.
  private struct Standing {
    var sections: [Bool]
    var items: [Bool]

    init(_ composition: Composition) {
      var sections = [Bool](repeating: false, count: composition.sections.count)
      var items = [Bool](repeating: false, count: composition.items.count)
      composition.list.walk { piece, _ in if let number = piece.record { sections[number] = true } }
      for (number, section) in composition.sections.enumerated() where sections[number] {
        section.items.walk { piece, _ in if let number = piece.record { items[number] = true } }
      }
      self.sections = sections
      self.items = items
    }
  }

  private mutating func collectSections(
    _ composition: Composition, _ standing: Standing, _ before: some BoardContent
  ) {
    var numbers: [SectionID: Int] = [:]
    for (number, record) in composition.sections.enumerated() {
      guard let id = record.id ?? record.index.map({ before.sectionID(at: $0) }) else { continue }
      sections.add(
        SectionChange(
          id: id, home: record.index, stands: standing.sections[number],
          hasMoved: record.hasMoved, new: record.title), by: &numbers)
    }
  }

  private mutating func collectItems(_ composition: Composition, _ standing: Standing) {
    var numbers: [ItemID: Int] = [:]
    for (number, record) in composition.items.enumerated() {
      let section = record.section.flatMap { composition.sections[$0].index }
      items.add(
        ItemChange(
          id: record.id, home: section.map { IndexPath(section: $0, item: record.index) },
          stands: standing.items[number], hasMoved: record.hasMoved, new: record.text),
        by: &numbers)
    }
    for section in composition.sections {
      section.forEachUntouchedRemains { id, home in
        items.add(ItemChange(id: id, home: home, stands: false, hasMoved: false), by: &numbers)
      }
    }
  }
}

extension Composition.SectionRecord {
  /// Calls the body for the items that went with the section and that no edit named, with the paths
  /// they had before.
  fileprivate func forEachUntouchedRemains(_ body: (ItemID, IndexPath) -> Void) {
    guard let remains, let home = index else { return }
    items.walk { piece, index in
      guard piece.record == nil else { return }
      for position in index..<max(index, min(index + piece.count, remains.items.count)) {
        let path = IndexPath(section: home, item: piece.start + position - index)
        body(remains.items[position].id, path)
      }
    }
  }
}

extension Array {
  /// Adds what a record tells, to what another told of the same thing if there is one.
  fileprivate mutating func add<ID, Place>(
    _ change: Element, by numbers: inout [ID: Int]
  ) where Element == RevisionEffect.Change<ID, Place> {
    if let number = numbers[change.id] {
      self[number].merge(change)
    } else {
      numbers[change.id] = count
      append(change)
    }
  }
}
