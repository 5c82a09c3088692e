import BoardModel

/// The one answer to a command. `protocol/lines.md` lists them.
public enum Reply: Hashable, Sendable {
  case pong(ConnectionRequest.Ping)
  case help([String])
  case hello(ClientReply)
  case quit
  case space(SpaceReply)
  case boards(Listing<BoardRow>)
  case create(BoardRevision)
  case removeBoard(BoardReply)
  case renameBoard(BoardRequest.Rename)
  case open(Opened)
  case close(BoardReply)
  case show(BoardName, [String])
  case who(Listing<WhoRow>)
  case find(Listing<FindRow>)
  case stats(Listing<StatsRow>)
  case drags(Listing<DragRow>)
  case history(BoardName, Listing<HistoryRow>)
  case policy(BoardName, Listing<PolicyRow>)
  case begin(SessionItems)
  case beginExternal(SessionItems)
  case add(SessionItems)
  case addExternal(SessionItems)
  /// Without items the session ended as cancelled.
  case remove(SessionItems)
  case propose(Proposed)
  case exit(DragRequest.Resume)
  case perform(Ended)
  case cancel(Ended)
  case resume(Resumed)
  /// What a drop would do, and the rows of the batch that it would make.
  case dryrun(DryRunReply, BatchUpdate)
  case insert(ItemPlaced)
  case delete(ItemsDeleted)
  case move(ItemsMoved)
  case edit(ItemPlaced)
  case insertSection(SectionPlaced)
  case deleteSection(SectionDeleted)
  case moveSection(SectionPlaced)
  case renameSection(SectionPlaced)
  case clear(SectionCleared)
  case batch(BoardRevision)
  case replace(BoardRevision)
  case undo(TakenBack)
  case redo(TakenBack)
  case select(SelectionReply)
  case deselect(SelectionReply)
  case choose(Chosen)
  /// The sentence is for people; without one it is that of the refusal alone.
  case refused(Refusal, sentence: String? = nil)
  /// The verb is that of the command, if it could be read: the sentence shows its form.
  case error(LineError, Verb?)
}

extension Reply {
  /// The verb that the reply answers; nil for a refusal and an error, which do not say it.
  public var verb: Verb? {
    switch self {
    case .pong: .connection(.ping)
    case .help: .connection(.help)
    case .hello: .connection(.hello)
    case .quit: .connection(.quit)
    case .space: .connection(.space)
    case .boards: .board(.boards)
    case .create: .board(.create)
    case .removeBoard: .board(.removeBoard)
    case .renameBoard: .board(.renameBoard)
    case .open: .board(.open)
    case .close: .board(.close)
    case .show: .board(.show)
    case .who: .board(.who)
    case .find: .board(.find)
    case .stats: .board(.stats)
    case .drags: .drag(.drags)
    case .history: .undo(.history)
    case .policy: .policy(.policy)
    case .begin: .drag(.begin)
    case .beginExternal: .drag(.beginExternal)
    case .add: .drag(.add)
    case .addExternal: .drag(.addExternal)
    case .remove: .drag(.remove)
    case .propose: .drag(.propose)
    case .exit: .drag(.exit)
    case .perform: .drag(.perform)
    case .cancel: .drag(.cancel)
    case .resume: .drag(.resume)
    case .dryrun: .drag(.dryrun)
    case .insert: .edit(.insert)
    case .delete: .edit(.delete)
    case .move: .edit(.move)
    case .edit: .edit(.edit)
    case .insertSection: .edit(.insertSection)
    case .deleteSection: .edit(.deleteSection)
    case .moveSection: .edit(.moveSection)
    case .renameSection: .edit(.renameSection)
    case .clear: .edit(.clear)
    case .batch: .block(.batch)
    case .replace: .block(.replace)
    case .undo: .undo(.undo)
    case .redo: .undo(.redo)
    case .select: .selection(.select)
    case .deselect: .selection(.deselect)
    case .choose: .selection(.choose)
    case .refused, .error: nil
    }
  }
}

