/// Matches deletes with later inserts of the same id: they are a move of the same item or section.
///
/// So edits followed by their inverses compose to nothing, and an item that was deleted here and
/// inserted there is an item that moved. What was inserted is the *successor* of what was deleted.
struct ReinsertionMatching {
  private let composition: Composition
  /// For each section that was deleted: the number of its items that no edit named and that have a
  /// successor.
  private var matchedCounts: [Int: Int] = [:]

  init(_ composition: Composition) { self.composition = composition }

  /// Gives each successor the origin of what was deleted under its id.
  ///
  /// - Complexity: O(edits and items of deleted and inserted sections); less if nothing old was deleted
  ///   or nothing was inserted.
  mutating func match(_ draft: inout BatchDraft) {
    matchItems(&draft)
    matchSections(&draft)
  }

  private mutating func matchItems(_ draft: inout BatchDraft) {
    let inserted = insertedItems(draft)
    if inserted.isEmpty { return }
    for number in composition.items.indices
    where composition.items[number].section != nil && draft.items[number].destination == nil {
      let item = composition.items[number]
      guard let successor = inserted[item.id] else { continue }
      inherit(
        successor, draft.items[number].source, item.original ?? item.text,
        item.fields?.applying(item.oldFields), &draft)
      draft.items[number].source = nil
    }
    for (number, section) in composition.sections.enumerated() where section.deletedContent != nil {
      matchedCounts[number] = matchItems(of: number, with: inserted, &draft)
    }
  }

  /// The track of each item that is only on the board after, by id; empty if nothing old was deleted.
  private func insertedItems(_ draft: BatchDraft) -> [ItemID: Int] {
    // By number, so that no track with its strings is copied.
    let isAnythingDeleted =
      draft.items.indices.contains {
        draft.items[$0].source != nil && draft.items[$0].destination == nil
      }
      || composition.sections.contains { $0.deletedContent != nil }
    guard isAnythingDeleted else { return [:] }
    let new = draft.items.indices.lazy.filter { number in
      draft.items[number].source == nil && draft.items[number].destination != nil
    }
    return Dictionary(uniqueKeysWithValues: new.map { (draft.items[$0].id, $0) })
  }

  /// Matches what a section held when it was deleted.
  ///
  /// - Returns: The number of matched items that no edit had named.
  private func matchItems(
    of section: Int, with inserted: [ItemID: Int], _ draft: inout BatchDraft
  ) -> Int {
    var count = 0
    composition.sections[section].forEachDeletedItem { item, origin in
      guard let successor = inserted[item.id] else { return }
      switch origin {
      case .record(let record):
        inherit(successor, fromRecord: record, item, &draft)
      case .untouched(let index):
        let source = BatchDraft.Location(section: section, index: index)
        inherit(successor, source, item.text, item.fields, &draft)
        count += 1
      }
    }
    return count
  }

  /// Completes what `matchItems` inherited from a record, with the text and the fields it had at the end.
  private func inherit(
    _ successor: Int, fromRecord number: Int, _ last: Item, _ draft: inout BatchDraft
  ) {
    let record = composition.items[number]
    guard record.section != nil else { return }
    inherit(
      successor, draft.items[successor].source, record.original ?? last.text,
      last.fields.applying(record.oldFields), &draft)
  }

  private func inherit(
    _ successor: Int, _ source: BatchDraft.Location?, _ oldText: Text?, _ oldFields: Fields?,
    _ draft: inout BatchDraft
  ) {
    assert(source != nil, "what is matched was on the board before")
    draft.items[successor].source = source
    draft.items[successor].compare(with: oldText, oldFields)
  }

  private func matchSections(_ draft: inout BatchDraft) {
    let deleted = draft.sections.indices.filter { draft.sections[$0].isDeleted }
    if deleted.isEmpty { return }
    let new = draft.sections.indices.filter { draft.sections[$0].isInserted }
    let inserted = Dictionary(uniqueKeysWithValues: new.map { (draft.sections[$0].id, $0) })
    var successors: [Int: Int] = [:]
    for number in deleted {
      guard let successor = inserted[draft.sections[number].id] else { continue }
      successors[number] = successor
      inherit(successor, fromSection: number, &draft)
    }
    if successors.isEmpty { return }
    for (number, item) in draft.items.enumerated() {
      guard let source = item.source, let successor = successors[source.section] else { continue }
      draft.items[number].source?.section = successor
    }
  }

  private func inherit(_ successor: Int, fromSection number: Int, _ draft: inout BatchDraft) {
    assert(draft.sections[successor].isInserted && draft.sections[number].isDeleted)
    let old = composition.sections[number]
    let title = composition.sections[successor].title
    let oldTitle = old.original ?? old.deletedContent?.title
    draft.sections[successor].before = old.index
    draft.sections[successor].wasReplaced = true
    draft.sections[successor].newTitle = oldTitle == title ? nil : title
    draft.sections[successor].hasTraffic =
      lacksUntouched(number) || composition.sections[successor].items.hasUnknown
    draft.sections[number].before = nil
  }

  /// Whether a section that is back lacks items that no edit had named when it was deleted.
  private func lacksUntouched(_ number: Int) -> Bool {
    let section = composition.sections[number]
    let content = section.deletedContent
    let count = content.map { $0.items.count + $0.unknownCount } ?? 0
    return count - section.items.recordCount != matchedCounts[number] ?? 0
  }
}

extension Composition.SectionRecord {
  /// How a composition knows an item that was deleted with its section.
  enum DeletedItemOrigin {
    /// An edit named it before.
    case record(Int)
    /// No edit named it; this is its index in the section before.
    case untouched(Int)
  }

  /// Calls the body for each item that the section held when it was deleted.
  func forEachDeletedItem(_ body: (Item, DeletedItemOrigin) -> Void) {
    // Where items of an incomplete content were is not known.
    guard let content = deletedContent, content.unknownCount == 0 else { return }
    assert(items.count(old: 0) <= content.items.count, "the records are in the content")
    items.walk { piece, index in
      let end = min(index + piece.count, content.items.count)
      for position in index..<max(index, end) {
        body(
          content.items[position],
          piece.record.map { .record($0) } ?? .untouched(piece.start + position - index))
      }
    }
  }
}
