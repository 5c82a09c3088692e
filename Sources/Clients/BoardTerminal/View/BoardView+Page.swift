import BoardModel
import BoardReplica
import BoardWire
import Terminal

/// The pages over the board: the help, and all about an item.
extension BoardView {
  mutating func showHelp() { page = Page(.help) }

  /// Shows all about the item at the cursor.
  mutating func showItem() { page = cursor.item.map { Page(.item($0)) } }

  /// - Returns: Nil if no page is shown, or for keys that mean the same without one.
  mutating func pressOnPage(_ key: Key) -> [Action]? {
    guard page != nil else { return nil }
    remark = nil
    switch (key.code, key.modifiers) {
    case (.character("l"), .control): return [.refresh]
    case (.character("z"), .control): return [.suspend]
    case (.character("c"), .control): return [.quit]
    default: break
    }
    if scrollPage(key) { return [] }
    guard case .item(let item)? = page?.subject else {
      page = nil
      return []
    }
    return press(key, on: item)
  }

  /// The wheel scrolls a page, and a click closes it.
  mutating func pressOnPage(_ event: MouseEvent) -> [Action] {
    switch event.kind {
    case .wheelUp: _ = scrollPage(Key(.up))
    case .wheelDown: _ = scrollPage(Key(.down))
    case .press: page = nil
    case .drag, .release: break
    }
    return []
  }

  /// Scrolls the page by a key; false for other keys.
  private mutating func scrollPage(_ key: Key) -> Bool {
    let (lines, rows) = (pageLines.count, boardHeight)
    return page?.scroll(key, lines: lines, rows: rows) == true
  }

  /// The keys of the page of an item: the neighbours, and what is done with the item.
  private mutating func press(_ key: Key, on item: ItemID) -> [Action] {
    switch (key.code, key.modifiers) {
    case (.left, []), (.character("h"), []): showNeighbour(of: item, by: -1)
    case (.right, []), (.character("l"), []): showNeighbour(of: item, by: 1)
    case (.character("e"), []):
      page = nil
      return [.openCommandLine(edit(of: item).line)]
    case (.character("t"), []): return isViewOnly ? sayViewOnly() : toggleDone([item])
    case (.character("."), []):
      page = nil
      return isViewOnly ? sayViewOnly() : setFields(of: [item])
    default: page = nil
    }
    return []
  }

  private mutating func showNeighbour(of item: ItemID, by step: Int) {
    guard let path = snapshot.board.indexPath(of: item) else { return }
    let next = IndexPath(section: path.section, item: path.item + step)
    guard snapshot.board.hasItem(at: next) else { return }
    if snapshot.board.itemID(at: next) == nil { return sayAwaited() }
    followsCursor = true
    cursor.move(to: next, on: snapshot.board)
    showItem()
  }

  /// The lines of the page that is shown.
  var pageLines: [Page.Line] {
    switch page?.subject {
    case .help?: Self.help(width: width - 3, isViewOnly: isViewOnly)
    case .item(let item)?: lines(about: item, width: width - 3)
    case nil: []
    }
  }

  /// The hints of the keys of the page.
  var pageHints: [String]? {
    switch page?.subject {
    case .help?: ["any \(pageLines.count > boardHeight ? "other " : "")key closes the help"]
    case .item?:
      ["left, right its neighbours", "e edits", "t ticks", ". sets fields", "any other key closes"]
    case nil: nil
    }
  }
}

/// The page of an item.
extension BoardView {
  private func lines(about id: ItemID, width: Int) -> [Page.Line] {
    let board = snapshot.board.whole
    if snapshot.board.isAwaited(id) {
      return [Page.Line(text: "\(id) has not arrived yet", style: Theme.hint)]
    }
    guard let item = board.item(id), let path = board.indexPath(of: id) else {
      return [Page.Line(text: "\(id) is not on the board any more", style: Theme.refusal)]
    }
    let text = item.text.string.split(separator: "\n", omittingEmptySubsequences: false)
      .flatMap { String($0).wrapped(to: width) }
    return text.map { Page.Line(text: $0, style: Theme.header) } + [Page.Line(text: "")]
      + facts(about: item, at: path).flatMap {
        Page.Line.lines($0.name, $0.value, column: 13, width: width)
      }
  }

