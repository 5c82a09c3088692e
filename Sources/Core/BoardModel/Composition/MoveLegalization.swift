/// Which sections a batch may treat as the same section before and after, and whether it has moves or
/// reloads.
///
/// A list view rejects item rows in a moved section, moves to and from sections that are inserted or
/// deleted, and reloads together with moves. It accepts an item that is reconfigured beside moves of others. A change that would need them is *demoted*: written as
/// a delete and an insert. In `init(legally:itemCount:)` no later step undoes an earlier one.
struct MoveLegalization {
  /// Which of moves and reloads are written as such; the others are demoted.
  enum Kept {
    /// Both, even of one item. A list view rejects that.
    case both
    /// Moves.
    case moves
    /// Reloads.
    case reloads
  }

  /// For each section track: whether the section is on both boards and not demoted.
  private(set) var survives: [Bool]
  /// For each section track: whether it needs no move if it survives.
  private(set) var stays: [Bool]
  private(set) var kept = Kept.both

  /// Demotes nothing. The rows are correct then, but a list view may reject them.
  init(plainly draft: BatchDraft) {
    survives = draft.sections.map { $0.before != nil && $0.after != nil }
    stays = draft.sections.map(\.stays)
  }

  /// Demotes every change that would make the batch illegal or a hazard.
  ///
  /// - Parameter itemCount: The number of items of a section that is on both boards and has no
  ///   traffic. It is only asked for if the batch would have moves and reloads.
  /// - Complexity: O(tracks), and O(s log s) for s section tracks.
  init(legally draft: BatchDraft, itemCount: (BatchDraft.SectionTrack) -> Int) {
    self.init(plainly: draft)
    demoteSections(draft) { section in
      section.hasTraffic && (!section.stays || section.wasReplaced || section.newTitle != nil)
        || !section.stays && section.newTitle != nil
    }
    _ = separateReloads(draft, items: itemCost(draft), itemCount)
    assert(isLegal(for: draft), "a moved section has no traffic, and no reload is beside a move")
  }

  private func isLegal(for draft: BatchDraft) -> Bool {
    draft.sections.indices.allSatisfy { number in
      let section = draft.sections[number]
      guard survives[number] else { return true }
      let isMoved = !stays[number]
      return section.before != nil && section.after != nil
        && !(isMoved && (section.hasTraffic || section.newTitle != nil || kept == .reloads))
        && !(kept == .moves && section.newTitle != nil)
    }
  }

  private mutating func demoteSections(
    _ draft: BatchDraft, where condition: (BatchDraft.SectionTrack) -> Bool
  ) {
    for (number, section) in draft.sections.enumerated() where condition(section) {
      survives[number] = false
    }
    settle(draft)
  }

  /// Marks moved sections as staying if they only moved past sections that are demoted now.
  private mutating func settle(_ draft: BatchDraft) {
    let moved = survives.indices.filter { survives[$0] && !stays[$0] }
    if moved.isEmpty { return }
    let others = draft.sections.indices.filter { !survives[$0] || !stays[$0] }
    let shift = IndexShift(
      removed: others.compactMap { draft.sections[$0].before }.sorted(),
      inserted: others.compactMap { draft.sections[$0].after }.sorted())
    var ordered: [(number: Int, before: Int, after: Int)] = []
    for number in moved {
      guard let before = draft.sections[number].before, let after = draft.sections[number].after
      else { continue }
      if shift.isNeutral(from: before, to: after) { ordered.append((number, before, after)) }
    }
    ordered.sort { $0.after < $1.after }
    for position in LongestIncreasingSubsequence.positions(in: ordered.map(\.before)) {
      stays[ordered[position].number] = true
    }
  }
}

// A list view accepts no reload beside a move (rule H2), wherever in the batch they are. So the choice
// is one for the whole batch: whichever demotion makes it shorter.
extension MoveLegalization {
  /// The lines by which a batch gets longer if its moves, or its reloads, are demoted.
  ///
  /// An item costs one line. A section is sent whole, so it costs its items as well.
  private struct Cost {
    var moves = 0
    var reloads = 0
  }

