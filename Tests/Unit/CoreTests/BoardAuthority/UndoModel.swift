import BoardAuthority
import BoardModel
import TestKit

/// The reference for taking a revision back: every board there ever was as plain arrays.
///
/// It keeps all contents, finds what a revision came to by comparing two of them, and puts things
/// back one by one, looking at the arrays as they then are.
struct UndoModel {
  private(set) var contents: [Content]
  private(set) var revisions: [(author: Author, edits: [Edit])] = []

  init(_ content: Content) { contents = [content] }

  var head: Int { revisions.count }
  var content: Content { contents[head] }

  mutating func commit(_ edits: [Edit], by author: Author) {
    contents.append(content.performing(edits))
    revisions.append((author, edits))
  }

  func edits(of revision: Int) -> [Edit] { revisions[revision - 1].edits }

  /// The content with a revision taken back, and all that stands in the way of that; what does is
  /// then left as it is.
  func takingBack(
    _ revision: Int, by client: Author
  ) -> (content: Content, conflicts: Set<UndoConflict.Subject>) {
    var step = UndoModelStep(
      before: contents[revision - 1], after: contents[revision], now: content,
      edits: edits(of: revision),
      foreign: revisions[revision...].filter { $0.author != client }.flatMap(\.edits))
    step.findConflicts()
    step.takeBack()
    return (step.now, step.conflicts.union(step.keptFields.keys.map { .item($0) }))
  }
}

/// One taking back on plain arrays.
private struct UndoModelStep {
  let before: Content
  let after: Content
  var now: Content
  let edits: [Edit]
  /// What others did since.
  let foreign: [Edit]
  var conflicts: Set<UndoConflict.Subject> = []
  /// The fields of items that stay as they are, since others have changed them.
  var keptFields: [ItemID: Set<FieldName>] = [:]
  /// Items that others have deleted or inserted again since: their fields stay as they are, too.
  var replaced: Set<ItemID> = []
  /// Items whose old section is gone.
  var homeless: Set<ItemID> = []

  mutating func findConflicts() {
    for id in before.itemIDs.union(after.itemIDs) where touches(id) {
      let isMoved = isMove(id)
      let isEdited = isEdit(id)
      let isAll = !before.itemIDs.contains(id) || !after.itemIDs.contains(id)
      let isInTheWay = foreign.contains { edit in
        edit.moves(id) && (isMoved || isAll) || edit.isEdit(of: id) && (isEdited || isAll)
          || edit.puts(id) || edit.takes(id) || edit.changedFields(of: id) != [] && isAll
      }
      if isInTheWay { conflicts.insert(.item(id)) }
      if foreign.contains(where: { $0.puts(id) || $0.takes(id) }) { replaced.insert(id) }
      let others = foreign.reduce(into: Set<FieldName>()) { $0.formUnion($1.changedFields(of: id)) }
      let kept = changedFields(of: id).intersection(others)
      if !isAll, !kept.isEmpty { keptFields[id] = kept }
    }
    for id in before.sectionIDs.union(after.sectionIDs) where touches(id) {
      let isMoved = isMove(id)
      let isRenamed = isEdit(id)
      let isAll = !before.sectionIDs.contains(id) || !after.sectionIDs.contains(id)
      let isInTheWay = foreign.contains { edit in
        edit.moves(id) && (isMoved || isAll) || edit.isEdit(of: id) && (isRenamed || isAll)
          || edit.puts(id) || edit.takes(id)
      }
      if isInTheWay { conflicts.insert(.section(id)) }
    }
  }

  private func touches(_ id: ItemID) -> Bool {
    before.itemIDs.contains(id) != after.itemIDs.contains(id) || isMove(id) || isEdit(id)
      || !changedFields(of: id).isEmpty
  }

  private func changedFields(of id: ItemID) -> Set<FieldName> {
    guard let old = before.item(id)?.fields, let new = after.item(id)?.fields else { return [] }
    return Set((old.map(\.name) + new.map(\.name)).filter { old[$0] != new[$0] })
  }

  private func touches(_ id: SectionID) -> Bool {
    before.sectionIDs.contains(id) != after.sectionIDs.contains(id) || isMove(id) || isEdit(id)
  }

  private func isMove(_ id: ItemID) -> Bool {
    before.itemIDs.contains(id) && after.itemIDs.contains(id)
      && edits.contains { $0.moves(id) || $0.takes(id) }
  }

  private func isMove(_ id: SectionID) -> Bool {
    before.sectionIDs.contains(id) && after.sectionIDs.contains(id)
      && edits.contains { $0.moves(id) || $0.takes(id) }
  }

  private func isEdit(_ id: ItemID) -> Bool {
    guard let old = before.item(id), let new = after.item(id) else { return false }
    return old.text != new.text
  }

  private func isEdit(_ id: SectionID) -> Bool {
    guard let old = before.section(id), let new = after.section(id) else { return false }
    return old.title != new.title
  }

