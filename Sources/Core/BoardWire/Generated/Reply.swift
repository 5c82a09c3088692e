// Made from protocol/lines.md by `swift run lines`. What is changed here is lost.

import BoardModel

/// The one answer to a command.
public enum Reply: Hashable, Sendable {
  case help([String])
  case hello(HelloReply)
  case ping(PingReply)
  case quit
  case space(SpaceReply)
  case boards(Listing<BoardsRow>)
  case create(CreateReply)
  case removeBoard(RemoveBoardReply)
  case renameBoard(RenameBoardReply)
  case open(OpenReply)
  case close(CloseReply)
  case show(BoardName, [String])
  case who(Listing<WhoRow>)
  case find(Listing<FindRow>)
  case rows(RowsReply, [Item])
  case `where`(BoardName, Listing<WhereRow>)
  case stats(Listing<StatsRow>)
  case begin(BeginReply)
  case beginExternal(BeginExternalReply)
  case add(AddReply)
  case addExternal(AddExternalReply)
  case remove(RemoveReply)
  case propose(ProposeReply)
  case exit(ExitReply)
  case perform(PerformReply)
  case cancel(CancelReply)
  case resume(ResumeReply)
  case dryrun(DryrunReply, BatchUpdate)
  case drags(Listing<DragsRow>)
  case insert(InsertReply)
  case delete(DeleteReply)
  case move(MoveReply)
  case edit(EditReply)
  case set(SetReply)
  case insertSection(InsertSectionReply)
  case deleteSection(DeleteSectionReply)
  case moveSection(MoveSectionReply)
  case renameSection(RenameSectionReply)
  case clear(ClearReply)
  case batch(BatchReply)
  case replace(ReplaceReply)
  case policy(BoardName, Listing<PolicyRow>)
  case fields(FieldsReply)
  case undo(UndoReply)
  case redo(RedoReply)
  case history(BoardName, Listing<HistoryRow>)
  case select(SelectReply)
  case deselect(DeselectReply)
  case choose(ChooseReply)
  /// The sentence is for people; without one it is that of the refusal alone.
  case refused(Refusal, sentence: String? = nil)
  /// The verb is that of the command, if it could be read: the sentence shows its form.
  case error(LineError, Verb?)
}

extension Reply {
  /// The verb that the reply answers; nil for a refusal and an error, which do not say it.
  public var verb: Verb? {
    switch self {
    case .help: .help
    case .hello: .hello
    case .ping: .ping
    case .quit: .quit
    case .space: .space
    case .boards: .boards
    case .create: .create
    case .removeBoard: .removeBoard
    case .renameBoard: .renameBoard
    case .open: .open
    case .close: .close
    case .show: .show
    case .who: .who
    case .find: .find
    case .rows: .rows
    case .where: .where
    case .stats: .stats
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
    case .drags: .drags
    case .insert: .insert
    case .delete: .delete
    case .move: .move
    case .edit: .edit
    case .set: .set
    case .insertSection: .insertSection
    case .deleteSection: .deleteSection
    case .moveSection: .moveSection
    case .renameSection: .renameSection
    case .clear: .clear
    case .batch: .batch
    case .replace: .replace
    case .policy: .policy
    case .fields: .fields
    case .undo: .undo
    case .redo: .redo
    case .history: .history
    case .select: .select
    case .deselect: .deselect
    case .choose: .choose
    case .refused, .error: nil
    }
  }

  /// Whether the reply has ids, index paths or revisions of a board, which its reader should have.
  @inlinable public var speaksOfBoard: Bool {
    switch self {
    case .help, .hello, .ping, .quit, .space, .boards, .create, .removeBoard, .renameBoard, .open,
      .close, .who, .stats, .exit, .policy, .fields, .error:
      false
    case .show, .find, .rows, .where, .begin, .beginExternal, .add, .addExternal, .remove, .propose,
      .resume, .dryrun, .drags, .insert, .delete, .move, .edit, .set, .insertSection,
      .deleteSection, .moveSection, .renameSection, .clear, .batch, .replace, .undo, .redo,
      .history, .select, .deselect, .choose:
      true
    case .perform(let fields), .cancel(let fields): fields.outcome.speaksOfBoard
    case .refused(let refusal, _): refusal.wire.facts.revision != nil
    }
  }
}

