import BoardModel
import TestKit
import Testing

@Suite("The summary of changes")
struct ChangeSummaryTests {
  @Test("is right for every pair of edits, on every board of up to two sections and two items")
  func everyPair() throws {
    for board in SmallBoards.all(sections: 2, items: 2) {
      try SmallBoards.forEachStream(from: board, length: 2) { edits, after in
        try #require(problem(board, edits, after) == nil, "\(board.drawing): \(edits)")
      }
    }
  }

  @Test("is right for random streams of edits")
  func randomStreams() throws {
    for seed in randomSeeds() {
      let stream = RandomStream(seed: seed)
      let problem = problem(stream.before, stream.edits, stream.after)
      try #require(problem == nil, "seed \(seed)")
    }
  }

  /// Compares the summary with a comparison of both contents by id.
  private func problem(_ before: Content, _ edits: [Edit], _ after: Content) -> String? {
    let summary = ChangeSummary(of: Composition(edits), before: before)
    return itemProblem(summary, before, edits, after)
      ?? sectionProblem(summary, before, edits, after)
  }

  private func itemProblem(
    _ summary: ChangeSummary, _ before: Content, _ edits: [Edit], _ after: Content
  ) -> String? {
    let changes = Dictionary(uniqueKeysWithValues: summary.items.map { ($0.id, $0) })
    let ids = Set((before.paths + after.paths).map(\.id))
    if !ids.isSuperset(of: changes.keys) { return "an item that is on neither board" }
    for id in ids {
      let (origin, end) = (before.location(of: id), after.location(of: id))
      let (oldItem, newItem) = (origin.map { before.item(at: $0) }, end.map { after.item(at: $0) })
      let (old, new) = (oldItem?.text, newItem?.text)
      let isMove = origin != nil && end != nil && edits.contains { $0.inserts(id) }
      let isEdit = old != nil && new != nil && old != new
      let isSet = oldItem != nil && newItem != nil && oldItem?.fields != newItem?.fields
      guard (origin == nil) != (end == nil) || isMove || isEdit || isSet else {
        if changes[id] != nil { return "\(id) did not change" }
        continue
      }
      guard let change = changes[id] else { return "\(id) is missing" }
      guard change.origin == origin, change.isInsert == (origin == nil),
        change.isDelete == (end == nil), change.isMove == isMove, change.isEdit == isEdit,
        change.oldText == (end == nil || isEdit ? old : nil),
        change.oldFields == (end == nil ? oldItem?.fields ?? [:] : [:]),
        change.fieldReturns.isEmpty != isSet,
        !isSet || newItem?.fields.applying(change.fieldReturns) == oldItem?.fields
      else { return "\(id): \(change)" }
    }
    return nil
  }

  private func sectionProblem(
    _ summary: ChangeSummary, _ before: Content, _ edits: [Edit], _ after: Content
  ) -> String? {
    let changes = Dictionary(uniqueKeysWithValues: summary.sections.map { ($0.id, $0) })
    for id in Set((before + after).map(\.id)) {
      let origin = before.firstIndex { $0.id == id }
      let end = after.firstIndex { $0.id == id }
      let old = origin.map { before[$0].title }
      let new = end.map { after[$0].title }
      let isMove = origin != nil && end != nil && edits.contains { $0.inserts(id) }
      let isEdit = old != nil && new != nil && old != new
      let isAny = (origin == nil) != (end == nil) || isMove || isEdit
      guard (changes[id] != nil) == isAny else { return "section \(id) is missing, or too much" }
      guard let change = changes[id] else { continue }
      guard change.origin == origin, change.isDelete == (end == nil), change.isMove == isMove,
        change.isEdit == isEdit, change.oldText == (end == nil || isEdit ? old : nil)
      else { return "section \(id): \(change)" }
    }
    return nil
  }
}

extension Edit {
  /// Whether an item that is on both boards moved by this edit: an insert follows a delete.
  fileprivate func inserts(_ id: ItemID) -> Bool {
    switch self {
    case .moveItem(id, _, _): true
    case .insertItem(let item, _): item.id == id
    case .insertSection(let section, _): section.items.contains { $0.id == id }
    case .deleteItem, .moveItem, .reloadItem, .reconfigureItem, .deleteSection, .moveSection,
      .reloadSection:
      false
    }
  }

  /// The same for a section.
  fileprivate func inserts(_ id: SectionID) -> Bool {
    switch self {
    case .moveSection(id, _, _): true
    case .insertSection(let section, _): section.id == id
    case .insertItem, .deleteItem, .moveItem, .reloadItem, .reconfigureItem, .deleteSection,
      .moveSection, .reloadSection:
      false
    }
  }
}
