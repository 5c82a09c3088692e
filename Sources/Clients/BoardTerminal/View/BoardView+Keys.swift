import BoardModel
import BoardReplica
import BoardWire
import Terminal

/// Key bindings while no line is edited.
extension BoardView {
  /// Receives an input event.
  public mutating func receive(_ event: InputEvent) -> [Action] {
    switch event {
    case .key(let key):
      if let actions = pressConfirming(key) ?? pressFinding(key) ?? pressInMenu(key)
        ?? pressOnPage(key)
      {
        return actions
      }
      if case .character("c") = key.code, key.modifiers == .control { return [.quit] }
      if carrying == nil, now < choosesAgain, key.endsDrag { return [] }
      remark = nil
      return carrying == nil ? press(key) : pressDragging(key)
    case .mouse(let event):
      if page != nil { return pressOnPage(event) }
      return menu == nil ? receive(event) : pressInMenu(event)
    case .paste(let text): return pasteIntoFind(text)
    }
  }

  /// Scrolls the panel by a key while a line is edited; false for other keys.
  public mutating func scrollWhileTyping(_ key: Key) -> Bool {
    switch key.code {
    case .pageUp: scrollLog(isBack: true)
    case .pageDown: scrollLog(isBack: false)
    default: return false
    }
    return true
  }

  private mutating func scrollLog(isBack: Bool) {
    let rows = log.height(of: height, width: width)
    log.scroll(by: max(1, rows - 1) * (isBack ? 1 : -1), height: rows, width: width)
  }

  private mutating func press(_ key: Key) -> [Action] {
    if isViewOnly, changesBoard(key) { return sayViewOnly() }
    if let answer = pressAwaited(key) { return answer }
    if let direction = direction(of: key) {
      moveCursor(direction)
      return []
    }
    if let action = pressAnywhere(key) { return action }
    if key.modifiers == .shift, let direction = direction(of: Key(key.code)) {
      return moveItem(direction)
    }
    switch key.code {
    case .enter: return onItem { [.send(.choose($0))] }
    case .character(let scalar) where key.modifiers.isEmpty: return press(letter: scalar)
    case .home: jump(to: 0)
    case .end: jump(to: .max)
    case .escape: escape()
    case .character("r") where key.modifiers == .control: return [.send(.undo(.redo(.init())))]
    default: break
    }
    return []
  }

  private mutating func press(letter: Unicode.Scalar) -> [Action] {
    switch letter {
    case " ", "m": return pickUp()
    case "i": showItem()
    case "x": return toggleSelection()
    case "t": return toggleDone()
    case ".": return setFields()
    case "v": toggleMark()
    case "V": markRange()
    case "s": chooseSection()
    case "b": return [.list(.boards)]
    case "w": return [.list(.people)]
    case "r": return [.retry]
    case "A", "R", "<", ">", "z", "X": return pressSection(letter)
    case "u": return [.send(.undo(.undo(.init())))]
    case "U": return [.send(.undo(.redo(.init())))]
    case "e": return onItem { [.openCommandLine(edit(of: $0).line)] }
    case "a": return [.openCommandLine(Request.edit(.insert(.init(placeForNew, text: ""))).line)]
    case "D": return deleteTargets()
    case "/": beginFind()
    case "n": goToMatch(isForward: true)
    case "N": goToMatch(isForward: false)
    case "f": toggleFilter()
    case "g": jump(to: 0)
    case "G": jump(to: .max)
    case "q": return [.quit]
    default: break
    }
    return []
  }

  /// Keys that mean the same with and without a drag.
  private mutating func pressAnywhere(_ key: Key) -> [Action]? {
    switch (key.code, key.modifiers) {
    case (.character(":"), _): return [.openCommandLine("")]
    case (.character("?"), _): showHelp()
    case (.character("u"), .control): scrollLog(isBack: true)
    case (.character("d"), .control): scrollLog(isBack: false)
    case (.tab, []): setLayout(LayoutKind(rawValue: layoutKind.rawValue % 3 + 1))
    case (.character("1"), []): setLayout(.columns)
    case (.character("2"), []):
      if layoutKind == .flow { flowRunsDown.toggle() }
      setLayout(.flow)
    case (.character("3"), []): setLayout(.mosaic)
    case (.character("L"), _): log.toggle()
    case (.pageUp, _): page(.up)
    case (.pageDown, _): page(.down)
    case (.character("l"), .control): return [.refresh]
    case (.character("z"), .control): return [.suspend]
    default: return nil
    }
    return []
  }

