import BoardModel
import BoardReplica
import BoardWire
import Terminal

/// Finding items by text and fields.
extension BoardView {
  /// After which time to call `continueFind`; nil if nothing is to be done.
  ///
  /// A search of a large board goes on between frames, so that keys are never late; the server is not asked again for each
  /// change of a busy board.
  public var findDelay: Duration? {
    guard let find, find.isDue else { return nil }
    guard snapshot.board.whole.hasUnknownItems else { return .milliseconds(10) }
    if connection != .live { return nil }
    return find.isNew ? .milliseconds(10) : .milliseconds(500)
  }

  /// Looks at the next items of the board, or asks the server for what is looked for.
  public mutating func continueFind() -> [Action] {
    guard find?.isDue == true else { return [] }
    let board = snapshot.board.whole
    if board.hasUnknownItems {
      let request = find?.request(on: snapshot.name, at: snapshot.revision)
      return request.map { [.find($0)] } ?? []
    }
    find?.step(on: board)
    showParts()
    seek()
    return []
  }

  /// Receives the answer of the server to what is looked for; nil if there is none.
  public mutating func receive(_ found: BoardWire.Listing<FindRow>?, to request: BoardRequest.Find)
  {
    find?.receive(found, to: request, at: snapshot.revision)
    showParts()
    seek()
  }

  /// Hides parts of a changed board.
  mutating func updateParts(isChanged: Bool) {
    if isChanged { find?.boardDidChange(snapshot.board.whole, at: snapshot.revision) }
    marked.settle(on: snapshot.board)
    guard find != nil || !collapsed.isEmpty else { return }
    snapshot.show(
      collapsing: collapsed, only: find?.shown, hasMore: find?.hasMore == true)
  }

  mutating func beginFind() {
    find = BoardFind(from: find?.origin ?? cursor.item)
    showParts()
  }

  /// Ends the search; the cursor stays at its item.
  mutating func endFind() {
    guard find != nil else { return }
    find = nil
    followsCursor = true
    showParts()
  }

  /// Ends the search, or else removes the marks, or else hides the panel.
  mutating func escape() {
    if find != nil { return endFind() }
    awaitedRange = nil
    marked.isEmpty ? log.hide() : marked.removeAll()
  }

  mutating func toggleFilter() {
    guard find != nil else { return }
    find?.isFiltering.toggle()
    followsCursor = true
    showParts()
  }

  mutating func goToMatch(isForward: Bool) {
    guard let find else { return }
    let board = snapshot.board.whole
    let path = cursor.item.flatMap { board.indexPath(of: $0) } ?? cursor.path
    if let item = find.match(after: path, isForward: isForward, on: board) { go(to: item) }
  }

  /// Goes to an item, and shows it if it is hidden.
  mutating func go(to item: ItemID) {
    followsCursor = true
    if let section = snapshot.board.whole.sectionID(of: item) { expand(section) }
    if snapshot.board.indexPath(of: item) == nil, find?.isFiltering == true { toggleFilter() }
    cursor.follow(item, on: snapshot.board)
  }

  /// Goes to the item at a path of the whole board, or to the empty section there.
  public mutating func go(to path: IndexPath) {
    let board = snapshot.board.whole
    if board.hasItem(at: path), let item = board.knownItem(at: path) { return go(to: item.id) }
    followsCursor = true
    cursor.move(to: path, on: snapshot.board)
  }

  /// Hides and shows items as the search and the collapsed sections demand.
  mutating func showParts() {
    snapshot.show(
      collapsing: collapsed, only: find?.shown, hasMore: find?.hasMore == true)
    layouts.forget()
    cursor.settle(on: snapshot.board)
  }

  /// Goes to the first match from the origin on.
  private mutating func seek() {
    guard let find, find.isSeeking, !find.matches.isEmpty else { return }
    let board = snapshot.board.whole
    let origin = find.origin.flatMap { board.indexPath(of: $0) } ?? IndexPath(section: 0, item: 0)
    let item = find.match(after: origin, isForward: true, orAt: true, on: board)
    let isBehind = item.flatMap { board.indexPath(of: $0) }.map { $0 >= origin } ?? false
    guard let item, isBehind || !find.isUnfinished else { return }
    self.find?.isSeeking = false
    go(to: item)
  }
}

