import BoardAuthority
import BoardDelivery
import BoardModel
import BoardWire

// What a server asks of a command before it executes it. `protocol/lines.md` says it of each verb.

/// What a command is about: where its client needs the role, and what must be loaded.
///
/// A board of nil is the connection's current board, or, in `boardOrAll`, none; a session of nil is the client's only
/// one.
package enum CommandSubject {
  case nothing
  /// Every board of the server.
  case allBoards
  case newBoard(BoardName)
  case board(BoardName?)
  /// A board, and the name that it gets.
  case bothBoards(BoardName, BoardName)
  case boardOrAll(BoardName?)
  case session(SessionID?)
  /// A session over a place, whose board is that of the session if it is nil.
  case sessionAtBoard(SessionID?, BoardName?)
  /// Items over a place; without items those of a session.
  case itemsOrSession(ItemReferences?, SessionID?, BoardName?)
}

/// What a command can change.
package enum CommandChange {
  case nothing
  case session
  case selection
  /// The content or the policies of a board, which must be written down.
  case board
  /// What boards there are, which must be written down.
  case boards
}

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

extension DragSessions {
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
      let origin = isForced ? drag.flatMap { coordinator.origin(of: $0) } : nil
      return boards(of: drag, by: connection) + (origin?.board).list
    case .sessionAtBoard(let drag, let board), .itemsOrSession(nil, let drag, let board):
      let own = boards(of: drag, by: connection)
      return own + (board ?? (own.isEmpty ? current : nil)).list
    }
  }

  /// The boards of a session, or of all sessions of the client.
  func boards(of drag: SessionID?, by connection: ClientConnection) -> [BoardName] {
    coordinator.boards(of: drag, by: connection.client.name)
  }
}

extension BoardName? {
  /// The board, or none.
  var list: [BoardName] { map { [$0] } ?? [] }
}
