// Made from protocol/lines.md by `swift run lines`. What is changed here is lost.

import BoardModel
import BoardWire

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
  case update(since: Int?, content: WatchedContent?)
  /// The rest of what the connection is owed of the board.
  case rest
  /// The board as it is drawn.
  case drawing(revision: Int?)
  /// The clients that are listed.
  case clients
  /// The boards that are searched.
  case search
  /// Items that are listed.
  case listed(Int)
  /// What is measured.
  case metrics
  /// Items that are looked up.
  case items(ItemReferences)
  /// Items that are changed.
  case edits(ItemReferences)
  /// The items of a section.
  case section(SectionReference)
  /// The items of a session, if a section of the board asks for their fields.
  case proposal
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
  /// The edits of the client's last change.
  case undo
  /// The edits of the client's last undo.
  case redo
  /// The revisions that are listed.
  case history(from: Int?, to: Int?)
  /// Items, or all that are selected.
  case selection(ItemReferences?)
}
