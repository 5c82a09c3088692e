import BoardModel

extension Help {
  /// Every verb, in the order in which somebody would want to read them.
  public static let table: [Entry] =
    conversation + boards + drags + edits + past + selection + wholes

  private static let conversation: [Entry] = [
    Entry(.help, "shows what can be typed", ["help propose"]),
    Entry(
      .hello, "says who you are",
      [
        "hello ann token=a-long-secret", "(with the same token you can resume your drags)",
        "hello form=json", "(the answers are JSON objects from here on; form=text ends that)",
      ], .nameTaken),
    Entry(.ping, "answers when all before it is answered", ["ping 42"]),
    Entry(.quit, "ends the conversation", ["quit"]),
  ]

  private static let boards: [Entry] = [
    Entry(.boards, "lists the boards", ["boards"]),
    Entry(.create, "makes an empty board", ["create today"], .boardExists, .limit),
    Entry(
      .removeBoard, "removes a board", ["remove-board today", "remove-board today force=yes"],
      .boardInUse, .unknownBoard),
    Entry(
      .renameBoard, "gives a board another name", ["rename-board today monday"],
      .boardExists, .unknownBoard),
    Entry(
      .open, "watches a board", ["open today", "open today since=41", "open today every=250ms"],
      .unknownBoard, .limit),
    Entry(.close, "watches it no more", ["close today"], .notOpen, .noBoard),
    Entry(
      .show, "draws a board, now or as it was", ["show", "show today rev=41"],
      .noBoard, .unknownBoard, .revisionTooOld, .futureRevision),
    Entry(.who, "lists clients, or those who watch a board", ["who today"], .unknownBoard),
    Entry(
      .find, "finds items by their text", ["find milk", "find board=today milk"], .unknownBoard),
  ]

  private static let drags: [Entry] = [
    Entry(
      .begin, "picks items up", ["begin i2,i5", "begin 0.1@41 ops=copy"],
      .leased, .itemGone, .badPath, .notDraggable, .noBoard, .limit),
    Entry(
      .beginExternal, "brings an item from outside",
      ["begin-external Call Ann", "begin-external type=text/uri https://example.org"],
      .noBoard, .limit),
    Entry(
      .add, "adds items to the drag", ["add i7"],
      .leased, .itemGone, .duplicateItem, .mixedSession, .noSession, .limit),
    Entry(
      .addExternal, "adds an item from outside", ["add-external Call Bob"],
      .mixedSession, .noSession, .limit),
    Entry(.remove, "puts items back", ["remove i7"], .itemGone, .noSession),
    Entry(
      .propose, "asks what a drop there would do",
      ["propose 1.0", "propose end:s2 op=copy", "propose before:i3 drag=d1 board=today"],
      .badPath, .destinationGone, .notAContainer, .noSession),
    Entry(.exit, "is over nothing any more", ["exit"], .noSession),
    Entry(.perform, "drops", ["perform"], .itemsGone, .sessionEnded, .noSession),
    Entry(.cancel, "ends the drag", ["cancel", "cancel d7 force=yes"], .notOwner, .noSession),
    Entry(
      .resume, "takes a suspended drag up again", ["resume d1"],
      .notSuspended, .notOwner, .unknownSession),
    Entry(
      .dryrun, "shows the rows that a drop would make",
      ["dryrun 1.0 items=i2,i5", "dryrun end:s2"],
      .badPath, .itemGone),
    Entry(.drags, "lists the live drags", ["drags"], .noBoard, .unknownBoard),
  ]

  private static let edits: [Entry] = [
    Entry(
      .insert, "makes a new item", ["insert 0.0 Call Ann", "insert end:s1 Two\\nlines"],
      .badPath, .destinationGone, .limit),
    Entry(.delete, "deletes items", ["delete i3,i4"], .leased, .itemGone, .badPath),
    Entry(
      .move, "moves items at once", ["move i3 1.0", "move 0.0,0.2 after:i9"],
      .leased, .itemGone, .badPath, .destinationGone),
    Entry(.edit, "changes a text", ["edit i3 Call Bob"], .itemGone, .badPath),
    Entry(
      .insertSection, "makes a new section",
      ["insert-section end Done", "insert-section before:s1 First"], .badPath, .destinationGone),
    Entry(
      .deleteSection, "deletes a section with its items", ["delete-section s2"],
      .sectionGone, .leased),
    Entry(
      .moveSection, "moves a section", ["move-section s2 0", "move-section s2 end"],
      .sectionGone, .badPath),
    Entry(.renameSection, "changes a title", ["rename-section s2 Done"], .sectionGone),
    Entry(.clear, "deletes the items of a section", ["clear s2"], .sectionGone, .leased),
  ]

  private static let past: [Entry] = [
    Entry(
      .undo, "takes back your last change", ["undo"],
      .nothingToUndo, .undoConflict, .leased, .noBoard),
    Entry(
      .redo, "takes back your last undo", ["redo"],
      .nothingToRedo, .undoConflict, .leased, .noBoard),
    Entry(
      .history, "lists who changed what and when", ["history", "history today from=40 to=45"],
      .futureRevision, .noBoard, .unknownBoard),
  ]

  private static let selection: [Entry] = [
    Entry(
      .select, "selects items, for all to see", ["select i3", "select 0.0,0.1"],
      .alreadySelected, .notSelectable, .selectionKept, .itemGone, .badPath, .limit),
    Entry(
      .deselect, "deselects these items, or all", ["deselect i3", "deselect"],
      .notSelected, .selectionKept, .itemGone, .badPath),
    Entry(
      .choose, "taps on an item: see on-choose of policy", ["choose i3"],
      .notSelectable, .selectionKept, .leased, .sectionGone, .itemGone, .badPath),
  ]

  private static let wholes: [Entry] = [
    Entry(
      .batch, "applies the rows up to a line \"end\"",
      [
        "batch today rev=41", "delete 0.4 -", "move 0.1 2.0 -", "insert 2.3 - Buy milk", "end",
      ], .batchRule, .staleRevision, .leased, .idTaken),
    Entry(
      .replace, "gives a board the content up to a line \"end\"",
      ["replace today", "section s1 - To do", "item - Call Ann", "end"],
      .staleRevision, .leased, .limit),
    Entry(
      .policy, "shows or sets policies",
      ["policy s2 limit=3 ops=move", "policy * paused=yes", "policy s2 limit=inherit"],
      .sectionGone, .noBoard),
  ]
}

extension Help.Entry {
  fileprivate init(
    _ verb: Verb, _ sentence: String, _ example: [String], _ refusals: Refusal.Code...
  ) {
    self.init(
      verb: verb, sentence: sentence, example: example, refusals: refusals.map(\.rawValue))
  }
}
