/// Which sections a batch may treat as the same section before and after, and whether it has moves.
///
/// A list view rejects item rows in a moved section, moves to and from sections that are inserted or
/// deleted, and reloads together with moves. A change that would need them is *demoted*: written as
/// a delete and an insert. In `init(legally:)` no later step undoes an earlier one.
struct MoveLegalization {
  /// For each section track: whether the section is on both boards and not demoted.
  private(set) var survives: [Bool]
  /// For each section track: whether it needs no move if it survives.
  private(set) var stays: [Bool]
  /// Whether the batch has a move of an item or of a section.
  private(set) var hasMoves = false
  /// Whether reloads and moves may be in one batch, and an item may be both moved and reloaded.
  private(set) var isPlain: Bool

  /// Demotes nothing. The rows are correct then, but a list view may reject them.
  init(plainly draft: BatchDraft) {
    survives = draft.sections.map { $0.before != nil && $0.after != nil }
    stays = draft.sections.map(\.stays)
    isPlain = true
  }

  /// Demotes every change that would make the batch illegal or a hazard.
  ///
  /// - Complexity: O(tracks), and O(s log s) for s section tracks.
  init(legally draft: BatchDraft) {
    self.init(plainly: draft)
    isPlain = false
    demoteSections(draft) { section in
      section.hasTraffic && (!section.stays || section.wasReplaced || section.newTitle != nil)
        || !section.stays && section.newTitle != nil
    }
    hasMoves = holdsMoves(draft)
    if hasMoves {
      demoteSections(draft) { $0.newTitle != nil }
      hasMoves = holdsMoves(draft)
    }
    assert(isLegal(for: draft), "a moved section has no traffic, and no reload is beside a move")
  }

  private func isLegal(for draft: BatchDraft) -> Bool {
    draft.sections.indices.allSatisfy { number in
      let section = draft.sections[number]
      guard survives[number] else { return true }
      let isMoved = !stays[number]
      return section.before != nil && section.after != nil
        && !(isMoved && (section.hasTraffic || section.newTitle != nil))
        && !(hasMoves && section.newTitle != nil)
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

  private func holdsMoves(_ draft: BatchDraft) -> Bool {
    survives.indices.contains { survives[$0] && !stays[$0] }
      || draft.items.contains { item in
        guard !item.stays, !item.hasChanged, let source = item.source else { return false }
        guard let destination = item.destination else { return false }
        return survives[source.section] && survives[destination.section]
      }
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

extension Composition {
  /// The number of untouched items in sections that are on both boards and sent whole nevertheless.
  package func resentCount(before board: some BoardContent) -> Int {
    let draft = draft()
    let legalization = MoveLegalization(legally: draft)
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
