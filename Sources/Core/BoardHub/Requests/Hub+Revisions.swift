import BoardAuthority
import BoardModel
import BoardWire

// Every change of a board, by an edit, a drop, a block or an undo: one revision, made durable, then
// sent.

extension Hub {
  /// Makes changes as one revision, and sends it to the sessions and selections on the board and to
  /// its author.
  ///
  /// - Returns: The revision; nil if nothing changed.
  /// - Throws: As `VersionedBoard.transact`.
  @discardableResult
  func change(
    _ live: LiveBoard, by connection: ClientConnection, origin: RevisionOrigin = .command,
    _ body: (inout BoardTransaction) throws(Refusal) -> Void
  ) throws(Refusal) -> Revision? {
    let note = RevisionNote(
      author: connection.client.author, time: clock.wallTime, origin: origin)
    let revision = try live.versions.transact(note, body)
    if let revision { conclude(revision, on: live, by: connection) }
    return revision
  }

  /// Makes a revision durable and sends it.
  ///
  /// The board has the change before anything is sent. The author's
  /// own copy is brought to the new revision in front of the reply.
  ///
  /// - Parameters:
  ///   - events: What the connection did to its session by the change, sent in front of what the
  ///     change does to others.
  ///   - journalRows: The rows for the journal, if they are written already.
  ///   - content: The content of the board, if it is written already.
  func conclude(
    _ revision: Revision, on live: LiveBoard, by connection: ClientConnection,
    outcome: SessionOutcome? = nil, sending events: [DragSessionEvent] = [],
    journalRows: [UInt8]? = nil, content: WrittenContent? = nil
  ) {
    let edits = revision.edits
    live.encodings.dataChanged()
    live.contentWriter.dataChanged(live.versions, content: content)
    boards.countLog(of: live)
    persistence.add(revision, of: live, outcome: outcome, rows: journalRows)
    // Before the author is sent anything, as that may be a snapshot.
    delivery.markBehind(live)
    for section in revision.policiesLost {
      delivery.recordDeletedPolicy(of: section, on: live, by: connection)
    }
    delivery.note(events, by: connection)
    delivery.note(
      drags.coordinator.boardChanged(
        live.versions, edits, by: connection.client.name, at: clock.now))
    delivery.evaluateManyChanges()
    for client in live.selections.removeDeleted(by: edits, on: live.versions.board) {
      delivery.sendSelection(of: client, on: live)
    }
    delivery.catchUp(connection, on: live)
    delivery.sendEnds(events, to: connection)
  }
}