extension WireBuffer {
  /// Appends the one answer to a command, with the lines that follow it.
  ///
  /// - Parameter tag: The tag of the command.
  public mutating func append(_ reply: Reply, tag: String? = nil) {
    append(tag: tag)
    switch reply {
    case .pong(let ping): line("pong", ping)
    case .help(let lines): drawing("ok help", DrawingHead(lines: lines.count), lines)
    case .hello(let reply): line("ok hello", reply)
    case .quit: line("ok quit", NoFields())
    case .space(let reply): line("ok space", reply)
    case .boards(let listing): append("ok boards", listing)
    case .create(let reply): line("ok create", reply)
    case .removeBoard(let reply): line("ok remove-board", reply)
    case .renameBoard(let reply): line("ok rename-board", reply)
    case .open(let reply): line("ok open", reply)
    case .close(let reply): line("ok close", reply)
    case .show(let board, let lines):
      drawing("ok show", BoardDrawingHead(board, lines: lines.count), lines)
    case .who(let listing): append("ok who", listing)
    case .find(let listing): append("ok find", listing)
    case .stats(let listing): append("ok stats", listing)
    case .drags(let listing): append("ok drags", listing)
    case .history(let board, let listing): append("ok history", board, listing)
    case .policy(let board, let listing): append("ok policy", board, listing)
    case .begin(let reply): line("ok begin", reply)
    case .beginExternal(let reply): line("ok begin-external", reply)
    case .add(let reply): line("ok add", reply)
    case .addExternal(let reply): line("ok add-external", reply)
    case .remove(let reply): line("ok remove", ItemsLeft(reply))
    case .propose(let reply): line("ok propose", reply)
    case .exit(let reply): line("ok exit", reply)
    case .perform(let reply): line("ok perform", reply)
    case .cancel(let reply): line("ok cancel", reply)
    case .resume(let reply): line("ok resume", reply)
    case .dryrun(let reply, let batch):
      line("ok dryrun", DryRunHead(reply, lines: batch.lineCount))
      append(rows: batch)
    case .insert(let reply): line("ok insert", reply)
    case .delete(let reply): line("ok delete", reply)
    case .move(let reply): line("ok move", reply)
    case .edit(let reply): line("ok edit", reply)
    case .insertSection(let reply): line("ok insert-section", reply)
    case .deleteSection(let reply): line("ok delete-section", reply)
    case .moveSection(let reply): line("ok move-section", reply)
    case .renameSection(let reply): line("ok rename-section", reply)
    case .clear(let reply): line("ok clear", reply)
    case .batch(let reply): line("ok batch", reply)
    case .replace(let reply): line("ok replace", reply)
    case .undo(let reply): line("ok undo", reply)
    case .redo(let reply): line("ok redo", reply)
    case .select(let reply): line("ok select", reply)
    case .deselect(let reply): line("ok deselect", reply)
    case .choose(let reply): line("ok choose", reply)
    case .refused(let refusal, let sentence): line("refused", FailureLine(refusal, sentence))
    case .error(let error, let verb): line("error", FailureLine(error, verb))
    }
  }
}

/// What a reply says to a client, whatever its verb.
public enum ReplyEffect: Hashable, Sendable {
  /// Nothing that changes a client's copy of a board.
  case nothing
  case named(ClientName)
  /// The connection is for another space than that of its greeting.
  case entered(SpaceReply)
  case opened(Opened)
  case closed(BoardName)
  case drag(SessionID, OwnSessionUpdate)
  /// Everything that the client has selected.
  case selection(SelectionReply)
  /// A change of a board, which a batch reports.
  case edited(revision: Int)
}

/// What a reply says of a session of the client.
public enum OwnSessionUpdate: Hashable, Sendable {
  case began([ItemID])
  /// The items that the session has now, of which the last may be new, from outside.
  case items([ItemID])
  /// The items that are left; without any the session ended as cancelled.
  case left([ItemID])
  case proposed(DropProposal)
  case exited
  case resumed([ItemID], DragState)
  case ended(SessionOutcome)
}

extension Reply {
  public var effect: ReplyEffect {
    switch self {
    case .pong, .help, .quit, .boards, .create, .removeBoard, .renameBoard, .show, .who, .find,
      .stats, .drags, .history, .policy, .dryrun, .choose, .refused, .error:
      .nothing
    case .hello(let hello): .named(hello.client)
    case .space(let entered): .entered(entered)
    case .open(let opened): .opened(opened)
    case .close(let closed): .closed(closed.board)
    case .begin(let session), .beginExternal(let session):
      .drag(session.drag, .began(session.items))
    case .add(let session), .addExternal(let session): .drag(session.drag, .items(session.items))
    case .remove(let session): .drag(session.drag, .left(session.items))
    case .propose(let proposed): .drag(proposed.drag, .proposed(proposed.proposal))
    case .exit(let exited): .drag(exited.drag, .exited)
    case .resume(let resumed): .drag(resumed.drag, .resumed(resumed.items, resumed.state))
    case .perform(let ended), .cancel(let ended): .drag(ended.drag, .ended(ended.outcome))
    case .insert(let placed), .edit(let placed): .edited(revision: placed.revision)
    case .delete(let deleted): .edited(revision: deleted.revision)
    case .move(let moved): .edited(revision: moved.revision)
    case .insertSection(let placed), .moveSection(let placed), .renameSection(let placed):
      .edited(revision: placed.revision)
    case .deleteSection(let deleted): .edited(revision: deleted.revision)
    case .clear(let cleared): .edited(revision: cleared.revision)
    case .batch(let board), .replace(let board): .edited(revision: board.revision)
    case .undo(let undone), .redo(let undone): .edited(revision: undone.revision)
    case .select(let selected), .deselect(let selected): .selection(selected)
    }
  }

  /// Whether the reply has items, index paths or revisions of a board, which its reader should have.
  @inlinable public var speaksOfBoard: Bool {
    switch self {
    case .pong, .help, .hello, .quit, .space, .boards, .create, .removeBoard, .renameBoard, .open,
      .close, .who, .stats, .policy, .exit, .error:
      false
    case .show, .find, .drags, .history, .begin, .beginExternal, .add, .addExternal, .remove,
      .propose, .resume, .dryrun, .insert, .delete, .move, .edit, .insertSection, .deleteSection,
      .moveSection, .renameSection, .clear, .batch, .replace, .undo, .redo, .select, .deselect,
      .choose:
      true
    case .perform(let ended), .cancel(let ended): ended.outcome.speaksOfBoard
    case .refused(let refusal, _): refusal.wire.facts.revision != nil
    }
  }
}

extension SessionOutcome {
  @inlinable var speaksOfBoard: Bool {
    switch self {
    case .moved, .copied, .unchanged: true
    case .cancelled, .forbidden, .expired, .gone, .shutdown: false
    }
  }
}
