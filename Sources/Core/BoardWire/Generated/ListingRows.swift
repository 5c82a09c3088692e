// Made from protocol/lines.md by `swift run lines`. What is changed here is lost.

import BoardModel

/// `BOARD rev=REV sections=N items=N watchers=N [title=TITLE]`: a row of `boards`.
public struct BoardsRow: Hashable, Sendable, LineFields {
  public var board: BoardName
  public var revision: Int
  public var sections: Int
  public var items: Int
  public var watchers: Int
  public var title: String?

  public init(
    _ board: BoardName, revision: Int, sections: Int, items: Int, watchers: Int,
    title: String? = nil
  ) {
    self.board = board
    self.revision = revision
    self.sections = sections
    self.items = items
    self.watchers = watchers
    self.title = title
  }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    board = try line.word("board", old?.board)
    revision = try line.fact("rev", old?.revision)
    sections = try line.fact("sections", old?.sections)
    items = try line.fact("items", old?.items)
    watchers = try line.fact("watchers", old?.watchers)
    title = try line.key("title", old?.title.map { TextWord($0) })?.string
  }
}

/// `CLIENT [boards=BOARDS] [selected=ITEMS]`: a row of `who`.
public struct WhoRow: Hashable, Sendable, LineFields {
  public var client: ClientName
  public var boards: [BoardName]
  public var selected: [ItemID]

  public init(_ client: ClientName, boards: [BoardName] = [], selected: [ItemID] = []) {
    self.client = client
    self.boards = boards
    self.selected = selected
  }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    client = try line.word("client", old?.client)
    boards = try line.list("boards", old?.boards)
    selected = try line.list("selected", old?.selected)
  }
}

/// `BOARD PATH ITEM rev=REV [FIELD=VALUE…] [TEXT]`: a row of `find`.
public struct FindRow: Hashable, Sendable, LineFields {
  public var board: BoardName
  public var path: IndexPath
  public var item: ItemID
  public var revision: Int
  public var fields: Fields
  public var text: Text

  public init(
    _ board: BoardName, path: IndexPath, item: ItemID, revision: Int, fields: Fields = Fields(),
    text: Text = ""
  ) {
    self.board = board
    self.path = path
    self.item = item
    self.revision = revision
    self.fields = fields
    self.text = text
  }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    board = try line.word("board", old?.board)
    path = try line.word("path", old?.path)
    item = try line.word("item", old?.item)
    revision = try line.fact("rev", old?.revision)
    fields = try line.fields(old?.fields)
    text = try line.trailingText(limit: .max, old?.text)
  }
}

/// `ITEM PATH rev=REV`: a row of `where`.
public struct WhereRow: Hashable, Sendable, LineFields {
  public var item: ItemID
  public var path: IndexPath
  public var revision: Int

  public init(_ item: ItemID, path: IndexPath, revision: Int) {
    self.item = item
    self.path = path
    self.revision = revision
  }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    item = try line.word("item", old?.item)
    path = try line.word("path", old?.path)
    revision = try line.fact("rev", old?.revision)
  }
}

/// `METRIC COUNT [of=LABEL]`: a row of `stats`.
public struct StatsRow: Hashable, Sendable, LineFields {
  public var metric: String
  public var count: Int
  public var label: String?

  public init(_ metric: String, count: Int, label: String? = nil) {
    self.metric = metric
    self.count = count
    self.label = label
  }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    metric = try line.word("metric", (old?.metric).map { MetricLabel(string: $0) }).string
    count = try line.word("count", old?.count)
    label = try line.key("of", old?.label.map { MetricLabel(string: $0) })?.string
  }
}

/// `DRAG HOME CLIENT STATE items=ITEMS [ops=OPS] [external=TYPE] [local=yes] [at=PATH]
/// [anchor=ANCHOR] [reason=REASON] [board=BOARD] [suspended=yes] [short=yes]`: a row of `drags`.
public struct DragsRow: Hashable, Sendable, LineFields {
  public var drag: SessionID
  public var home: BoardName
  public var client: ClientName
  public var state: DragState
  public var items: [ItemID]
  public var operations: DropOperations
  public var external: String?
  public var isLocal: Bool
  public var isSuspended: Bool
  public var isShort: Bool

  public init(
    _ drag: SessionID, home: BoardName, client: ClientName, state: DragState, items: [ItemID],
    operations: DropOperations, external: String? = nil, isLocal: Bool = false,
    isSuspended: Bool = false, isShort: Bool = false
  ) {
    self.drag = drag
    self.home = home
    self.client = client
    self.state = state
    self.items = items
    self.operations = operations
    self.external = external
    self.isLocal = isLocal
    self.isSuspended = isSuspended
    self.isShort = isShort
  }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    drag = try line.word("drag", old?.drag)
    home = try line.word("home", old?.home)
    client = try line.word("client", old?.client)
    let word = try line.word("state", old?.state.word)
    items = try line.fact("items", old?.items)
    operations = try line.operations(old?.operations)
    external = try line.key("external", old?.external.map { ItemType(string: $0) })?.string
    isLocal = try line.flag("local", old?.isLocal)
    state = try DragState(keysOf: word, &line, from: old?.state)
    isSuspended = try line.flag("suspended", old?.isSuspended)
    isShort = try line.flag("short", old?.isShort)
  }
}

/// `TARGET KEY=VALUE…`: a row of `policy`.
public struct PolicyRow: Hashable, Sendable, LineFields {
  public var target: PolicyRequest.Target
  public var values: PolicyValues

  public init(_ target: PolicyRequest.Target, values: PolicyValues) {
    self.target = target
    self.values = values
  }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    target = try line.word("target", old?.target)
    values = try PolicyValues(&line, from: old?.values)
  }
}

/// `REV TIME CLIENT [drag=DRAG] [undo=REV] [redo=REV] [TEXT]`: a row of `history`.
public struct HistoryRow: Hashable, Sendable, LineFields {
  public var revision: Int
  public var time: String
  public var client: ClientName
  public var origin: RevisionOrigin
  public var text: Text

  public init(
    _ revision: Int, time: String, client: ClientName, origin: RevisionOrigin, text: Text = ""
  ) {
    self.revision = revision
    self.time = time
    self.client = client
    self.origin = origin
    self.text = text
  }

  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    revision = try line.word("rev", old?.revision)
    time = try line.word("time", (old?.time).map { QuotedWord(unchecked: $0) }).string
    client = try line.word("client", old?.client)
    origin = try RevisionOrigin(&line, from: old?.origin)
    text = try line.trailingText(limit: .max, old?.text)
  }
}
