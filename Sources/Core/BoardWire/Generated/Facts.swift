// Made from protocol/errors.md by `swift run lines`. What is changed here is lost.

import BoardModel

/// What is true now: the facts behind the code of a refusal or an error, each under its key.
public struct Facts: Hashable, Sendable {
  public var role: Role?
  public var item: String?
  public var place: String?
  public var key: QuotedWord?
  public var type: String?
  public var rule: String?
  public var row: Int?
  public var by: ClientName?
  public var id: String?
  public var items: [ItemID]?
  public var drag: SessionID?
  public var board: BoardName?
  public var duration: Duration?
  public var limit: String?
  public var max: Int?
  public var client: ClientName?
  public var version: Int?
  public var section: String?
  public var outcome: OutcomeWord?
  public var drags: [SessionID]?
  public var space: SpaceName?
  public var word: QuotedWord?
  public var retry: Duration?
  public var change: UndoConflict.Change?
  public var revision: Int?
  public var path: IndexPath?
  public var reason: DropReason?
  public var column: Int?
  public var byte: UInt8?

  public init() {}

  init(_ set: (inout Facts) -> Void) { set(&self) }
}

extension Facts: LineFields {
  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    role = try line.key("role", old?.role)
    item = try line.key("item", old?.item.map { QuotedWord(unchecked: $0) })?.string
    place = try line.key("place", old?.place.map { QuotedWord(unchecked: $0) })?.string
    key = try line.key("key", old?.key)
    type = try line.key("type", old?.type.map { QuotedWord(unchecked: $0) })?.string
    rule = try line.key("rule", old?.rule.map { QuotedWord(unchecked: $0) })?.string
    row = try line.key("row", old?.row)
    by = try line.key("by", old?.by)
    id = try line.key("id", old?.id.map { QuotedWord(unchecked: $0) })?.string
    items = try line.key("items", old?.items)
    drag = try line.key("drag", old?.drag)
    board = try line.key("board", old?.board)
    duration = try line.key("for", old?.duration)
    limit = try line.key("limit", old?.limit.map { QuotedWord(unchecked: $0) })?.string
    max = try line.key("max", old?.max)
    client = try line.key("client", old?.client)
    version = try line.key("version", old?.version)
    section = try line.key("section", old?.section.map { QuotedWord(unchecked: $0) })?.string
    outcome = try line.key("outcome", old?.outcome)
    drags = try line.key("drags", old?.drags)
    space = try line.key("space", old?.space)
    word = try line.key("word", old?.word)
    retry = try line.key("retry", old?.retry)
    change = try line.key("change", old?.change)
    revision = try line.key("rev", old?.revision)
    path = try line.key("at", old?.path)
    reason = try line.key("reason", old?.reason)
    column = try line.key("column", old?.column)
    byte = try line.key("byte", old?.byte.map { HexByte($0) })?.byte
  }
}
