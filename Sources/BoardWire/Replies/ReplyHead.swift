import BoardModel

/// The first line of a reply that begins with `ok`, part by part.
enum ReplyHead {
  case whole(Reply)
  case drawing(BoardName?, lines: Int)
  case listing(Listed, ListingHead)
  case dryrun(DryRunHead)

  /// What the rows of a listing are, and the board if all of them are of one.
  enum Listed {
    case boards, who, find, drags
    case history(BoardName)
    case policy(BoardName)
  }

  /// Names the parts of the reply to a verb, to be read or described.
  init<Coder: LineCoder & ~Copyable>(_ verb: Verb, _ line: inout Coder) throws(Coder.Failure) {
    switch verb {
    case .help: self = .drawing(nil, lines: try DrawingHead(&line, from: nil).lines)
    case .show:
      let head = try BoardDrawingHead(&line, from: nil)
      self = .drawing(head.board, lines: head.lines)
    case .boards: self = .listing(.boards, try .init(&line, from: nil))
    case .who: self = .listing(.who, try .init(&line, from: nil))
    case .find: self = .listing(.find, try .init(&line, from: nil))
    case .drags: self = .listing(.drags, try .init(&line, from: nil))
    case .history:
      let head = try BoardListingHead(&line, from: nil)
      self = .listing(.history(head.board), head.head)
    case .policy:
      let head = try BoardListingHead(&line, from: nil)
      self = .listing(.policy(head.board), head.head)
    case .dryrun: self = .dryrun(try .init(&line, from: nil))
    case .ping: self = .whole(.pong(try .init(&line, from: nil)))
    case .hello: self = .whole(.hello(try .init(&line, from: nil)))
    case .quit: self = .whole(.quit)
    case .create: self = .whole(.create(try .init(&line, from: nil)))
    case .removeBoard: self = .whole(.removeBoard(try .init(&line, from: nil)))
    case .renameBoard: self = .whole(.renameBoard(try .init(&line, from: nil)))
    case .open: self = .whole(.open(try .init(&line, from: nil)))
    case .close: self = .whole(.close(try .init(&line, from: nil)))
    case .begin: self = .whole(.begin(try .init(&line, from: nil)))
    case .beginExternal: self = .whole(.beginExternal(try .init(&line, from: nil)))
    case .add: self = .whole(.add(try .init(&line, from: nil)))
    case .addExternal: self = .whole(.addExternal(try .init(&line, from: nil)))
    case .remove: self = .whole(.remove(try ItemsLeft(&line, from: nil).items))
    case .propose: self = .whole(.propose(try .init(&line, from: nil)))
    case .exit: self = .whole(.exit(try .init(&line, from: nil)))
    case .perform: self = .whole(.perform(try .init(&line, from: nil)))
    case .cancel: self = .whole(.cancel(try .init(&line, from: nil)))
    case .resume: self = .whole(.resume(try .init(&line, from: nil)))
    case .insert: self = .whole(.insert(try .init(&line, from: nil)))
    case .delete: self = .whole(.delete(try .init(&line, from: nil)))
    case .move: self = .whole(.move(try .init(&line, from: nil)))
    case .edit: self = .whole(.edit(try .init(&line, from: nil)))
    case .insertSection: self = .whole(.insertSection(try .init(&line, from: nil)))
    case .deleteSection: self = .whole(.deleteSection(try .init(&line, from: nil)))
    case .moveSection: self = .whole(.moveSection(try .init(&line, from: nil)))
    case .renameSection: self = .whole(.renameSection(try .init(&line, from: nil)))
    case .clear: self = .whole(.clear(try .init(&line, from: nil)))
    case .batch: self = .whole(.batch(try .init(&line, from: nil)))
    case .replace: self = .whole(.replace(try .init(&line, from: nil)))
    case .undo: self = .whole(.undo(try .init(&line, from: nil)))
    case .redo: self = .whole(.redo(try .init(&line, from: nil)))
    case .select: self = .whole(.select(try .init(&line, from: nil)))
    case .deselect: self = .whole(.deselect(try .init(&line, from: nil)))
    case .choose: self = .whole(.choose(try .init(&line, from: nil)))
    }
  }
}

extension Verb {
  /// What the lines are that follow the reply, if any do.
  var replyRows: LineSchema.Rows? {
    switch self {
    case .help, .show: .drawing
    case .boards, .who, .find, .drags, .history, .policy: .listing(self)
    case .dryrun: .kinds
    case .ping, .hello, .quit, .create, .removeBoard, .renameBoard, .open, .close, .begin,
      .beginExternal, .add, .addExternal, .remove, .propose, .exit, .perform, .cancel, .resume,
      .insert, .delete, .move, .edit, .insertSection, .deleteSection, .moveSection,
      .renameSection, .clear, .batch, .replace, .undo, .redo, .select, .deselect, .choose:
      nil
    }
  }

  /// Names the parts of a row of the listing that the verb answers with.
  func describeRow(_ line: inout LineDescriber) {
    switch self {
    case .boards: _ = BoardRow(&line, from: nil)
    case .who: _ = WhoRow(&line, from: nil)
    case .find: _ = FindRow(&line, from: nil)
    case .drags: _ = DragRow(&line, from: nil)
    case .history: _ = HistoryRow(&line, from: nil)
    case .policy: _ = PolicyRow(&line, from: nil)
    case .help, .show, .dryrun, .ping, .hello, .quit, .create, .removeBoard, .renameBoard, .open,
      .close, .begin, .beginExternal, .add, .addExternal, .remove, .propose, .exit, .perform,
      .cancel, .resume, .insert, .delete, .move, .edit, .insertSection, .deleteSection,
      .moveSection, .renameSection, .clear, .batch, .replace, .undo, .redo, .select, .deselect,
      .choose:
      break
    }
  }
}
