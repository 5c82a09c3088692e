import BoardModel

/// The one answer to a command. `protocol/lines.md` lists them.
public enum Reply: Hashable, Sendable {
  case pong(ConnectionRequest.Ping)
  case help([String])
  case hello(ClientReply)
  case quit
  case boards(Listing<BoardRow>)
  case create(BoardRevision)
  case removeBoard(BoardReply)
  case renameBoard(BoardRequest.Rename)
  case open(Opened)
  case close(BoardReply)
  case show(BoardName, [String])
  case who(Listing<WhoRow>)
  case find(Listing<FindRow>)
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
  case refused(Refusal)
  /// The verb is that of the command, if it could be read: the sentence shows its form.
  case error(LineError, Verb?)
}

extension Reply {
  /// The verb that the reply answers; nil for a refusal and an error, which do not say it.
  public var verb: Verb? {
    switch self {
    case .pong: .ping
    case .help: .help
    case .hello: .hello
    case .quit: .quit
    case .boards: .boards
    case .create: .create
    case .removeBoard: .removeBoard
    case .renameBoard: .renameBoard
    case .open: .open
    case .close: .close
    case .show: .show
    case .who: .who
    case .find: .find
    case .drags: .drags
    case .history: .history
    case .policy: .policy
    case .begin: .begin
    case .beginExternal: .beginExternal
    case .add: .add
    case .addExternal: .addExternal
    case .remove: .remove
    case .propose: .propose
    case .exit: .exit
    case .perform: .perform
    case .cancel: .cancel
    case .resume: .resume
    case .dryrun: .dryrun
    case .insert: .insert
    case .delete: .delete
    case .move: .move
    case .edit: .edit
    case .insertSection: .insertSection
    case .deleteSection: .deleteSection
    case .moveSection: .moveSection
    case .renameSection: .renameSection
    case .clear: .clear
    case .batch: .batch
    case .replace: .replace
    case .undo: .undo
    case .redo: .redo
    case .select: .select
    case .deselect: .deselect
    case .choose: .choose
    case .refused, .error: nil
    }
  }
}
