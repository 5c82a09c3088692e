extension LineForm {
  /// Every line of the protocol, in the order of `protocol/forms.md`.
  public static let table: [(side: Side, forms: [LineForm])] = [
    (.server, server.map { LineForm($0, .server) }),
    (.row, rowNotations.map { LineForm($0, .row) }),
    (.client, commands.map { LineForm($0, .client) }),
  ]

  private static let serverForms = table[0].forms
  static let rows = table[1].forms
  private static let clientForms = table[2].forms

  private static let byFirstWord = Dictionary(grouping: serverForms) { $0.head[0] }
  private static let byVerb = Dictionary(grouping: clientForms) { $0.head[0] }

  /// The forms of what a server says that begin with a word.
  static func server(_ first: Word) -> [LineForm] {
    byFirstWord[String(decoding: first, as: UTF8.self)] ?? []
  }

  /// The forms of a command.
  static func client(_ verb: String) -> [LineForm] { byVerb[verb] ?? [] }

  private static let server = replies + refusals + errors + others

  private static let replies = [
    "ok help LINES", "ok hello NAME", "pong [TEXT]", "ok quit", "ok boards LINES",
    "ok create BOARD REVISION", "ok open BOARD REVISION [rewound]", "ok close BOARD",
    "ok show BOARD LINES", "ok who LINES", "ok begin SESSION ITEM…", "ok add SESSION ITEM…",
    "ok remove SESSION ITEM… or cancelled",
    "ok propose SESSION OPERATION INTENT PLACE ANCHOR [REASON]", "ok exit SESSION",
    "ok perform SESSION OUTCOME [REVISION PLACE] [REASON]",
    "ok cancel SESSION OUTCOME [REVISION PLACE] [REASON]",
    "ok resume SESSION STATE [OPERATION INTENT PLACE ANCHOR [REASON]]",
    "ok dryrun OPERATION INTENT PLACE ANCHOR [REASON] LINES", "ok drags LINES",
    "ok select BOARD ITEM… or none", "ok deselect BOARD ITEM… or none",
    "ok choose ITEM OUTCOME [REVISION [PATH]]", "ok insert ITEM PATH REVISION",
    "ok delete COUNT REVISION", "ok move COUNT PATH REVISION", "ok edit ITEM PATH REVISION",
    "ok insert-section SECTION INDEX REVISION", "ok delete-section SECTION REVISION",
    "ok move-section SECTION INDEX REVISION", "ok rename-section SECTION INDEX REVISION",
    "ok clear SECTION COUNT REVISION", "ok batch BOARD REVISION", "ok replace BOARD REVISION",
    "ok undo REVISION OF", "ok redo REVISION OF", "ok history BOARD LINES", "ok policy BOARD LINES",
  ]

  private static let refusals = [
    "already-selected ITEM", "bad-path PLACE", "batch-rule RULE LINE", "board-exists BOARD",
    "destination-gone PLACE", "disk-full", "duplicate-item ITEM", "future-revision REVISION",
    "id-taken NAME", "item-gone ITEM", "items-gone ITEM…", "leased ITEM CLIENT SESSION SECONDS",
    "limit WHAT NUMBER", "mixed-session SESSION", "name-taken NAME", "no-board", "no-items",
    "no-session", "not-a-container ITEM", "not-draggable ITEM", "not-open BOARD",
    "not-owner SESSION CLIENT", "not-selectable ITEM", "not-selected ITEM",
    "not-suspended SESSION", "nothing-to-redo", "nothing-to-undo", "revision-too-old REVISION",
    "section-gone SECTION", "selection-kept ITEM",
    "session-ended SESSION OUTCOME [REVISION PLACE] [REASON]", "session-suspended SESSION",
    "several-sessions SESSION…", "stale-revision REVISION", "tag-used WORD",
    "undo-conflict KIND NAME CHANGE REVISION", "unknown-board BOARD", "unknown-session SESSION",
  ].map { "refused " + $0 }

  private static let errors = [
    "bad-argument WORD", "bad-escape", "bad-field NAME", "bad-json COLUMN", "bad-name WORD",
    "bad-number WORD", "bad-row LINE", "bad-tag", "bad-utf8", "block-too-long NUMBER",
    "control-byte BYTE", "line-too-long NUMBER", "missing-argument WHAT", "not-dropline",
    "text-too-long NUMBER", "too-many-arguments WORD", "too-many-rows NUMBER", "unfinished-line",
    "unknown-verb WORD",
  ].map { "error " + $0 }

  private static let others = [
    "batch BOARD FROM TO LINES", "board BOARD REVISION SECTIONS LINES",
    "drag SESSION began BOARD OWNER OPERATIONS ITEM…", "drag SESSION items ITEM…",
    "drag SESSION over OPERATION [INTENT PLACE ANCHOR [REASON]]", "drag SESSION suspended",
    "drag SESSION resumed", "drag SESSION ended OUTCOME [REVISION [BOARD]]",
    "selected BOARD CLIENT ITEM… or none", "bye REASON",
  ]

  private static let rowNotations = [
    "move PATH TO ITEM", "insert PATH ITEM WAS TEXT", "delete PATH ITEM", "reload PATH ITEM TEXT",
    "delete-section INDEX SECTION", "insert-section INDEX SECTION ITEMS TITLE",
    "move-section INDEX TO SECTION", "reload-section INDEX SECTION TITLE",
    "section SECTION ITEMS TITLE", "item ITEM WAS TEXT",
  ]

  private static let commands = [
    "help [VERB]", "hello [FORM] [NAME [TOKEN]]", "ping [TEXT]", "quit", "boards", "create BOARD",
    "open BOARD [REVISION] [every=TIME]", "close [BOARD]", "show [BOARD] [@REVISION]",
    "who [BOARD]", "begin [BOARD/]external:TYPE TEXT",
    "begin [BOARD/]ITEM… [ops=OPERATIONS] [local=yes]", "add [SESSION] external:TYPE TEXT",
    "add [SESSION] ITEM…", "remove [SESSION] ITEM…",
    "propose [SESSION] [OPERATION] [BOARD/]PLACE", "exit [SESSION]", "perform [SESSION]",
    "cancel [SESSION] [force=yes]", "resume SESSION",
    "dryrun [SESSION] [OPERATION] [BOARD/]PLACE", "dryrun [BOARD/]ITEM… [OPERATION] PLACE",
    "drags [BOARD]",
    "select [BOARD/]ITEM… or none", "deselect [BOARD/]ITEM…", "choose [BOARD/]ITEM",
    "insert [BOARD/]PLACE TEXT", "delete [BOARD/]ITEM… [force=yes]",
    "move [BOARD/]ITEM… PLACE [force=yes]", "edit [BOARD/]ITEM TEXT",
    "insert-section [BOARD/]INDEX TITLE", "delete-section [BOARD/]SECTION [force=yes]",
    "move-section [BOARD/]SECTION INDEX", "rename-section [BOARD/]SECTION TITLE",
    "clear [BOARD/]SECTION [force=yes]", "batch BOARD [REVISION] [force=yes]",
    "replace BOARD [REVISION] [force=yes]", "undo [BOARD] [force=yes]", "redo [BOARD] [force=yes]",
    "history [BOARD] [FROM [TO]]", "policy [BOARD/][TARGET] [KEY=VALUE…]",
  ]
}
