// Made from protocol/lines.md by `swift run lines`. What is changed here is lost.

import BoardModel
import BoardWire

extension Verb {
  /// What `help` says of the verb.
  var help: HelpText {
    switch self {
    case .help:
      .init(
        "shows what can be typed",
        ["help propose"],
        [])
    case .hello:
      .init(
        "says who you are",
        [
          "hello ann token=a-long-secret-of-mine",
          "(with the same token you can resume your drags)",
          "hello form=json",
          "(the answers are JSON objects from here on; form=text ends that)",
        ],
        [.nameTaken, .otherVersion])
    case .ping:
      .init(
        "answers when all before it is answered",
        ["ping 42"],
        [])
    case .quit:
      .init(
        "ends the conversation",
        ["quit"],
        [])
    case .space:
      .init(
        "chooses the space, as the first command of a connection",
        ["space shop"],
        [.unknownSpace, .spaceChosen])
    case .boards:
      .init(
        "lists the boards",
        ["boards"],
        [])
    case .create:
      .init(
        "makes an empty board",
        ["create today"],
        [.boardExists, .limit])
    case .removeBoard:
      .init(
        "removes a board",
        ["remove-board today", "remove-board today force=yes"],
        [.boardInUse, .unknownBoard])
    case .renameBoard:
      .init(
        "gives a board another name",
        ["rename-board today monday"],
        [.boardExists, .unknownBoard])
    case .open:
      .init(
        "watches a board",
        [
          "open today",
          "open today since=41",
          "open today every=250ms",
          "open today content=counts",
        ],
        [.unknownBoard, .limit])
    case .close:
      .init(
        "watches it no more",
        ["close today"],
        [.notOpen, .noBoard])
    case .show:
      .init(
        "draws a board, now or as it was",
        ["show", "show today rev=41"],
        [.noBoard, .unknownBoard, .revisionTooOld, .futureRevision])
    case .who:
      .init(
        "lists clients, or those who watch a board",
        ["who today"],
        [.unknownBoard])
    case .find:
      .init(
        "finds items by their text and fields",
        ["find milk", "find board=today milk", "find label=red"],
        [.unknownBoard])
    case .rows:
      .init(
        "lists items of a section from a place on",
        ["rows 0.0 60", "rows start:s2 20"],
        [.badPath, .destinationGone, .limit])
    case .where:
      .init(
        "says at which paths items are",
        ["where i3,i4"],
        [.badPath])
    case .stats:
      .init(
        "lists what the server has counted and measured",
        ["stats", "stats commands-ok"],
        [.accessDenied])
    case .begin:
      .init(
        "picks items up",
        ["begin i2,i5", "begin 0.1@41 ops=copy"],
        [.leased, .itemGone, .badPath, .notDraggable, .noBoard, .limit])
    case .beginExternal:
      .init(
        "brings an item from outside",
        [
          "begin-external Call Ann",
          "begin-external type=text/uri https://example.org",
          "begin-external due=2026-12-01 Call Ann",
        ],
        [.noBoard, .badValue, .limit])
    case .add:
      .init(
        "adds items to the drag",
        ["add i7"],
        [.leased, .itemGone, .duplicateItem, .mixedSession, .noSession, .limit])
    case .addExternal:
      .init(
        "adds an item from outside",
        ["add-external Call Bob"],
        [.mixedSession, .noSession, .limit])
    case .remove:
      .init(
        "puts items back",
        ["remove i7"],
        [.itemGone, .noSession])
    case .propose:
      .init(
        "asks what a drop there would do",
        ["propose 1.0", "propose end:s2 op=copy", "propose before:i3 drag=d1 board=today"],
        [.badPath, .destinationGone, .noSession])
    case .exit:
      .init(
        "is over nothing any more",
        ["exit"],
        [.noSession])
    case .perform:
      .init(
        "drops",
        ["perform"],
        [.itemsGone, .sessionEnded, .noSession])
    case .cancel:
      .init(
        "ends the drag",
        ["cancel", "cancel d7 force=yes"],
        [.notOwner, .noSession])
    case .resume:
      .init(
        "takes a suspended drag up again",
        ["resume d1"],
        [.notSuspended, .notOwner, .unknownSession])
    case .dryrun:
      .init(
        "shows the rows that a drop would make",
        ["dryrun 1.0 items=i2,i5", "dryrun end:s2"],
        [.badPath, .itemGone])
    case .drags:
      .init(
        "lists the live drags",
        ["drags"],
        [.noBoard, .unknownBoard])
    case .insert:
      .init(
        "makes a new item",
        ["insert 0.0 Call Ann", "insert end:s1 Two\\nlines"],
        [.badPath, .destinationGone, .limit])
    case .delete:
      .init(
        "deletes items",
        ["delete i3,i4"],
        [.leased, .itemGone, .badPath])
    case .move:
      .init(
        "moves items at once",
        ["move i3 1.0", "move 0.0,0.2 after:i9"],
        [.leased, .itemGone, .badPath, .destinationGone])
    case .edit:
      .init(
        "changes the text of an item",
        ["edit i3 Call Bob"],
        [.itemGone, .badPath])
    case .set:
      .init(
        "sets fields of items, such as done or due",
        ["set i3 done=yes", "set i3,i4 due=2026-12-01 label=red", "set i3 due="],
        [.itemGone, .badPath, .duplicateItem, .badValue, .limit])
    case .insertSection:
      .init(
        "makes a new section",
        ["insert-section end Done", "insert-section before:s1 First"],
        [.badPath, .destinationGone])
    case .deleteSection:
      .init(
        "deletes a section with its items",
        ["delete-section s2"],
        [.sectionGone, .leased])
    case .moveSection:
      .init(
        "moves a section with its items",
        ["move-section s2 0", "move-section s2 end"],
        [.sectionGone, .badPath])
    case .renameSection:
      .init(
        "changes the title of a section",
        ["rename-section s2 Done"],
        [.sectionGone])
    case .clear:
      .init(
        "deletes the items of a section",
        ["clear s2"],
        [.sectionGone, .leased])
    case .batch:
      .init(
        "applies the rows up to a line \"end\"",
        ["batch today rev=41", "delete 0.4 -", "move 0.1 2.0 -", "insert 2.3 - Buy milk", "end"],
        [.batchRule, .staleRevision, .leased, .idTaken])
    case .replace:
      .init(
        "gives a board the content up to a line \"end\"",
        ["replace today", "section s1 - To do", "item - Call Ann", "end"],
        [.staleRevision, .leased, .limit])
    case .policy:
      .init(
        "shows or sets policies",
        ["policy s2 limit=3 ops=move", "policy * paused=yes", "policy s2 limit=inherit"],
        [.sectionGone, .noBoard])
    case .fields:
      .init(
        "shows or sets the types of fields",
        ["fields", "fields due=date done=flag", "fields due="],
        [.noBoard, .unknownBoard, .limit])
    case .undo:
      .init(
        "takes back your last change",
        ["undo"],
        [.nothingToUndo, .undoConflict, .leased, .noBoard])
    case .redo:
      .init(
        "takes back your last undo",
        ["redo"],
        [.nothingToRedo, .undoConflict, .leased, .noBoard])
    case .history:
      .init(
        "lists who changed what and when",
        ["history", "history today from=40 to=45"],
        [.futureRevision, .noBoard, .unknownBoard])
    case .select:
      .init(
        "selects items, for all to see",
        ["select i3", "select 0.0,0.1"],
        [.alreadySelected, .notSelectable, .selectionKept, .itemGone, .badPath, .limit])
    case .deselect:
      .init(
        "deselects these items, or all",
        ["deselect i3", "deselect"],
        [.notSelected, .selectionKept, .itemGone, .badPath])
    case .choose:
      .init(
        "taps on an item: see on-choose of policy",
        ["choose i3"],
        [.notSelectable, .selectionKept, .leased, .sectionGone, .itemGone, .badPath])
    }
  }
}

extension Verb {
  /// The topic of `help` that lists the verb.
  var topic: HelpGroup {
    switch self {
    case .help, .hello, .ping, .quit, .space, .stats: .connecting
    case .boards, .open, .close, .show, .who, .find, .rows, .where, .drags: .watching
    case .create, .removeBoard, .renameBoard, .policy, .fields: .managing
    case .begin, .beginExternal, .add, .addExternal, .remove, .propose, .exit, .perform, .cancel,
      .resume, .dryrun:
      .dragging
    case .insert, .delete, .move, .edit, .set, .batch, .replace: .editing
    case .insertSection, .deleteSection, .moveSection, .renameSection, .clear: .sections
    case .undo, .redo, .history: .undoing
    case .select, .deselect, .choose: .selecting
    }
  }
}
