import BoardCore
import BoardReplica
import BoardWire
import Terminal

/// What keys mean while no line is being typed.
extension BoardView {
  /// Takes something that a person did.
  public mutating func take(_ event: InputEvent) -> [Action] {
    switch event {
    case .key(let key):
      if case .character("c") = key.code, key.modifiers == .control { return [.quit] }
      remark = nil
      if isHelpShown {
        isHelpShown = false
        return []
      }
      return carrying == nil ? takeFree(key) : takeCarrying(key)
    case .mouse(let event): return take(event)
    case .paste: return []
    }
  }

  /// Takes a key that scrolls the panel while a line is being typed; false for any other.
  public mutating func takeWhileTyping(_ key: Key) -> Bool {
    let rows = log.height(of: height)
    switch key.code {
    case .pageUp: log.scroll(by: max(1, rows - 1), height: rows)
    case .pageDown: log.scroll(by: -max(1, rows - 1), height: rows)
    default: return false
    }
    return true
  }

  private mutating func takeFree(_ key: Key) -> [Action] {
    if let direction = direction(of: key) {
      moveCursor(direction)
      return []
    }
    if let action = takeAnywhere(key) { return action }
    if key.modifiers == .shift, let direction = direction(of: Key(key.code)) {
      return moveItem(direction)
    }
    switch key.code {
    case .enter: return onItem { [.send("choose \($0)")] }
    case .character(let scalar) where key.modifiers.isEmpty: return takeLetter(scalar)
    case .home: jump(to: 0)
    case .end: jump(to: .max)
    case .escape: log.hide()
    case .character("r") where key.modifiers == .control: return [.send("redo")]
    default: break
    }
    return []
  }

  private mutating func takeLetter(_ letter: Unicode.Scalar) -> [Action] {
    switch letter {
    case " ", "m": return pickUp()
    case "x", "v": return toggleSelection()
    case "u": return [.send("undo")]
    case "U": return [.send("redo")]
    case "e": return onItem { [.openCommandLine("edit \($0) \(sight.board.escapedText(of: $0))")] }
    case "a": return [.openCommandLine("insert \(placeForNew) ")]
    case "D": return onItem { [.make(.delete([$0]))] }
    case "g": jump(to: 0)
    case "G": jump(to: .max)
    case "q": return [.quit]
    default: break
    }
    return []
  }

  /// Keys that mean the same with and without something in hand.
  private mutating func takeAnywhere(_ key: Key) -> [Action]? {
    switch (key.code, key.modifiers) {
    case (.character(":"), _), (.character("/"), _): return [.openCommandLine("")]
    case (.character("?"), _): isHelpShown = true
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

  private mutating func takeCarrying(_ key: Key) -> [Action] {
    if let direction = direction(of: key) {
      moveHand(direction)
    } else {
      switch key.code {
      case .enter, .character(" "), .character("m"): hand?.drop()
      case .escape, .character("q"): hand?.cancel()
      case .character("c"): hand?.toggleCopy()
      default: return takeAnywhere(key) ?? []
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
      let isSelected = sight.own.flatMap { sight.selections[$0] }?.contains(item) ?? false
      return [.send("\(isSelected ? "deselect" : "select") \(item)")]
    }
  }

  /// Behind the item that one looks at, or into the empty section.
  private var placeForNew: String {
    if let item = cursor.item { return "after:\(item)" }
    guard sight.board.hasSection(at: cursor.path.section) else { return "0.0" }
    return "end:\(sight.board.sectionID(at: cursor.path.section))"
  }
}

extension BoardView {
  private mutating func moveCursor(_ direction: Direction) {
    followsCursor = true
    if let next = arrangement().neighbour(of: cursor.path, direction) {
      cursor.move(to: next, on: sight.board)
    }
  }

  /// Moves by nearly a screenful.
  private mutating func page(_ direction: Direction) {
    guard carrying == nil else { return }
    followsCursor = true
    let arrangement = arrangement()
    for _ in 0..<max(1, boardHeight - 2) {
      guard let next = arrangement.neighbour(of: cursor.path, direction) else { return }
      cursor.move(to: next, on: sight.board)
    }
  }

  /// Moves to an item of the section, counted from its start, or to its last.
  private mutating func jump(to item: Int) {
    followsCursor = true
    cursor.move(to: IndexPath(section: cursor.path.section, item: item), on: sight.board)
  }

  /// Moves the item that one looks at to the next gap, without a drag.
  private mutating func moveItem(_ direction: Direction) -> [Action] {
    guard let item = cursor.item, var path = sight.board.indexPath(of: item) else { return [] }
    followsCursor = true
    let here = Gap(at: path, on: sight.board, carrying: [item])
    while let next = arrangement().gap(nextTo: path, direction) {
      if let gap = Gap(at: next, on: sight.board, carrying: [item]), gap != here {
        return [.make(.move([item], to: gap.anchor))]
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

extension Board {
  /// The text of an item as it is written in a command (rule 3.9); none where it is gone.
  fileprivate func escapedText(of item: ItemID) -> String {
    self.item(item).map { TextEscapes.escaped($0.text.string) } ?? ""
  }
}
