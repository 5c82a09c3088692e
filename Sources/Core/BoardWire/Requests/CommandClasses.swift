import BoardModel

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