  private mutating func pressDragging(_ key: Key) -> [Action] {
    if let direction = direction(of: key) {
      moveDrag(direction)
    } else {
      switch key.code {
      case .enter, .character(" "), .character("m"): ownDrag?.drop()
      case .escape, .character("q"): ownDrag?.cancel()
      case .character("c"): ownDrag?.toggleCopy()
      case .pageUp: pageDrag(.up)
      case .pageDown: pageDrag(.down)
      case .home, .character("g"): jumpDrag(toEnd: false)
      case .end, .character("G"): jumpDrag(toEnd: true)
      default: return pressAnywhere(key) ?? []
      }
    }
    return carryOn()
  }

  private func direction(of key: Key) -> Direction? {
    guard key.modifiers.isEmpty else { return nil }
    switch key.code {
    case .up, .character("k"): return .up
    case .down, .character("j"): return .down
    case .left, .character("h"): return .left
    case .right, .character("l"): return .right
    default: return nil
    }
  }

  private func onItem(_ body: (ItemID) -> [Action]) -> [Action] { cursor.item.map(body) ?? [] }

  private mutating func toggleSelection() -> [Action] {
    onItem { item in
      let isSelected = snapshot.own.flatMap { snapshot.selections[$0] }?.contains(item) ?? false
      return [
        .send(.selection(isSelected ? .deselect(.init([.id(item)])) : .select(.init([.id(item)]))))
      ]
    }
  }

  /// The request to edit an item, with its present text; empty if it was removed.
  func edit(of item: ItemID) -> Request {
    .edit(.edit(.init(.id(item), text: snapshot.board.item(item)?.text ?? "")))
  }

  /// After the item at the cursor, or into the empty section.
  private var placeForNew: Place {
    if let item = cursor.item { return .after(.id(item)) }
    guard snapshot.board.hasSection(at: cursor.path.section) else {
      return .index([0, 0], revision: nil)
    }
    return .end(.id(snapshot.board.sectionID(at: cursor.path.section)))
  }
}

extension BoardView {
  private mutating func moveCursor(_ direction: Direction) {
    followsCursor = true
    if let next = arrangement().neighbour(of: cursor.path, direction) {
      cursor.move(to: next, on: snapshot.board)
    }
  }

  /// Moves by nearly a screenful.
  private mutating func page(_ direction: Direction) {
    followsCursor = true
    let arrangement = arrangement()
    for _ in 0..<max(1, boardHeight - 2) {
      guard let next = arrangement.neighbour(of: cursor.path, direction) else { return }
      cursor.move(to: next, on: snapshot.board)
    }
  }

  /// Moves to an item of the section, counted from its start, or to its last.
  private mutating func jump(to item: Int) {
    followsCursor = true
    cursor.move(to: IndexPath(section: cursor.path.section, item: item), on: snapshot.board)
  }

  /// Moves the item at the cursor to the next gap, without a drag.
  private mutating func moveItem(_ direction: Direction) -> [Action] {
    guard let item = cursor.item, var path = snapshot.board.indexPath(of: item) else { return [] }
    followsCursor = true
    let here = InsertionPoint(at: path, on: snapshot.board, carrying: [item])
    while let next = arrangement().gap(nextTo: path, direction) {
      if let gap = InsertionPoint(at: next, on: snapshot.board, carrying: [item]), gap != here {
        guard let anchor = gap.anchor else {
          sayAwaited()
          return []
        }
        return [.make(.move([item], to: anchor))]
      }
      path = next
    }
    return []
  }

  private mutating func setLayout(_ kind: LayoutKind?) {
    layoutKind = kind ?? .columns
    followsCursor = true
  }
}

extension Key {
  /// Whether it drops what is dragged, and would choose or pick up an item if the drag had just ended.
  fileprivate var endsDrag: Bool {
    switch code {
    case .enter, .character(" "), .character("m"): true
    default: false
    }
  }
}

extension Request {
  /// The request for a tap on an item.
  static func choose(_ item: ItemID) -> Request { .selection(.choose(.init(.id(item)))) }
}
