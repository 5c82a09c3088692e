import BoardCore

extension Help {
  /// Every verb, in the order in which somebody would want to read them.
  public static let table: [Entry] = conversation + drags + edits + past + selection + wholes

  private static let conversation: [Entry] = [
    Entry(.help, "help [VERB]", "tells what can be typed", ["help propose"]),
    Entry(
      .hello, "hello [json or text] [NAME [TOKEN]]", "says who you are",
      [
        "hello ann a-long-secret", "(with the same token you can resume your drags)", "hello json",
        "(what you get is one JSON object per line from here on; or say text)",
      ], .nameTaken),
    Entry(.ping, "ping [TEXT]", "answers when all before it is", ["ping 42"]),
    Entry(.quit, "quit", "ends the conversation", ["quit"]),
    Entry(.boards, "boards", "lists the boards", ["boards"]),
    Entry(.create, "create BOARD", "makes an empty board", ["create today"], .boardExists, .limit),
    Entry(
      .open, "open BOARD [REVISION] [every=TIME]", "watches a board",
      ["open today", "open today 41", "open today every=250ms"], .unknownBoard, .limit),
    Entry(.close, "close [BOARD]", "watches it no more", ["close today"], .notOpen, .noBoard),
    Entry(
      .show, "show [BOARD] [@REVISION]", "draws a board, now or as it was", ["show", "show @41"],
      .noBoard, .unknownBoard, .revisionTooOld, .futureRevision),
    Entry(.who, "who [BOARD]", "lists clients or watchers", ["who today"], .unknownBoard),
  ]

  private static let drags: [Entry] = [
    Entry(
      .begin,
      [
        ("begin ITEM… [ops=OPERATIONS] [local=yes]", "picks items up"),
        ("begin external:[TYPE] TEXT", "brings an item from outside"),
      ], ["begin i2 i5", "begin 0.1@41 ops=copy", "begin external: Call Ann"],
      .leased, .itemGone, .badPath, .notDraggable, .noBoard, .limit),
    Entry(
      .add,
      [
        ("add [SESSION] ITEM…", "adds items to the drag"),
        ("add [SESSION] external:[TYPE] TEXT", "adds one from outside"),
      ], ["add i7"], .leased, .itemGone, .duplicateItem, .mixedSession, .noSession, .limit),
    Entry(
      .remove, "remove [SESSION] ITEM…", "puts items back", ["remove i7"], .itemGone, .noSession),
    Entry(
      .propose, "propose [SESSION] [OPERATION] PLACE", "asks what a drop there would do",
      ["propose 1.0", "propose copy end:s2", "propose d1 today/before:i3"],
      .badPath, .destinationGone, .notAContainer, .noSession),
    Entry(.exit, "exit [SESSION]", "is over nothing any more", ["exit"], .noSession),
    Entry(
      .perform, "perform [SESSION]", "drops", ["perform"], .itemsGone, .sessionEnded, .noSession),
    Entry(
      .cancel, "cancel [SESSION] [force=yes]", "ends the drag", ["cancel"], .notOwner, .noSession),
    Entry(
      .resume, "resume SESSION", "takes a suspended drag up again", ["resume d1"],
      .notSuspended, .notOwner, .unknownSession),
    Entry(
      .dryrun, "dryrun [SESSION or ITEM…] [OPERATION] PLACE", "shows the rows it would make",
      ["dryrun i2 i5 1.0"], .badPath, .itemGone),
    Entry(.drags, "drags [BOARD]", "lists the live drags", ["drags"], .noBoard, .unknownBoard),
  ]

