import BoardModel

/// The old neighbours after which items and sections go back.
struct UndoAnchors {
  /// What goes back, in its old order, and the section it goes right after; nil for the first place.
  private(set) var sections: [(change: ChangeSummary.SectionChange, anchor: SectionID?)] = []
  /// What goes back, in its old order, its section, and its place there.
  private(set) var items: [(change: ChangeSummary.ItemChange, home: SectionID, anchor: Anchor)] =
    []

  /// - Complexity: O(log *n*) for each thing that goes back and for each old neighbour that is not
  ///   there any more. A walk to the left ends at the latest where the one before it began.
  init(_ plan: UndoPlan) {
    findSections(plan)
    findItems(plan)
  }

  private mutating func findSections(_ plan: UndoPlan) {
    let returning = plan.sections.filter { plan.returns($0) }.map(\.change)
      .sorted { ($0.origin ?? 0) < ($1.origin ?? 0) }
    let ids = Set(returning.map(\.id))
    for section in returning {
      var index = (section.origin ?? 0) - 1
      var anchor: SectionID?
      while index >= 0, anchor == nil {
        let candidate = plan.before.sectionID(at: index)
        if ids.contains(candidate) || plan.board.contains(candidate) { anchor = candidate }
        index -= 1
      }
      sections.append((section, anchor))
    }
  }

  private mutating func findItems(_ plan: UndoPlan) {
    let returning = plan.items.filter { plan.returns($0) }.map(\.change)
    let ids = Set(returning.map(\.id))
    let placed = returning.compactMap { item in item.origin.map { (path: $0, item: item) } }
    for (path, item) in placed.sorted(by: { $0.path < $1.path }) {
      let home = plan.before.sectionID(at: path.section)
      let index = plan.board.index(of: home)
      var place = path
      var anchor: ItemID?
      while place.item > 0, anchor == nil {
        place.item -= 1
        let candidate = plan.before.item(at: place).id
        let isThere = index != nil && plan.board.indexPath(of: candidate)?.section == index
        if ids.contains(candidate) || isThere { anchor = candidate }
      }
      items.append((item, home, anchor.map { .after($0) } ?? .start(home)))
    }
  }
}
