// Made from protocol/lines.md by `swift run lines`. What is changed here is lost.

/// The verbs of version 1, in the order of `protocol/lines.md`.
public enum Verb: String, CaseIterable, Hashable, Sendable {
  /// `help [VERB]`: explains the commands.
  case help
  /// `hello [CLIENT] [token=TOKEN] [form=FORM] [heartbeat=TIME] [version=VERSION] [fields=yes]`:
  /// names the client; sets the form and the heartbeat; says which version it speaks.
  case hello
  /// `ping [TEXT]`: gets its reply after all earlier commands.
  case ping
  /// `quit`: ends the connection.
  case quit
  /// `space SPACE`: chooses the space of the connection, as its first command (18.2).
  case space
  /// `boards`: lists the boards.
  case boards
  /// `create BOARD`: creates an empty board.
  case create
  /// `remove-board BOARD [force=yes]`: removes a board and its content.
  case removeBoard = "remove-board"
  /// `rename-board BOARD TO`: renames a board.
  case renameBoard = "rename-board"
  /// `open BOARD [since=REV] [epoch=EPOCH] [every=TIME] [content=CONTENT]`: watches a board.
  case open
  /// `close [BOARD]`: stops watching it.
  case close
  /// `show [BOARD] [rev=REV]`: draws a board at the present or a revision.
  case show
  /// `who [BOARD]`: lists connections, or those that watch a board.
  case who
  /// `find [board=BOARD] [FIELD=VALUE…] [TEXT]`: lists items whose text contains TEXT, and whose
  /// fields have these values.
  case find
  /// `rows PLACE COUNT [board=BOARD]`: lists so many items of a section, from a place on.
  case rows
  /// `where ITEMS [board=BOARD]`: lists at which paths items are.
  case `where`
  /// `stats [METRIC]`: lists what the server has counted and measured.
  case stats
  /// `begin ITEMS [ops=OPS] [local=yes] [board=BOARD]`: begins a drag of items.
  case begin
  /// `begin-external [type=TYPE] [board=BOARD] [FIELD=VALUE…] TEXT`: begins a drag of an item from
  /// outside.
  case beginExternal = "begin-external"
  /// `add ITEMS [drag=DRAG]`: adds items to a drag.
  case add
  /// `add-external [type=TYPE] [drag=DRAG] [FIELD=VALUE…] TEXT`: adds an item from outside.
  case addExternal = "add-external"
  /// `remove ITEMS [drag=DRAG]`: removes items from a drag.
  case remove
  /// `propose PLACE [op=OP] [drag=DRAG] [board=BOARD]`: moves the drag over a place, and returns the
  /// drop proposal.
  case propose
  /// `exit [DRAG]`: moves the drag off its place.
  case exit
  /// `perform [DRAG]`: drops the items.
  case perform
  /// `cancel [DRAG] [force=yes]`: ends a drag without a drop.
  case cancel
  /// `resume DRAG`: continues a suspended drag.
  case resume
  /// `dryrun PLACE [items=ITEMS] [op=OP] [drag=DRAG] [board=BOARD]`: returns the rows that a drop
  /// there would make.
  case dryrun
  /// `drags [BOARD]`: lists the live drags.
  case drags
  /// `insert PLACE [board=BOARD] [FIELD=VALUE…] TEXT`: inserts an item.
  case insert
  /// `delete ITEMS [force=yes] [board=BOARD]`: deletes items.
  case delete
  /// `move ITEMS PLACE [force=yes] [board=BOARD]`: moves items, as one change.
  case move
  /// `edit ITEM [board=BOARD] TEXT`: changes the text of an item.
  case edit
  /// `set ITEMS [board=BOARD] FIELD=[VALUE]…`: sets fields of items, as one change; `FIELD=` removes
  /// one.
  case set
  /// `insert-section INDEX [board=BOARD] TEXT`: inserts a section with this title.
  case insertSection = "insert-section"
  /// `delete-section SECTION [force=yes] [board=BOARD]`: deletes a section with its items.
  case deleteSection = "delete-section"
  /// `move-section SECTION INDEX [board=BOARD]`: moves a section; INDEX counts without it.
  case moveSection = "move-section"
  /// `rename-section SECTION [board=BOARD] TEXT`: changes the title of a section.
  case renameSection = "rename-section"
  /// `clear SECTION [force=yes] [board=BOARD]`: deletes the items of a section.
  case clear
  /// `batch BOARD [rev=REV] [force=yes]`: makes one change of several rows; rows and `end` follow.
  case batch
  /// `replace BOARD [rev=REV] [force=yes]`: replaces the content of a board; rows and `end` follow.
  case replace
  /// `policy [TARGET] [board=BOARD] [KEY=VALUE…]`: shows policies, or sets and shows them.
  case policy
  /// `fields [BOARD] [FIELD=[VALUE]…]`: shows the types of fields, or sets and shows them; `FIELD=`
  /// removes one.
  case fields
  /// `undo [BOARD] [force=yes]`: reverts the client's last change.
  case undo
  /// `redo [BOARD] [force=yes]`: reverts the client's last undo.
  case redo
  /// `history [BOARD] [from=REV] [to=REV]`: lists revisions, the newest first.
  case history
  /// `select ITEMS [board=BOARD]`: selects items.
  case select
  /// `deselect [ITEMS] [board=BOARD]`: deselects items; without ITEMS, all that may be deselected.
  case deselect
  /// `choose ITEM [board=BOARD]`: performs the action of a tap on the item.
  case choose
}

