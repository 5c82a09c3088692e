import BoardModel
import BoardReplica
import BoardWire
import Terminal

/// The lists over the board.
extension BoardView {
  /// - Returns: Nil if no list is shown, or for keys that go to the board.
  mutating func pressInMenu(_ key: Key) -> [Action]? {
    guard let menu else { return nil }
    remark = nil
    let page = boardHeight
    if self.menu?.move(key, page: page) == true { return [] }
    switch (key.code, key.modifiers) {
    case (.escape, _), (.character("q"), []), (.character("c"), .control): self.menu = nil
    case (.enter, _), (.character(" "), []):
      self.menu = nil
      return menu.row.map { choose($0.choice) } ?? []
    case (.character("l"), .control): return [.refresh]
    case (.character("z"), .control): return [.suspend]
    case (.character(let letter), []): return press(letter, in: menu)
    default: break
    }
    return []
  }

  /// A click on a row chooses it; the wheel moves the cursor.
  mutating func pressInMenu(_ event: MouseEvent) -> [Action] {
    switch event.kind {
    case .wheelUp: return pressInMenu(Key(.up)) ?? []
    case .wheelDown: return pressInMenu(Key(.down)) ?? []
    case .press:
      let lines = boardHeight - 1
      guard menu?.select(line: event.point.y - 2, height: lines) == true else {
        return []
      }
      return pressInMenu(Key(.enter)) ?? []
    case .drag, .release: return []
    }
  }

  private mutating func choose(_ choice: Menu.Choice) -> [Action] {
    switch choice {
    case .section(let section): return move(to: section)
    case .board(let board): return board == snapshot.name ? [] : [.open(board)]
    case .client(let client): return goToItem(of: client)
    }
  }

  /// The keys of the list of boards.
  private mutating func press(_ letter: Unicode.Scalar, in menu: Menu) -> [Action] {
    guard case .board(let board)? = menu.row?.choice else { return [] }
    switch letter {
    case "a":
      self.menu = nil
      return [.makeBoard]
    case "R":
      self.menu = nil
      return [.openCommandLine("rename-board \(board) ")]
    case "D":
      confirmation = Confirmation(
        question: "remove the board \(board), \(menu.row?.about ?? "")?",
        action: .removeBoard(board))
    default: break
    }
    return []
  }

  /// Shows the boards of the server; the cursor is on the present one.
  ///
  /// - Parameter board: Where the cursor is; the present board if nil.
  public mutating func showBoards(_ rows: [BoardsRow], hasMore: Bool, at board: BoardName? = nil) {
    let current = board ?? snapshot.name
    menu = Menu(
      title: "boards" + (hasMore ? " (the first \(rows.count))" : ""),
      rows: rows.map {
        Menu.Row(
          $0.board.string,
          about: ($0.title.map { "\($0): " } ?? "")
            + "\(counted($0.sections, "section")), \(counted($0.items, "item"))"
            + ", \(counted($0.watchers, "watcher"))"
            + ($0.board == snapshot.name ? ", on the screen" : ""),
          choice: .board($0.board))
      }, index: rows.firstIndex { $0.board == current } ?? 0,
      keys: ["enter opens", "a makes one", "D removes", "R renames", "esc closes"])
  }

  /// Shows the clients that watch the board, with what they have selected and what they drag.
  public mutating func showPeople(_ rows: [WhoRow], hasMore: Bool) {
    var people: [(client: ClientName, connections: Int)] = []
    for row in rows {
      if people.last?.client == row.client {
        people[people.count - 1].connections += 1
      } else {
        people.append((row.client, 1))
      }
    }
    menu = Menu(
      title: "here" + (hasMore ? " (the first \(rows.count) connections)" : ""),
      rows: people.map {
        Menu.Row(
          $0.client.string, about: about($0.client, connections: $0.connections),
          choice: .client($0.client), style: Theme.client($0.client))
      }, keys: ["enter goes to their item", "esc closes"])
  }

  /// `you, drags Milk, has selected Tea`.
  private func about(_ client: ClientName, connections: Int) -> String {
    var words = client == snapshot.own ? ["you"] : []
    if connections > 1 { words.append("\(connections) connections") }
    for drag in snapshot.drags where drag.owner == client {
      words.append(
        "drags \(title(of: drag.items, drag.external))" + (drag.isSuspended ? " (away)" : ""))
    }
    if let items = snapshot.selections[client], !items.isEmpty {
      words.append("has selected \(title(of: items))")
    }
    return words.joined(separator: ", ")
  }

  private mutating func goToItem(of client: ClientName) -> [Action] {
    let dragged = snapshot.drags.first { $0.owner == client }?.items ?? []
    let items = dragged + (snapshot.selections[client] ?? [])
    guard let item = items.first(where: { !snapshot.board.isGone($0) }) else { return [] }
    if snapshot.board.isAwaited(item) { return [.locate(item)] }
    go(to: item)
    return []
  }
}

extension BoardView {
  /// The hints that fit on a line, the first ones first; `? help` is the last one.
  func fitting(_ hints: [String], helpToo: Bool = true) -> String {
    let help = helpToo ? "  ? help" : ""
    var line = ""
    for hint in hints {
      let longer = line.isEmpty ? hint : "\(line)  \(hint)"
      guard cellWidth(of: longer) + help.count <= width else { break }
      line = longer
    }
    return line + help
  }
}

/// `1 item`, `2 items`.
func counted(_ count: Int, _ noun: String) -> String {
  count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
}
