import BoardModel

/// The old neighbours after which items and sections return.
struct UndoAnchors {
  /// What returns, in its old order, and the section right before it; nil if it comes first.
  private(set) var sections: [(change: ChangeSummary.SectionChange, anchor: SectionID?)] = []
  /// What returns, in its old order, with its section and its anchor there.
  private(set) var items: [(change: ChangeSummary.ItemChange, home: SectionID, anchor: Anchor)] =
    []

  /// - Complexity: O(log *n*) for each item or section that returns and for each old neighbour that is
  ///   not there any more. A search to the left ends at the latest at the start of the previous one.
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
      assert(section.origin != nil && anchor != section.id, "a section was somewhere before")
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
      assert(anchor.map { $0 != item.id } ?? true, "an item is not its own anchor")
      items.append((item, home, anchor.map { .after($0) } ?? .start(home)))
    }
  }
}