extension Verb {
  /// Reads the parts of the first line of a reply behind its verb.
  func reply(_ line: inout LineReader) throws(LineError) -> ReplyHead {
    switch self {
    case .help: return try .drawing(&line) { .help($0) }
    case .hello: return try .whole(.hello(.init(&line, from: nil)))
    case .ping: return try .whole(.ping(.init(&line, from: nil)))
    case .quit: return .whole(.quit)
    case .space: return try .whole(.space(.init(&line, from: nil)))
    case .boards: return try .listing(&line) { .boards($0) }
    case .create: return try .whole(.create(.init(&line, from: nil)))
    case .removeBoard: return try .whole(.removeBoard(.init(&line, from: nil)))
    case .renameBoard: return try .whole(.renameBoard(.init(&line, from: nil)))
    case .open: return try .whole(.open(.init(&line, from: nil)))
    case .close: return try .whole(.close(.init(&line, from: nil)))
    case .show:
      let board: BoardName = try line.word("board", nil)
      return try .drawing(&line) { .show(board, $0) }
    case .who: return try .listing(&line) { .who($0) }
    case .find: return try .listing(&line) { .find($0) }
    case .rows: return try .rows(&line)
    case .where:
      let board: BoardName = try line.word("board", nil)
      return try .listing(&line) { .where(board, $0) }
    case .stats: return try .listing(&line) { .stats($0) }
    case .begin: return try .whole(.begin(.init(&line, from: nil)))
    case .beginExternal: return try .whole(.beginExternal(.init(&line, from: nil)))
    case .add: return try .whole(.add(.init(&line, from: nil)))
    case .addExternal: return try .whole(.addExternal(.init(&line, from: nil)))
    case .remove: return try .whole(.remove(.init(&line, from: nil)))
    case .propose: return try .whole(.propose(.init(&line, from: nil)))
    case .exit: return try .whole(.exit(.init(&line, from: nil)))
    case .perform: return try .whole(.perform(.init(&line, from: nil)))
    case .cancel: return try .whole(.cancel(.init(&line, from: nil)))
    case .resume: return try .whole(.resume(.init(&line, from: nil)))
    case .dryrun: return try .dryrun(&line)
    case .drags: return try .listing(&line) { .drags($0) }
    case .insert: return try .whole(.insert(.init(&line, from: nil)))
    case .delete: return try .whole(.delete(.init(&line, from: nil)))
    case .move: return try .whole(.move(.init(&line, from: nil)))
    case .edit: return try .whole(.edit(.init(&line, from: nil)))
    case .set: return try .whole(.set(.init(&line, from: nil)))
    case .insertSection: return try .whole(.insertSection(.init(&line, from: nil)))
    case .deleteSection: return try .whole(.deleteSection(.init(&line, from: nil)))
    case .moveSection: return try .whole(.moveSection(.init(&line, from: nil)))
    case .renameSection: return try .whole(.renameSection(.init(&line, from: nil)))
    case .clear: return try .whole(.clear(.init(&line, from: nil)))
    case .batch: return try .whole(.batch(.init(&line, from: nil)))
    case .replace: return try .whole(.replace(.init(&line, from: nil)))
    case .policy:
      let board: BoardName = try line.word("board", nil)
      return try .listing(&line) { .policy(board, $0) }
    case .fields: return try .whole(.fields(.init(&line, from: nil)))
    case .undo: return try .whole(.undo(.init(&line, from: nil)))
    case .redo: return try .whole(.redo(.init(&line, from: nil)))
    case .history:
      let board: BoardName = try line.word("board", nil)
      return try .listing(&line) { .history(board, $0) }
    case .select: return try .whole(.select(.init(&line, from: nil)))
    case .deselect: return try .whole(.deselect(.init(&line, from: nil)))
    case .choose: return try .whole(.choose(.init(&line, from: nil)))
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
    case .help(let lines): append("ok help", nil, lines)
    case .hello(let fields): line("ok hello", fields)
    case .ping(let fields): line("pong", fields)
    case .quit: line("ok quit", NoFields())
    case .space(let fields): line("ok space", fields)
    case .boards(let lines): append("ok boards", nil, lines)
    case .create(let fields): line("ok create", fields)
    case .removeBoard(let fields): line("ok remove-board", fields)
    case .renameBoard(let fields): line("ok rename-board", fields)
    case .open(let fields): line("ok open", fields)
    case .close(let fields): line("ok close", fields)
    case .show(let board, let lines): append("ok show", board, lines)
    case .who(let lines): append("ok who", nil, lines)
    case .find(let lines): append("ok find", nil, lines)
    case .rows(let fields, let rows):
      line("ok rows", fields)
      append(rows: rows)
    case .where(let board, let lines): append("ok where", board, lines)
    case .stats(let lines): append("ok stats", nil, lines)
    case .begin(let fields): line("ok begin", fields)
    case .beginExternal(let fields): line("ok begin-external", fields)
    case .add(let fields): line("ok add", fields)
    case .addExternal(let fields): line("ok add-external", fields)
    case .remove(let fields): line("ok remove", fields)
    case .propose(let fields): line("ok propose", fields)
    case .exit(let fields): line("ok exit", fields)
    case .perform(let fields): line("ok perform", fields)
    case .cancel(let fields): line("ok cancel", fields)
    case .resume(let fields): line("ok resume", fields)
    case .dryrun(let fields, let rows):
      line("ok dryrun", fields)
      append(rows: rows)
    case .drags(let lines): append("ok drags", nil, lines)
    case .insert(let fields): line("ok insert", fields)
    case .delete(let fields): line("ok delete", fields)
    case .move(let fields): line("ok move", fields)
    case .edit(let fields): line("ok edit", fields)
    case .set(let fields): line("ok set", fields)
    case .insertSection(let fields): line("ok insert-section", fields)
    case .deleteSection(let fields): line("ok delete-section", fields)
    case .moveSection(let fields): line("ok move-section", fields)
    case .renameSection(let fields): line("ok rename-section", fields)
    case .clear(let fields): line("ok clear", fields)
    case .batch(let fields): line("ok batch", fields)
    case .replace(let fields): line("ok replace", fields)
    case .policy(let board, let lines): append("ok policy", board, lines)
    case .fields(let fields): line("ok fields", fields)
    case .undo(let fields): line("ok undo", fields)
    case .redo(let fields): line("ok redo", fields)
    case .history(let board, let lines): append("ok history", board, lines)
    case .select(let fields): line("ok select", fields)
    case .deselect(let fields): line("ok deselect", fields)
    case .choose(let fields): line("ok choose", fields)
    case .refused(let refusal, let sentence):
      line("refused", FailureLine(.init(refusal, sentence)))
    case .error(let error, let verb):
      line("error", FailureLine(.init(error, verb)))
    }
  }
}