  private func facts(about whole: Item, at path: IndexPath) -> [(name: String, value: String)] {
    let item = whole.id
    let board = snapshot.board.whole
    let section = board.sectionID(at: path.section)
    let count = board.itemCount(in: path.section)
    var facts = [
      ("item", item.string),
      ("section", "\(board.title(at: path.section)) (\(section))"),
      ("place", "\(path.item + 1) of \(count), path \(path)"),
    ]
    facts += whole.fields.map { ("\($0.name)=", $0.value.string) }
    let state = states(of: item)
    if !state.isEmpty { facts.append(("state", state.joined(separator: ", "))) }
    for drag in snapshot.drags where drag.items.contains(item) {
      let away = drag.isSuspended ? ", who is away" : ""
      facts.append(("dragged by", personally(drag.owner) + away + others(of: drag.items)))
    }
    if let clients = presence.selectors[item], !clients.isEmpty {
      facts.append(("selected by", clients.map(personally).joined(separator: ", ")))
    }
    facts.append(("policy", policy(of: section)))
    return facts
  }

  private func states(of item: ItemID) -> [String] {
    var words: [String] = []
    if snapshot.unconfirmed.contains(item) { words.append("not confirmed by the server yet") }
    if marked.contains(item) { words.append("marked") }
    if presence.lost.contains(item) { words.append("its place under the drag was removed") }
    return words
  }

  private func personally(_ client: ClientName) -> String {
    client == snapshot.own ? "you" : client.string
  }

  private func others(of items: [ItemID]) -> String {
    items.count > 1 ? ", with \(counted(items.count - 1, "other"))" : ""
  }

  /// The settings of a section that are not the initial ones. The title of the board restricts nothing.
  private func policy(of section: SectionID) -> String {
    let (policy, initial) = (snapshot.policies[section], Policy())
    let words = PolicyKey.allCases.compactMap { key -> String? in
      if key == .title { return nil }
      let setting = policy.setting(of: key)
      return setting == initial.setting(of: key) ? nil : "\(key.rawValue)=\(setting.word)"
    }
    return words.isEmpty ? "nothing is restricted" : words.joined(separator: " ")
  }
}

/// The help page.
extension BoardView {
  /// - Parameter isViewOnly: Whether keys that change the board are left out.
  static func help(width: Int, isViewOnly: Bool = false) -> [Page.Line] {
    (isViewOnly ? viewerKeys : keys).flatMap {
      Page.Line.lines($0.keys, $0.meaning, column: 19, width: width)
    }
  }

  private static let keys: [(keys: String, meaning: String)] = [
    ("arrows, h j k l", "look at another item; while dragging, move it"),
    ("shift and arrows", "move the item at once, without a drag"),
    (
      "space or m",
      "pick up, or drop; what is marked is picked up together, without marks what is selected"
    ),
    ("enter", "choose the item; while dragging, drop"),
    ("esc", "cancel the drag; end the search; unmark; close the panel"),
    ("c", "while dragging, copy instead of moving, and back"),
    ("i", "all about the item: its whole text, its names, who has it, its policy"),
    ("x", "select, deselect: others see it"),
    ("v, V", "mark the item; mark all from the last marked one to here"),
    ("D, space, s", "act on all marked items, if there are any; esc unmarks"),
    ("s", "move to the end of a section, from a list"),
    ("A, R, X", "add a section, rename it, remove it"),
    ("<, >, z", "move the section left or right; collapse or expand it"),
    ("u, U or Ctrl-R", "undo, redo"),
    ("e, a, D", "edit the item, add one behind it, delete it"),
    ("t", "tick the item, or all marked ones, as done, and back"),
    (".", "set fields, such as due=2026-12-01 or label=red; due= takes one away"),
    ("page up and down", "go far, as do home, end, g and G"),
    ("/", "find a text, or fields such as done=yes: only what has them is shown while you type"),
    ("n, N, f", "next match, previous match, show the others too; esc ends"),
    ("tab, or 1 2 3", "columns, flow, mosaic; 2 again: the flow runs down or across"),
    (
      ":",
      "a command of the protocol; tab completes, also from texts to names; arrows recall "
        + "(:help lists them)"
    ),
    ("b", "the boards: open, make, rename, remove"),
    ("w", "who is here, with what they drag and have selected"),
    ("r", "try again what was refused last"),
    (
      "L",
      "show or hide the answers; Ctrl-U and Ctrl-D scroll them, while you type page up and down do"
    ),
    ("Ctrl-L, Ctrl-Z", "draw anew, suspend"),
    ("q or Ctrl-C", "quit"),
    (
      "mouse",
      "drag an item, or click to choose it; the wheel scrolls (hold shift to select text as usual)"
    ),
  ]

  private static let viewerKeys: [(keys: String, meaning: String)] =
    [("arrows, h j k l", "look at another item"), ("z", "collapse or expand the section")]
    + keys.filter {
      [
        "i", "x", "page up and down", "/", "n, N, f", "tab, or 1 2 3", "b", "w", "L",
        "Ctrl-L, Ctrl-Z", "q or Ctrl-C",
      ].contains($0.keys)
    }
}