  private static let edits: [Entry] = [
    Entry(
      .insert, "insert PLACE TEXT", "makes a new item",
      ["insert 0.0 Call Ann", "insert end:s1 Two\\nlines"], .badPath, .destinationGone, .limit),
    Entry(
      .delete, "delete ITEM… [force=yes]", "takes items away", ["delete i3 i4"],
      .leased, .itemGone, .badPath),
    Entry(
      .move, "move ITEM… PLACE [force=yes]", "moves items at once",
      ["move i3 1.0", "move 0.0 after:i9"], .leased, .itemGone, .badPath, .destinationGone),
    Entry(.edit, "edit ITEM TEXT", "changes a text", ["edit i3 Call Bob"], .itemGone, .badPath),
    Entry(
      .insertSection, "insert-section INDEX TITLE", "makes a new section",
      ["insert-section end Done", "insert-section before:s1 First"], .badPath, .destinationGone),
    Entry(
      .deleteSection, "delete-section SECTION [force=yes]", "takes it away with its items",
      ["delete-section s2"], .sectionGone, .leased),
    Entry(
      .moveSection, "move-section SECTION INDEX", "moves a section",
      ["move-section s2 0", "move-section s2 end"], .sectionGone, .badPath),
    Entry(
      .renameSection, "rename-section SECTION TITLE", "changes a title",
      ["rename-section s2 Done"], .sectionGone),
    Entry(
      .clear, "clear SECTION [force=yes]", "takes its items away", ["clear s2"],
      .sectionGone, .leased),
  ]

  private static let past: [Entry] = [
    Entry(
      .undo, "undo [BOARD] [force=yes]", "takes back your last change", ["undo"],
      .nothingToUndo, .undoConflict, .leased, .noBoard),
    Entry(
      .redo, "redo [BOARD] [force=yes]", "takes back your last undo", ["redo"],
      .nothingToRedo, .undoConflict, .leased, .noBoard),
    Entry(
      .history, "history [BOARD] [FROM [TO]]", "tells who changed what and when",
      ["history", "history today 40 45"], .futureRevision, .noBoard, .unknownBoard),
  ]

  private static let selection: [Entry] = [
    Entry(
      .select,
      [
        ("select ITEM…", "selects items, for all to see"),
        ("select none", "deselects all"),
      ], ["select i3", "select 0.0 0.1", "select none"],
      .alreadySelected, .notSelectable, .selectionKept, .itemGone, .badPath, .limit),
    Entry(
      .deselect, "deselect ITEM…", "deselects items", ["deselect i3"],
      .notSelected, .selectionKept, .itemGone, .badPath),
    Entry(
      .choose, "choose ITEM", "taps on it: see on-choose", ["choose i3"],
      .notSelectable, .selectionKept, .leased, .sectionGone, .itemGone, .badPath),
  ]

  private static let wholes: [Entry] = [
    Entry(
      .batch, "batch BOARD [REVISION] [force=yes]", "rows up to a line \"end\"",
      ["batch today 41", "delete 0.4 -", "move 0.1 2.0 -", "insert 2.3 - - Buy milk", "end"],
      .batchRule, .staleRevision, .leased, .idTaken),
    Entry(
      .replace, "replace BOARD [REVISION] [force=yes]", "a new content up to \"end\"",
      ["replace today", "section s1 - To do", "item - - Call Ann", "end"],
      .staleRevision, .leased, .limit),
    Entry(
      .policy, "policy [BOARD/][SECTION or *] [KEY=VALUE…]", "shows or sets policies",
      [
        "policy s2 limit=3 ops=move", "policy * paused=yes", "policy s2 limit=inherit",
        "policy * selection=multiple on-choose=move:s1",
        "(ops, draggable, local-only, max-items, types, limit, paused, empty)",
        "(selection, highlight, keep-selected, on-choose)",
      ], .sectionGone, .noBoard),
  ]
}

extension Help.Entry {
  fileprivate init(
    _ verb: Verb, _ forms: [(form: String, sentence: String)], _ example: [String],
    _ refusals: Refusal.Code...
  ) {
    self.init(
      verb: verb, forms: forms, example: example, refusals: refusals.map(\.rawValue))
  }

  fileprivate init(
    _ verb: Verb, _ form: String, _ sentence: String, _ example: [String],
    _ refusals: Refusal.Code...
  ) {
    self.init(
      verb: verb, forms: [(form, sentence)], example: example, refusals: refusals.map(\.rawValue))
  }
}