  mutating func takeBack() {
    for (index, section) in before.enumerated() { restore(section, behind: before[..<index]) }
    findLostHomes()
    restoreTexts()
    for id in after.itemIDs.subtracting(before.itemIDs) where !isLeft(id) { now.remove(id) }
    for section in before {
      for (index, item) in section.items.enumerated() {
        restore(item, in: section, behind: section.items[..<index])
      }
    }
    for id in after.sectionIDs.subtracting(before.sectionIDs) {
      guard !conflicts.contains(.section(id)), let index = now.firstIndex(where: { $0.id == id })
      else { continue }
      if now[index].items.isEmpty { now.remove(at: index) } else { conflicts.insert(.section(id)) }
    }
  }

  /// An item whose section is gone stays as it is, with its text.
  private mutating func findLostHomes() {
    for home in before where !now.sectionIDs.contains(home.id) {
      for item in home.items where goesBack(item.id) {
        conflicts.insert(.section(home.id))
        homeless.insert(item.id)
      }
    }
  }

  private func isLeft(_ id: ItemID) -> Bool {
    conflicts.contains(.item(id)) || homeless.contains(id)
  }

  private func goesBack(_ id: ItemID) -> Bool {
    let wasDeleted = !after.itemIDs.contains(id)
    return !isLeft(id) && (wasDeleted || isMove(id)) && wasDeleted != now.itemIDs.contains(id)
  }

  private mutating func restoreTexts() {
    for s in now.indices {
      let section = now[s]
      if isEdit(section.id), !conflicts.contains(.section(section.id)) {
        now[s].title = before.section(section.id)!.title
      }
      for (i, item) in section.items.enumerated()
      where isEdit(item.id) && !isLeft(item.id) {
        now[s].items[i].text = before.item(item.id)!.text
      }
      for (i, item) in section.items.enumerated()
      where !replaced.contains(item.id) && !homeless.contains(item.id) {
        for name in changedFields(of: item.id).subtracting(keptFields[item.id] ?? []) {
          if let value = before.item(item.id)!.fields[name] {
            now[s].items[i].fields.set(name, to: value)
          } else {
            now[s].items[i].fields.remove(name)
          }
        }
      }
    }
  }

  private mutating func restore(_ section: Section, behind front: ArraySlice<Section>) {
    let wasDeleted = !after.sectionIDs.contains(section.id)
    guard !conflicts.contains(.section(section.id)), wasDeleted || isMove(section.id),
      wasDeleted != now.sectionIDs.contains(section.id)
    else { return }
    let old = now.firstIndex { $0.id == section.id }.map { now.remove(at: $0) }
    let new = old ?? Section(id: section.id, title: section.title)
    let anchor = front.last { now.sectionIDs.contains($0.id) }
    let index = now.firstIndex { $0.id == anchor?.id }.map { $0 + 1 } ?? 0
    now.insert(new, at: index)
  }

  private mutating func restore(
    _ item: Item, in home: Section, behind front: ArraySlice<Item>
  ) {
    guard goesBack(item.id), let section = now.firstIndex(where: { $0.id == home.id }) else {
      return
    }
    let new = now.item(item.id) ?? item
    now.remove(item.id)
    let anchor = front.last { front in now[section].items.contains { $0.id == front.id } }
    let index = now[section].items.firstIndex { $0.id == anchor?.id }.map { $0 + 1 } ?? 0
    now[section].items.insert(new, at: index)
  }
}

extension Content {
  var itemIDs: Set<ItemID> { Set(flatMap { $0.items.map(\.id) }) }
  var sectionIDs: Set<SectionID> { Set(map(\.id)) }

  func item(_ id: ItemID) -> Item? { lazy.flatMap(\.items).first { $0.id == id } }
  func section(_ id: SectionID) -> Section? { first { $0.id == id } }

  fileprivate mutating func remove(_ id: ItemID) {
    for s in indices { self[s].items.removeAll { $0.id == id } }
  }
}

extension Edit {
  fileprivate func moves(_ id: ItemID) -> Bool {
    if case .moveItem(id, _, _) = self { true } else { false }
  }

  fileprivate func moves(_ id: SectionID) -> Bool {
    if case .moveSection(id, _, _) = self { true } else { false }
  }

  fileprivate func isEdit(of id: ItemID) -> Bool {
    if case .reloadItem(id, _, _, _) = self { true } else { false }
  }

  fileprivate func changedFields(of id: ItemID) -> Set<FieldName> {
    guard case .reconfigureItem(id, _, let old, let new) = self else { return [] }
    return Set(new.map(\.name).filter { old[$0] != new[$0] })
  }

  fileprivate func isEdit(of id: SectionID) -> Bool {
    if case .reloadSection(id, _, _, _) = self { true } else { false }
  }

  fileprivate func puts(_ id: ItemID) -> Bool {
    switch self {
    case .insertItem(let item, _): item.id == id
    case .insertSection(let section, _): section.items.contains { $0.id == id }
    default: false
    }
  }

  fileprivate func takes(_ id: ItemID) -> Bool { inverse.puts(id) }

  fileprivate func puts(_ id: SectionID) -> Bool {
    if case .insertSection(let section, _) = self { section.id == id } else { false }
  }

  fileprivate func takes(_ id: SectionID) -> Bool { inverse.puts(id) }
}