extension Verb {
  /// The profile that the verb belongs to.
  public var profile: Profile {
    switch self {
    case .help, .show, .who, .find, .stats: .people
    case .hello, .ping, .quit, .space, .boards, .create, .open, .close, .batch, .replace: .core
    case .removeBoard, .renameBoard, .insert, .delete, .move, .edit, .insertSection, .deleteSection,
      .moveSection, .renameSection, .clear:
      .edit
    case .rows, .where: .counts
    case .begin, .beginExternal, .add, .addExternal, .remove, .propose, .exit, .perform, .cancel,
      .resume, .dryrun, .drags, .policy:
      .drag
    case .set, .fields: .fields
    case .undo, .redo, .history: .undo
    case .select, .deselect, .choose: .select
    }
  }

  /// The part of the server that executes the command.
  package var family: CommandFamily {
    switch self {
    case .help, .hello, .ping, .quit, .space: .connection
    case .boards, .create, .removeBoard, .renameBoard, .open, .close, .show, .who, .find, .rows,
      .where, .stats, .fields:
      .board
    case .begin, .beginExternal, .add, .addExternal, .remove, .propose, .exit, .perform, .cancel,
      .resume, .dryrun, .drags:
      .drag
    case .insert, .delete, .move, .edit, .set, .insertSection, .deleteSection, .moveSection,
      .renameSection, .clear:
      .edit
    case .batch, .replace: .block
    case .policy: .policy
    case .undo, .redo, .history: .undo
    case .select, .deselect, .choose: .selection
    }
  }

  /// Whether lines follow the command, up to a line `end`.
  public var beginsBlock: Bool { self == .batch || self == .replace }

  /// Reads the parts of a command.
  @inline(__always)
  func request(_ line: inout LineReader) throws(LineError) -> Request {
    switch self {
    case .help: try .connection(.help(.read(&line)))
    case .hello: try .connection(.hello(.read(&line)))
    case .ping: try .connection(.ping(.read(&line)))
    case .quit: .connection(.quit)
    case .space: try .connection(.space(.read(&line)))
    case .boards: .board(.boards)
    case .create: try .board(.create(.read(&line)))
    case .removeBoard: try .board(.removeBoard(.read(&line)))
    case .renameBoard: try .board(.renameBoard(.read(&line)))
    case .open: try .board(.open(.read(&line)))
    case .close: try .board(.close(.read(&line)))
    case .show: try .board(.show(.read(&line)))
    case .who: try .board(.who(.read(&line)))
    case .find: try .board(.find(.read(&line)))
    case .rows: try .board(.rows(.read(&line)))
    case .where: try .board(.where(.read(&line)))
    case .stats: try .board(.stats(.read(&line)))
    case .fields: try .board(.fields(.read(&line)))
    case .begin: try .drag(.begin(.read(&line)))
    case .beginExternal: try .drag(.beginExternal(.read(&line)))
    case .add: try .drag(.add(.read(&line)))
    case .addExternal: try .drag(.addExternal(.read(&line)))
    case .remove: try .drag(.remove(.read(&line)))
    case .propose: try .drag(.propose(.read(&line)))
    case .exit: try .drag(.exit(.read(&line)))
    case .perform: try .drag(.perform(.read(&line)))
    case .cancel: try .drag(.cancel(.read(&line)))
    case .resume: try .drag(.resume(.read(&line)))
    case .dryrun: try .drag(.dryrun(.read(&line)))
    case .drags: try .drag(.drags(.read(&line)))
    case .insert: try .edit(.insert(.read(&line)))
    case .delete: try .edit(.delete(.read(&line)))
    case .move: try .edit(.move(.read(&line)))
    case .edit: try .edit(.edit(.read(&line)))
    case .set: try .edit(.set(.read(&line)))
    case .insertSection: try .edit(.insertSection(.read(&line)))
    case .deleteSection: try .edit(.deleteSection(.read(&line)))
    case .moveSection: try .edit(.moveSection(.read(&line)))
    case .renameSection: try .edit(.renameSection(.read(&line)))
    case .clear: try .edit(.clear(.read(&line)))
    case .batch: try .block(.batch(.read(&line)))
    case .replace: try .block(.replace(.read(&line)))
    case .policy: try .policy(.read(&line))
    case .undo: try .undo(.undo(.read(&line)))
    case .redo: try .undo(.redo(.read(&line)))
    case .history: try .undo(.history(.read(&line)))
    case .select: try .selection(.select(.read(&line)))
    case .deselect: try .selection(.deselect(.read(&line)))
    case .choose: try .selection(.choose(.read(&line)))
    }
  }
}
