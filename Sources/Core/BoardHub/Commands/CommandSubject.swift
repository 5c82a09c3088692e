import BoardAuthority
import BoardModel
import BoardWire

// What commands are about, in the terms of a server.

extension CommandSubject {
  /// The board that the command names, whose content it needs.
  var named: BoardName? {
    switch self {
    case .nothing, .allBoards, .newBoard, .session: nil
    case .bothBoards(let board, _): board
    case .board(let board), .boardOrAll(let board), .sessionAtBoard(_, let board),
      .itemsOrSession(_, _, let board):
      board
    }
  }

  /// The session that the command names.
  var session: SessionID? {
    switch self {
    case .session(let drag), .sessionAtBoard(let drag, _), .itemsOrSession(_, let drag, _): drag
    case .nothing, .allBoards, .newBoard, .board, .bothBoards, .boardOrAll: nil
    }
  }

  /// The items of which nobody has a session yet.
  var items: ItemReferences? {
    if case .itemsOrSession(let items, _, _) = self { items } else { nil }
  }
}

extension CommandChange {
  /// Whether the change is written down, and refused while the disk is full.
  var isStored: Bool {
    switch self {
    case .nothing, .session, .selection: false
    case .board, .boards: true
    }
  }
}

extension Hub {
  /// The boards that a command is about.
  ///
  /// - Parameter isForced: Whether it needs to own also the board where a session of somebody else began.
  func boards(
    of subject: CommandSubject, isForced: Bool = false, on connection: ClientConnection
  ) -> [BoardName] {
    let current = connection.currentBoard?.name
    switch subject {
    case .nothing, .allBoards: return []
    case .newBoard(let board): return [board]
    case .bothBoards(let board, let name): return [board, name]
    case .board(let board): return (board ?? current).list
    case .boardOrAll(let board): return board.list
    case .itemsOrSession(_?, _, let board): return (board ?? current).list
    case .session(let drag):
      let origin = isForced ? drag.flatMap { drags.coordinator.origin(of: $0) } : nil
      return boards(of: drag, by: connection) + (origin?.board).list
    case .sessionAtBoard(let drag, let board), .itemsOrSession(nil, let drag, let board):
      let own = boards(of: drag, by: connection)
      return own + (board ?? (own.isEmpty ? current : nil)).list
    }
  }

  /// The boards of a session, or of all sessions of the client.
  func boards(of drag: SessionID?, by connection: ClientConnection) -> [BoardName] {
    drags.coordinator.boards(of: drag, by: connection.client.name)
  }
}

extension BoardName? {
  /// The board, or none.
  var list: [BoardName] { map { [$0] } ?? [] }
}
