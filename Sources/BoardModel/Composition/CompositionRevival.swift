/// Finds what was deleted and inserted again under the same name: it is the same thing.
///
/// So edits followed by their inverses compose to nothing, and an item that was deleted here and
/// inserted there is an item that moved.
struct CompositionRevival {
  private let composition: Composition
  /// For each section that was deleted: how many of the items that no edit named are back.
  private var returned: [Int: Int] = [:]

  init(_ composition: Composition) { self.composition = composition }

  /// Gives what was inserted the origin of what was deleted under its name.
  ///
  /// - Complexity: O(1) unless something old is gone and something new has come; then O(edits and
  ///   items of deleted and inserted sections).
  mutating func revive(_ draft: inout BatchDraft) {
    reviveItems(&draft)
    reviveSections(&draft)
  }

  private mutating func reviveItems(_ draft: inout BatchDraft) {
    let newcomers = newItems(draft)
    if newcomers.isEmpty { return }
    for (number, item) in composition.items.enumerated() {
      guard item.section != nil, draft.items[number].destination == nil,
        let heir = newcomers[item.id]
      else { continue }
      adopt(heir, draft.items[number].source, item.original ?? item.text, &draft)
      draft.items[number].source = nil
    }
    for (number, section) in composition.sections.enumerated() {
      guard let remains = section.remains else { continue }
      returned[number] = exhume(remains, of: number, for: newcomers, &draft)
    }
  }

  /// The items that are new after, by name, if anything old is gone at all.
  private func newItems(_ draft: BatchDraft) -> [ItemID: Int] {
    let isAnythingGone =
      draft.items.contains { $0.source != nil && $0.destination == nil }
      || composition.sections.contains { $0.remains != nil }
    guard isAnythingGone else { return [:] }
    let new = draft.items.indices.lazy.filter { number in
      draft.items[number].source == nil && draft.items[number].destination != nil
    }
    return Dictionary(uniqueKeysWithValues: new.map { (draft.items[$0].id, $0) })
  }

  /// Looks for newcomers among what a section held when it was deleted.
  ///
  /// - Returns: the number of those that no edit had named.
  private func exhume(
    _ remains: Section, of section: Int, for newcomers: [ItemID: Int], _ draft: inout BatchDraft
  ) -> Int {
    var count = 0
    composition.sections[section].items.walk { piece, index in
      let end = min(index + piece.count, remains.items.count)
      for position in index..<max(index, end) {
        let item = remains.items[position]
        guard let heir = newcomers[item.id] else { continue }
        if let record = piece.record {
          adopt(heir, fromRecord: record, text: item.text, &draft)
        } else {
          let source = BatchDraft.Place(section: section, index: piece.start + position - index)
          adopt(heir, source, item.text, &draft)
          count += 1
        }
      }
    }
    return count
  }

  /// Completes what `reviveItems` took over from a record, with the text it had at the end.
  private func adopt(
    _ heir: Int, fromRecord number: Int, text: Text, _ draft: inout BatchDraft
  ) {
    let record = composition.items[number]
    guard record.section != nil, record.original == nil else { return }
    adopt(heir, draft.items[heir].source, text, &draft)
  }

  private func adopt(
    _ heir: Int, _ source: BatchDraft.Place?, _ original: Text?, _ draft: inout BatchDraft
  ) {
    draft.items[heir].source = source
    draft.items[heir].hasChanged = original != nil && original != draft.items[heir].text
  }

  private func reviveSections(_ draft: inout BatchDraft) {
    let gone = draft.sections.indices.filter { isGone(draft.sections[$0]) }
    if gone.isEmpty { return }
    let new = draft.sections.indices.filter { isNew(draft.sections[$0]) }
    let newcomers = Dictionary(uniqueKeysWithValues: new.map { (draft.sections[$0].id, $0) })
    var heirs: [Int: Int] = [:]
    for number in gone {
      guard let heir = newcomers[draft.sections[number].id] else { continue }
      heirs[number] = heir
      inherit(heir, from: number, &draft)
    }
    if heirs.isEmpty { return }
    for (number, item) in draft.items.enumerated() {
      guard let source = item.source, let heir = heirs[source.section] else { continue }
      draft.items[number].source?.section = heir
    }
  }

  private func isGone(_ section: BatchDraft.SectionTrack) -> Bool {
    section.before != nil && section.after == nil
  }

  private func isNew(_ section: BatchDraft.SectionTrack) -> Bool {
    section.before == nil && section.after != nil
  }

  private func inherit(_ heir: Int, from number: Int, _ draft: inout BatchDraft) {
    let old = composition.sections[number]
    let title = composition.sections[heir].title
    draft.sections[heir].before = old.index
    draft.sections[heir].wasReplaced = true
    draft.sections[heir].newTitle = (old.original ?? old.remains?.title) == title ? nil : title
    draft.sections[heir].hasTraffic = lacksUntouched(number)
    draft.sections[number].before = nil
  }

  /// Whether a section that is back lacks items that no edit had named when it was deleted.
  private func lacksUntouched(_ number: Int) -> Bool {
    let section = composition.sections[number]
    let count = section.remains?.items.count ?? 0
    return count - section.items.recordCount != returned[number] ?? 0
  }
}
