/// Which sections a batch may treat as staying the same section, and whether it holds moves.
///
/// A list view refuses item rows in a moved section, moves to and from sections that come and go,
/// and reloads beside moves. What would need them is demoted: written as a delete and an insert.
/// The steps in `init(legally:)` come in an order in which no later step undoes an earlier one.
struct MoveLegalization {
  /// For each section track: whether the section is on both boards and not demoted.
  private(set) var survives: [Bool]
  /// For each section track: whether it needs no move if it survives.
  private(set) var stays: [Bool]
  /// Whether the batch holds a move, of an item or of a section.
  private(set) var hasMoves = false
  /// Whether reloads may stand beside moves, and moves may change what they move.
  private(set) var isPlain: Bool

  /// Demotes nothing. The rows are then right, but no list view need accept them.
  init(plainly draft: BatchDraft) {
    survives = draft.sections.map { $0.before != nil && $0.after != nil }
    stays = draft.sections.map(\.stays)
    isPlain = true
  }

  /// Demotes whatever would make the batch illegal or a hazard.
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
    guard hasMoves else { return }
    demoteSections(draft) { $0.newTitle != nil }
    hasMoves = holdsMoves(draft)
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

  /// Lets moved sections stay that only moved past sections which are demoted now.
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
  /// The number of untouched items in sections that are on both boards and yet sent whole.
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
