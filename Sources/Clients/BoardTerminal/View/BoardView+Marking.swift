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

  /// Marks the items from the last marked one to the cursor, if both are in one section, as soon as all of them have arrived.
  mutating func markRange() {
    guard let item = cursor.item else { return }
    let range = MarkedRange(from: marked.last ?? item, to: item)
    guard range.rows(on: snapshot.board) != nil else {
      mark(item)
      return
    }
    awaitedRange = range
    markAwaitedRange()
    if awaitedRange != nil {
      let text = "the items between are marked when they have arrived"
      remark = Remark(text: text, style: Theme.hint)
    }
  }

  /// Marks the range, if all its items have arrived.
  mutating func markAwaitedRange() {
    guard let range = awaitedRange, !range.isAwaited(on: snapshot.board) else { return }
    awaitedRange = nil
    remark = nil
    guard let rows = range.rows(on: snapshot.board) else { return }
    for index in rows.items {
      let path = IndexPath(section: rows.section, item: index)
      guard let item = snapshot.board.itemID(at: path), mark(item) else { return }
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

/// The items between two items of a section.
struct MarkedRange: Hashable {
  var from: ItemID
  var to: ItemID

  /// The rows, as far as they can be marked; nil if the items are not in one section.
  func rows(on board: ShownBoard) -> ShownRows? {
    guard let from = board.indexPath(of: from), let to = board.indexPath(of: to),
      from.section == to.section
    else { return nil }
    let (first, last) = (min(from.item, to.item), max(from.item, to.item))
    return ShownRows(
      section: from.section, items: first..<min(last + 1, first + MarkedItems.most))
  }

  /// Whether one of the items has not arrived.
  func isAwaited(on board: ShownBoard) -> Bool {
    if board.isAwaited(from) || board.isAwaited(to) { return true }
    return rows(on: board).map { board.isAwaited($0) } ?? false
  }
}

/// Keys for the fields of items.
extension BoardView {
  /// Makes the marked items done, or the item at the cursor; not done if all of them are.
  func toggleDone() -> [Action] { toggleDone(targets) }

  func toggleDone(_ items: [ItemID]) -> [Action] {
    guard !items.isEmpty else { return [] }
    let isDone = items.allSatisfy { snapshot.board.item($0)?.fields["done"] == "yes" }
    return [.make(.set(items, ["done": isDone ? nil : "yes"]))]
  }

  /// Begins a line that sets fields of the marked items, or of the item at the cursor.
  func setFields() -> [Action] { setFields(of: targets) }

  /// The line has the fields that all items have.
  func setFields(of items: [ItemID]) -> [Action] {
    let fields = items.compactMap { snapshot.board.item($0)?.fields }
    guard let first = fields.first else { return [] }
    var common = FieldChanges()
    for field in first where fields.allSatisfy({ $0[field.name] == field.value }) {
      common.set(field.name, to: field.value)
    }
    let set = EditRequest.Set(ItemReferences(ids: items), changes: common)
    return [.openCommandLine(Request.edit(.set(set)).line + " ")]
  }
}
