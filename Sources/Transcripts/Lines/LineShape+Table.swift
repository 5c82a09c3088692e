extension LineShape {
  /// The lines of a server by KIND, from `protocol/lines.md`.
  static let messages = table(
    """
    ok help LINES
    ok hello CLIENT
    pong [TEXT]
    ok quit
    ok boards LINES [more=yes]
    ok create BOARD rev=REV
    ok remove-board BOARD
    ok rename-board BOARD TO
    ok open BOARD REV [rewound=yes]
    ok close BOARD
    ok show BOARD LINES
    ok who LINES [more=yes]
    ok find LINES [more=yes]
    ok begin DRAG items=ITEMS
    ok begin-external DRAG items=ITEMS
    ok add DRAG items=ITEMS
    ok add-external DRAG items=ITEMS
    ok remove DRAG [items=ITEMS]
    ok propose DRAG VERDICT at=PATH anchor=ANCHOR intent=at [reason=REASON] [board=BOARD] \
      rev=REV
    ok exit DRAG
    ok perform DRAG OUTCOME [rev=REV] [at=PATH] [board=BOARD] [reason=REASON]
    ok cancel DRAG OUTCOME [rev=REV] [at=PATH] [board=BOARD] [reason=REASON]
    ok resume DRAG STATE [at=PATH] [anchor=ANCHOR] [intent=at] [reason=REASON] [board=BOARD] \
      [rev=REV] [short=yes]
    ok dryrun VERDICT LINES at=PATH anchor=ANCHOR intent=at [reason=REASON] [board=BOARD] \
      rev=REV
    ok drags LINES [more=yes]
    ok insert ITEM at=PATH rev=REV
    ok delete count=N rev=REV
    ok move count=N at=PATH rev=REV
    ok edit ITEM at=PATH rev=REV
    ok insert-section SECTION at=INDEX rev=REV
    ok delete-section SECTION rev=REV
    ok move-section SECTION at=INDEX rev=REV
    ok rename-section SECTION at=INDEX rev=REV
    ok clear SECTION count=N rev=REV
    ok batch BOARD rev=REV
    ok replace BOARD rev=REV
    ok policy BOARD LINES [more=yes]
    ok undo of=REV rev=REV
    ok redo of=REV rev=REV
    ok history BOARD LINES [more=yes]
    ok select BOARD [items=ITEMS]
    ok deselect BOARD [items=ITEMS]
    ok choose ITEM CHOICE [rev=REV] [at=PATH]
    refused CODE KEY=… [SENTENCE]
    error CODE KEY=… [SENTENCE]
    dropline VERSION epoch=EPOCH client=CLIENT line=N text=N profiles=PROFILES
    batch BOARD FROM TO LINES
    board BOARD REV SECTIONS LINES
    drag DRAG began BOARD CLIENT items=ITEMS [ops=OPS] [external=TYPE] [local=yes] [TEXT]
    drag DRAG items items=ITEMS [external=TYPE] [TEXT]
    drag DRAG over VERDICT at=PATH anchor=ANCHOR intent=at [reason=REASON] [board=BOARD]
    drag DRAG lifted
    drag DRAG lost
    drag DRAG suspended
    drag DRAG resumed
    drag DRAG ended OUTCOME [rev=REV] [board=BOARD]
    selected BOARD CLIENT [items=ITEMS]
    removed BOARD
    renamed BOARD TO
    ping
    bye REASON [TEXT]
    """)

  /// The rows of batches and snapshots, by KIND.
  static let rows = table(
    """
    delete-section INDEX SECTION
    insert-section INDEX SECTION ITEMS [TEXT]
    move-section FROM TO SECTION
    reload-section INDEX SECTION [TEXT]
    delete PATH ITEM
    move FROM TO ITEM
    insert PATH ITEM [was=PATH] [TEXT]
    reload PATH ITEM [TEXT]
    section SECTION ITEMS [TEXT]
    item ITEM [was=PATH] [TEXT]
    """
  ).merging(messages.filter { ["drag", "selected"].contains($0.key) }) { row, _ in row }

  /// The rows of listings, by verb.
  static let listings = [
    "boards": "BOARD rev=REV sections=N items=N watchers=N",
    "who": "CLIENT [boards=BOARDS] [selected=ITEMS]",
    "find": "BOARD PATH ITEM rev=REV [TEXT]",
    "drags": """
    DRAG HOME CLIENT STATE items=ITEMS [ops=OPS] [external=TYPE] [local=yes] [at=PATH] \
    [anchor=ANCHOR] [intent=at] [reason=REASON] [board=BOARD] [suspended=yes] [short=yes]
    """,
    "policy": "TARGET KEY=VALUE…",
    "history": "REV TIME CLIENT [drag=DRAG] [undo=REV] [redo=REV] [TEXT]",
  ].mapValues(shape)

  /// The keys of `refused` and `error`.
  static let facts: Set<String> = [
    "item", "items", "by", "drag", "drags", "for", "place", "section", "board", "id", "client",
    "rule", "row", "change", "limit", "max", "outcome", "rev", "at", "reason", "word", "key",
    "column",
    "byte",
  ]

  /// The keys of a row of `policy`.
  static let policies: Set<String> = [
    "ops", "draggable", "local-only", "max-items", "types", "limit", "paused", "empty", "selection",
    "highlight", "keep-selected", "on-choose",
  ]
}
