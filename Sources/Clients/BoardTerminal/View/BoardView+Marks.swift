import BoardModel
import BoardReplica
import BoardWire
import Terminal

/// Marking several items, and what is done with them.
extension BoardView {
  /// The marked items in the order of the board; without marks the item at the cursor.
  var targets: [ItemID] {
    marked.isEmpty
      ? cursor.item.map { [$0] } ?? [] : marked.inOrder(on: snapshot.board.whole)
  }

  /// Marks the item at the cursor, or removes its mark, and goes to the next one.
  mutating func toggleMark() {
    guard let item = cursor.item else { return }
    if marked.contains(item) { marked.remove(item) } else { mark(item) }
    let next = IndexPath(section: cursor.path.section, item: cursor.path.item + 1)
    followsCursor = true
    if snapshot.board.hasItem(at: next) { cursor.move(to: next, on: snapshot.board) }
  }

  /// Marks the items from the last marked one to the cursor, if both are in one section.
  mutating func markRange() {
    guard let item = cursor.item else { return }
    let from = marked.last.flatMap { snapshot.board.indexPath(of: $0) } ?? cursor.path
    guard from.section == cursor.path.section else {
      mark(item)
      return
    }
    for index in min(from.item, cursor.path.item)...max(from.item, cursor.path.item) {
      let path = IndexPath(section: from.section, item: index)
      guard mark(snapshot.board.itemID(at: path)) else { return }
    }
  }

  @discardableResult
  private mutating func mark(_ item: ItemID) -> Bool {
    if marked.mark(item) { return true }
    remark("no more fit in one command: \(marked.count) items are marked")
    return false
  }

  mutating func deleteTargets() -> [Action] {
    let items = targets
    return items.isEmpty ? [] : [.make(.delete(items))]
  }

  /// Lists the sections to move the marked items to.
  mutating func chooseSection() {
    guard !targets.isEmpty else { return }
    let board = snapshot.board.whole
    let rows = (0..<board.sectionCount).map { index in
      Menu.Row(
        board.title(at: index).string, about: counted(board.itemCount(in: index), "item"),
        choice: .section(board.sectionID(at: index)))
    }
    menu = Menu(
      title: "move \(title(of: targets)) to the end of", rows: rows, index: cursor.path.section,
      keys: ["enter moves", "esc closes"])
  }

  mutating func move(to section: SectionID) -> [Action] {
    let items = targets
    guard !items.isEmpty else { return [] }
    marked.removeAll()
    return [.make(.move(items, to: .end(section)))]
  }

  /// The hint while items are marked.
  var marksHint: [String] {
    [
      counted(marked.count, "item") + " marked", "D deletes", "space drags", "s to a section",
      "v V mark more", "esc unmarks",
    ]
  }
}

/// `1 item`, `2 items`.
func counted(_ count: Int, _ noun: String) -> String {
  count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
}