  /// Demotes the reloads or the moves if the batch would have both.
  ///
  /// If both cost the same, the moves are kept.
  ///
  /// - Parameter items: What the items cost. That does not change here: sections that are moved or
  ///   reloaded have no traffic.
  /// - Returns: The number of lines by which the batch is longer now.
  private mutating func separateReloads(
    _ draft: BatchDraft, items: Cost, _ itemCount: (BatchDraft.SectionTrack) -> Int
  ) -> Int {
    let hasMoves = items.moves > 0 || contains { !stays[$0] }
    let hasReloads = items.reloads > 0 || contains { draft.sections[$0].newTitle != nil }
    kept = hasMoves ? .moves : .reloads
    guard hasMoves, hasReloads else { return 0 }
    let sections = sectionCost(draft, itemCount)
    let moves = items.moves + sections.moves
    var other = self
    let reloads = other.demoteReloads(draft, items: items, sections: sections, itemCount)
    if moves < reloads { demoteMoves() } else { self = other }
    return min(moves, reloads)
  }

  /// Demotes the reloads, or the moves if few are left without the sections that they moved past.
  ///
  /// - Returns: The number of lines by which the batch is longer now.
  private mutating func demoteReloads(
    _ draft: BatchDraft, items: Cost, sections: Cost,
    _ itemCount: (BatchDraft.SectionTrack) -> Int
  ) -> Int {
    if sections.reloads == 0 { return items.reloads }
    let moved = movedSectionCount
    demoteSections(draft) { $0.newTitle != nil }
    let freed = moved - movedSectionCount
    return sections.reloads - freed + separateReloads(draft, items: items, itemCount)
  }

  private var movedSectionCount: Int { survives.indices.count { survives[$0] && !stays[$0] } }

  private mutating func demoteMoves() {
    for number in survives.indices where !stays[number] { survives[number] = false }
    kept = .reloads
  }

  /// Whether a section that survives satisfies a condition.
  private func contains(where condition: (Int) -> Bool) -> Bool {
    survives.indices.contains { survives[$0] && condition($0) }
  }

  private func itemCost(_ draft: BatchDraft) -> Cost {
    var cost = Cost()
    // By number, so that no track with its strings is copied.
    for number in draft.items.indices
    where draft.items[number].stays
      ? draft.items[number].hasNewText : !draft.items[number].hasChanged
    {
      guard let source = draft.items[number].source,
        let destination = draft.items[number].destination,
        survives[source.section], survives[destination.section]
      else { continue }
      if draft.items[number].stays { cost.reloads += 1 } else { cost.moves += 1 }
    }
    return cost
  }

  private func sectionCost(
    _ draft: BatchDraft, _ itemCount: (BatchDraft.SectionTrack) -> Int
  ) -> Cost {
    var cost = Cost()
    for number in survives.indices where survives[number] {
      if !stays[number] { cost.moves += 1 + itemCount(draft.sections[number]) }
      if draft.sections[number].newTitle != nil {
        cost.reloads += 1 + itemCount(draft.sections[number])
      }
    }
    return cost
  }
}

extension Composition {
  /// The number of untouched items in sections that are on both boards and sent whole nevertheless.
  package func resentCount(before board: some BoardContent) -> Int {
    let draft = draft()
    let legalization = MoveLegalization(legally: draft) { section in
      section.before.map(board.itemCount) ?? 0
    }
    return sections.indices.reduce(0) { sum, number in
      let track = draft.sections[number]
      guard let before = track.before, track.after != nil, !legalization.survives[number] else {
        return sum
      }
      let old = board.itemCount(in: before)
      return sum + (track.wasReplaced ? old : sections[number].items.untouchedCount(old: old))
    }
  }
}
