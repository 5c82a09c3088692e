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

/// What the steps of a command grow with.
package enum CostClass {
  /// No more than every line takes.
  case fixed
  /// The drags and selections of a guest that gets a name.
  case greeting
  /// The boards of the server.
  case boards
  /// One edit.
  case edit
  /// Everybody who watches the board.
  case watchers
  /// What leads to the present from the revision that the client has.
  case update(since: Int?)
  /// The rest of what the connection is owed of the board.
  case rest
  /// The board as it is drawn.
  case drawing(revision: Int?)
  /// The clients that are listed.
  case clients
  /// The boards that are searched.
  case search
  /// What is measured.
  case metrics
  /// Items that are looked up.
  case items(ItemReferences)
  /// Items that are changed.
  case edits(ItemReferences)
  /// The items of a section.
  case section(SectionReference)
  /// The items of a session, or those that are tried.
  case drop
  /// The edits since a session was suspended.
  case session
  /// The live sessions.
  case drags
  /// The rows of a block, which is paid for at its end.
  case rows
  /// The sections with settings of their own; those of one target if there is one.
  case policies(PolicyRequest.Target?)
  /// The edits of the client's last change, and of its last undo.
  case undo, redo
  /// The revisions that are listed.
  case history(from: Int?, to: Int?)
  /// Items, or all that are selected.
  case selection(ItemReferences?)
}
