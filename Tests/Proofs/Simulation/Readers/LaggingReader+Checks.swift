import BoardModel
import BoardWire
import CheckedClients

// Checks against the copies of boards. Of a board that is not open nothing is known.

extension LaggingReader {
  private func copy(of name: String) -> Mirror.Board? {
    openBoards.contains(name) ? mirror.boards[name] : nil
  }

  /// The same, if it has all items.
  private func wholeCopy(of name: String) -> Mirror.Board? {
    copy(of: name).flatMap { $0.isCounted ? nil : $0 }
  }

  func checkItems(of drag: SessionID) throws {
    guard let session = sessions[drag], !session.isExternal else { return }
    try check(session.items, on: session.home)
  }

  func check(_ items: [ItemID], on name: String) throws {
    guard let board = wholeCopy(of: name) else { return }
    let known = Set(board.sections.flatMap { $0.items.map(\.name) })
    for item in items where !known.contains(item.string) {
      throw Fault("\(item) is not on \(name) at \(board.revision)")
    }
  }

  mutating func check(_ row: DragsRow) throws {
    if row.external == nil { try check(row.items, on: row.home.string) }
    if row.state == .lifted, isDriver(of: row.drag),
      case .over(let known)? = sessions[row.drag]?.state, known.board != nil
    {
      throw Fault("\(row.drag) is hidden from its owner")
    }
    guard case .over(let proposal) = row.state else { return }
    if row.client != name { try checkVeil(of: row.drag, proposal.board) }
    try check(
      proposal, on: proposal.board?.string ?? row.home.string,
      own: proposal.board == nil ? row.items : [], isExact: row.external == nil)
  }

  mutating func check(
    _ proposal: DropProposal, of drag: SessionID, isExact: Bool
  ) throws {
    guard let session = sessions[drag] else { return }
    try check(
      proposal, on: proposal.board?.string ?? session.home,
      own: proposal.board == nil ? session.items : [], isExact: isExact)
  }

  /// The place is on the board, and its path and its anchor are the same place.
  private mutating func check(
    _ proposal: DropProposal, on name: String, own: [ItemID], isExact: Bool
  ) throws {
    guard let board = wholeCopy(of: name) else { return }
    counts.places += 1
    let path = proposal.path
    guard path.section < board.sections.count else {
      throw Fault("\(path) is no place on \(name) at \(board.revision)")
    }
    let section = board.sections[path.section]
    // A copy counts the items of the session like any other; what was denied may be either.
    let taken = proposal.verdict == .allowed(.move) ? Set(own.map(\.string)) : []
    let others = section.items.map(\.name).filter { !isExact || !taken.contains($0) }
    guard path.item <= others.count else {
      throw Fault("\(path) is no place on \(name) at \(board.revision): \(others)")
    }
    let isDenied = if case .denied = proposal.verdict { true } else { false }
    try check(
      proposal.anchor, path, others, section, isExact: isExact && !isDenied, of: board)
  }

  private func check(
    _ anchor: Anchor, _ path: IndexPath, _ others: [String], _ section: Mirror.Section,
    isExact: Bool, of board: Mirror.Board
  ) throws {
    let isRight =
      switch anchor {
      case .start(let id): section.row.name == id.string && (!isExact || others.isEmpty)
      case .end(let id):
        section.row.name == id.string && (!isExact || path.item == others.count)
      case .before(let item):
        section.items.contains { $0.name == item.string }
          && (!isExact || others.dropFirst(path.item).first == item.string)
      case .after(let item): section.items.contains { $0.name == item.string }
      }
    guard isRight else {
      throw Fault("\(anchor) is not \(path) at \(board.revision): \(section)")
    }
  }

  /// What a session does on another board is told to its owner only, if there are access rules (17.4).
  func checkVeil(of drag: SessionID, _ board: BoardName?) throws {
    guard hasAccessRules, board != nil, !own.contains(drag), !named.contains(drag) else { return }
    throw Fault("\(drag) of another client is told on another board")
  }

  /// The owner knew what it dropped: all of it is at one place, in the order of the session (7.6).
  func checkDropped(_ session: Session, at revision: Int) throws {
    guard !session.isExternal, let board = wholeCopy(of: session.home), board.revision == revision
    else {
      return
    }
    let items = session.items.map(\.string)
    for section in board.sections {
      let names = section.items.map(\.name)
      guard let first = names.firstIndex(of: items[0]) else { continue }
      if names.dropFirst(first).prefix(items.count).elementsEqual(items) { return }
    }
    throw Fault("\(items) were dropped on \(session.home), and are not at one place")
  }

  func checkPath(_ path: IndexPath, on name: String) throws {
    guard let board = wholeCopy(of: name) else { return }
    guard path.section < board.sections.count,
      path.item < board.sections[path.section].items.count
    else { throw Fault("nothing is at \(path) of \(name)") }
  }

  /// Who is over a board is lost before the board is removed.
  func checkNobodyIsOver(_ board: BoardName) throws {
    for (drag, session) in sessions {
      if case .over(let proposal) = session.state, proposal.board == board, isTold(drag) {
        throw Fault("\(board) is removed, and \(drag) is over it")
      }
    }
  }

  /// Whether another connection of its client has driven a session of it.
  func isShared(_ drag: SessionID) -> Bool { own.contains(drag) && !isDriver(of: drag) }
}