/// Keys while the text is typed.
extension BoardView {
  /// - Returns: Nil for keys that go to the board.
  mutating func pressFinding(_ key: Key) -> [Action]? {
    guard let find, find.isTyping else { return nil }
    remark = nil
    switch (key.code, key.modifiers) {
    case (.escape, _), (.character("c"), .control), (.character("g"), .control): giveUpFind()
    case (.enter, _): find.text.isEmpty ? endFind() : stopTyping()
    case (.backspace, _) where find.text.isEmpty: giveUpFind()
    case (.backspace, _): return search(for: String(find.text.dropLast()))
    case (.character("u"), .control): return search(for: "")
    case (.character("w"), .control): return search(for: find.text.withoutLastWord)
    case (.up, _), (.character("p"), .control): goToMatch(isForward: false)
    case (.down, _), (.character("n"), .control): goToMatch(isForward: true)
    case (.tab, []): toggleFilter()
    case (.character("l"), .control): return [.refresh]
    case (.character("z"), .control): return [.suspend]
    case (.character(let scalar), []), (.character(let scalar), .shift):
      return search(for: find.text + String(Character(scalar)))
    default: break
    }
    return []
  }

  /// Adds the first line of a pasted text.
  mutating func pasteIntoFind(_ text: String) -> [Action] {
    guard let find, find.isTyping else { return [] }
    let line = text.prefix { !$0.isNewline }.unicodeScalars.filter {
      $0.properties.generalCategory != .control
    }
    return search(for: find.text + String(String.UnicodeScalarView(line)))
  }

  private mutating func search(for text: String) -> [Action] {
    guard text.utf8.count <= Limits.textBytes else { return [] }
    find?.search(for: text, isAsked: snapshot.board.whole.hasUnknownItems)
    let actions = continueFind()
    showParts()
    return actions
  }

  private mutating func stopTyping() { find?.isTyping = false }

  /// Ends the search, and returns to the item where it began.
  private mutating func giveUpFind() {
    let origin = find?.origin
    endFind()
    if let origin, snapshot.board.indexPath(of: origin) != nil { go(to: origin) }
  }
}

/// Drawing a search.
extension BoardView {
  /// Draws `/TEXT`, and on the right the count of matches.
  func draw(_ find: BoardFind, on canvas: inout Canvas) {
    let line = CommandLine(prompt: "/", text: find.text, cursor: find.text.utf8.count, choices: [])
    draw(line, on: &canvas)
    let keys = find.text.isEmpty ? "type a text  esc ends" : "\(count(of: find))  tab  enter  esc"
    let used = cellWidth(of: find.text) + 3
    guard used + keys.count <= width else { return }
    canvas.put(keys, x: width - keys.count, y: height - 1, Theme.hint)
  }

  /// `/milk  3 of 12`, and the keys.
  func findStatus(_ find: BoardFind) -> String {
    let text = "/\(find.text)".cut(to: max(4, width / 3))
    return fitting([
      "\(text)  \(count(of: find))", "n next", "N previous", "esc ends",
      find.isFiltering ? "f all items" : "f matches only",
    ])
  }

  private func count(of find: BoardFind) -> String {
    if let name = find.query.problem { return "no field is called \(name)" }
    if snapshot.board.whole.hasUnknownItems, let name = find.query.fieldOfAnyValue {
      return "say which \(name) on so large a board"
    }
    let more = find.hasMore ? " and more" : find.isUnfinished ? "+" : ""
    if find.isStale { return "searching" }
    if find.matches.isEmpty { return find.isUnfinished ? "searching" : "no match" }
    let count = "\(find.matches.count)\(more)"
    guard let number = find.number(of: cursor.item, on: snapshot.board.whole) else {
      return find.matches.count == 1 ? "1 match" : "\(count) matches"
    }
    return "\(number) of \(count)"
  }

  /// Marks the matches in a drawn line.
  func drawMatches(of line: String, x: Int, y: Int, _ style: Style, on canvas: inout Canvas) {
    guard let ranges = find?.ranges(in: line), !ranges.isEmpty else { return }
    var match = Theme.match
    match.isReversed = style.isReversed
    let characters = Array(line)
    for range in ranges {
      let before = cellWidth(of: String(characters[..<range.lowerBound]))
      let width = cellWidth(of: String(characters[range]))
      canvas.put(String(characters[range]), x: x + before, y: y, width: width, match)
    }
  }
}

extension String {
  /// The text without its last word and the blanks behind it.
  fileprivate var withoutLastWord: String {
    let words = self[..<(lastIndex { $0 != " " }.map { index(after: $0) } ?? startIndex)]
    return String(words[..<(words.lastIndex(of: " ").map { index(after: $0) } ?? startIndex)])
  }
}
