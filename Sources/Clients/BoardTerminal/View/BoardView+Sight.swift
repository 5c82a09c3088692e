import BoardModel
import BoardReplica
import BoardWire
import Terminal

/// Rows of a section.
public struct ShownRows: Hashable, Sendable {
  /// The index of the section.
  public var section: Int
  /// The indices of the items.
  public var items: Range<Int>
}

/// The items of a large board that the view needs; what has not arrived is drawn as `...`.
extension BoardView {
  /// The rows that are in sight, or to be marked, as of the last drawing; none of a board that is filtered, or of which all
  /// items are here.
  ///
  /// If all rows in sight and half a screen around them have arrived, it is these, and otherwise a whole screen around: so
  /// what scrolls by single rows does not ask for each of them.
  mutating func updateSight(_ arrangement: any Arrangement) {
    sight = []
    let board = snapshot.board
    guard board.hasAwaitedItems else { return }
    let near = arrangement.rows(aroundSight: 1)
    let isHere = !near.contains { board.isAwaited($0) }
    sight = isHere ? near : arrangement.rows(aroundSight: 2)
    if let range = awaitedRange?.rows(on: board) { sight.append(range) }
  }

  /// The items that the view names, wherever they are: those at the cursor, of a page, of marks, matches and drags.
  public var pins: Set<ItemID> {
    var pins = marked.items.union(find?.matches ?? []).union(ownDrag?.items ?? [])
    if case .item(let item)? = page?.subject { pins.insert(item) }
    let others = [
      cursor.item, ownDrag?.point.item, press?.item, find?.origin, awaitedRange?.from,
      awaitedRange?.to,
    ]
    pins.formUnion(others.compactMap { $0 })
    for drag in snapshot.drags {
      if let item = drag.items.first, drag.external[item] == nil { pins.insert(item) }
      if let item = drag.state.proposal?.anchor.item { pins.insert(item) }
    }
    return pins
  }

  /// Whether the row at the cursor has no item yet, or not the one that the cursor follows.
  private var isCursorAwaited: Bool {
    snapshot.board.hasItem(at: cursor.path)
      && cursor.item.flatMap { snapshot.board.item($0) } == nil
  }

  mutating func sayAwaited() {
    remark = Remark(text: "this item has not arrived yet", style: Theme.hint)
  }

  /// Answers a key about an item that has not arrived.
  ///
  /// - Returns: Nil for other keys, and if the item is here.
  mutating func pressAwaited(_ key: Key) -> [Action]? {
    let isAwaited =
      key.isAboutMarked && !marked.isEmpty
      ? marked.items.contains { snapshot.board.isAwaited($0) }
      : (key.isAboutItem || key.isAboutMarked) && isCursorAwaited
    guard isAwaited else { return nil }
    sayAwaited()
    return []
  }
}

extension ShownRows {
  /// These rows and so many around them, in a section of so many.
  func widened(by count: Int, in all: Int) -> ShownRows {
    let items = (items.lowerBound - count)..<(items.upperBound + count)
    return ShownRows(section: section, items: items.clamped(to: 0..<all))
  }
}

extension [ShownRows] {
  /// The items at ascending paths, as runs without gaps.
  init(_ paths: some Sequence<IndexPath>) {
    self = []
    for path in paths {
      if let last, last.section == path.section, last.items.upperBound == path.item {
        self[count - 1].items = last.items.lowerBound..<path.item + 1
      } else {
        append(ShownRows(section: path.section, items: path.item..<path.item + 1))
      }
    }
  }
}

extension Anchor {
  /// The item that it names.
  fileprivate var item: ItemID? {
    switch self {
    case .before(let item), .after(let item): item
    case .start, .end: nil
    }
  }
}

extension Key {
  /// Whether it does something with the item at the cursor.
  fileprivate var isAboutItem: Bool {
    switch (code, modifiers) {
    case (.enter, []): true
    case (.up, .shift), (.down, .shift), (.left, .shift), (.right, .shift): true
    case (.character(let letter), []), (.character(let letter), .shift):
      "ixvVea".unicodeScalars.contains(letter)
    default: false
    }
  }

  /// Whether it does something with all marked items, and with that at the cursor if none is marked.
  fileprivate var isAboutMarked: Bool {
    switch (code, modifiers) {
    case (.character(let letter), []), (.character(let letter), .shift):
      " mt.sD".unicodeScalars.contains(letter)
    default: false
    }
  }
}
