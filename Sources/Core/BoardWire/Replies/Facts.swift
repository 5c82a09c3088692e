import BoardModel

/// What is true now: the facts behind the code of a refusal or an error, each under its key.
public struct Facts: Hashable, Sendable {
  public var item: String?
  public var items: [ItemID]?
  public var by: ClientName?
  public var drag: SessionID?
  public var drags: [SessionID]?
  /// How long, for `for=118s`.
  public var duration: Duration?
  /// The time until the command may be executed.
  public var retry: Duration?
  public var place: String?
  public var section: String?
  public var role: Role?
  public var board: BoardName?
  public var id: String?
  public var client: ClientName?
  public var rule: String?
  public var row: Int?
  public var change: UndoConflict.Change?
  public var limit: String?
  public var max: Int?
  public var end: SessionEnd?
  public var revision: Int?
  public var word: QuotedWord?
  public var key: QuotedWord?
  public var column: Int?
  public var byte: UInt8?
  public var space: SpaceName?
  public var version: Int?

  public init() {}

  init(_ set: (inout Facts) -> Void) { set(&self) }

  /// How a session ended, as far as a line tells it.
  public struct SessionEnd: Hashable, Sendable {
    var outcome: OutcomeWord
    var path: IndexPath?
    var reason: DropReason?
  }
}

extension Facts: LineFields {
  @inline(__always)
  init<Coder: LineCoder & ~Copyable>(_ line: inout Coder, from old: Self?) throws(Coder.Failure) {
    item = try line.quoted("item", old?.item)
    items = try line.key("items", old?.items)
    by = try line.key("by", old?.by)
    drag = try line.key("drag", old?.drag)
    drags = try line.key("drags", old?.drags)
    duration = try line.key("for", old?.duration)
    retry = try line.key("retry", old?.retry)
    place = try line.quoted("place", old?.place)
    section = try line.quoted("section", old?.section)
    role = try line.key("role", old?.role)
    board = try line.key("board", old?.board)
    id = try line.quoted("id", old?.id)
    client = try line.key("client", old?.client)
    rule = try line.quoted("rule", old?.rule)
    row = try line.key("row", old?.row)
    change = try line.key("change", old?.change)
    limit = try line.quoted("limit", old?.limit)
    max = try line.key("max", old?.max)
    let outcome = try line.key("outcome", old?.end?.outcome)
    revision = try line.key("rev", old?.revision)
    let path = try line.key("at", old?.end?.path)
    let reason = try line.key("reason", old?.end?.reason)
    end = outcome.map { SessionEnd(outcome: $0, path: path, reason: reason) }
    word = try line.key("word", old?.word)
    key = try line.key("key", old?.key)
    column = try line.key("column", old?.column)
    byte = try line.key("byte", old?.byte.map { HexByte($0) })?.byte
    space = try line.key("space", old?.space)
    version = try line.key("version", old?.version)
  }
}

extension LineCoder where Self: ~Copyable {
  fileprivate mutating func quoted(
    _ name: StaticString, _ value: String?
  ) throws(Failure) -> String? {
    try key(name, value.map { QuotedWord(unchecked: $0) })?.string
  }
}

/// A byte in two hexadecimal digits.
private struct HexByte: WireValue {
  static var notation: String { "BYTE" }
  static var jsonForm: JSONForm { .string }
  static var sample: HexByte { HexByte(0x1B) }

  let byte: UInt8

  init(_ byte: UInt8) { self.byte = byte }

  init(_ word: Word) throws(LineError) {
    guard let string = word.string, let byte = UInt8(string, radix: 16) else {
      throw .argument(word)
    }
    self.byte = byte
  }

  func write(to buffer: inout WireBuffer) {
    buffer.append(plain: (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true))
  }
}
