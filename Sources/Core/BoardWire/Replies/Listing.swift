import BoardModel

/// What a listing holds, as many rows as it may have.
public struct Listing<Row: Hashable & Sendable>: Hashable, Sendable {
  public var rows: [Row]
  /// Whether there is more than is listed.
  public var hasMore: Bool

  public init(_ rows: [Row], hasMore: Bool = false) {
    self.rows = rows
    self.hasMore = hasMore
  }
}

extension LineCoder where Self: ~Copyable {
  /// A list under a key, left out if it is empty.
  mutating func list<Element: WireValue>(
    _ name: StaticString, _ value: [Element]?
  ) throws(Failure) -> [Element] {
    try key(name, value?.isEmpty == true ? nil : value) ?? []
  }

  /// The operations that a session allows, left out if there are none.
  mutating func operations(_ value: DropOperations?) throws(Failure) -> DropOperations {
    try key("ops", value == DropOperations.none ? nil : value) ?? .none
  }
}

/// The first line of a reply that begins with `ok` or `pong`, as it was read.
enum ReplyHead: Sendable {
  /// No lines follow.
  case whole(Reply)
  /// So many lines follow, and make the reply whole.
  case followed(lines: Int, @Sendable ([[UInt8]]) throws(LineError) -> Reply)
}

// What the families of verbs make of heads.

extension ReplyHead {
  /// `LINES`, and drawn lines.
  static func drawing(
    _ line: inout LineReader, _ reply: @escaping @Sendable ([String]) -> Reply
  ) throws(LineError) -> ReplyHead {
    .followed(lines: try line.word("lines", nil)) { lines throws(LineError) in
      reply(try lines.map { line throws(LineError) in try line.drawn })
    }
  }

  /// `LINES [more=yes]`, and the rows of a listing.
  static func listing<Row: LineFields>(
    _ line: inout LineReader, _ reply: @escaping @Sendable (Listing<Row>) -> Reply
  ) throws(LineError) -> ReplyHead {
    let count: Int = try line.word("lines", nil)
    let hasMore = try line.flag("more", nil)
    return .followed(lines: count) { lines throws(LineError) in
      reply(Listing(try lines.rows(), hasMore: hasMore))
    }
  }

  /// What a drop would do, and the rows of its batch.
  static func dryrun(_ line: inout LineReader) throws(LineError) -> ReplyHead {
    let head = try DryrunReply(&line, from: nil)
    return .followed(lines: head.lines) { lines throws(LineError) in
      .dryrun(head, try lines.batch)
    }
  }

  /// Where items of a section are, and their rows.
  static func rows(_ line: inout LineReader) throws(LineError) -> ReplyHead {
    let head = try RowsReply(&line, from: nil)
    return .followed(lines: head.lines) { lines throws(LineError) in .rows(head, try lines.items) }
  }
}

extension WireBuffer {
  /// Appends the head of a listing and its rows, which have no kind: their first words have no blank before them.
  mutating func append<Row: LineFields>(
    _ head: StaticString, _ board: BoardName?, _ listing: Listing<Row>
  ) {
    begin(head, board, lines: listing.rows.count)
    _ = flag("more", listing.hasMore)
    endLine()
    for row in listing.rows {
      let start = count
      append(fields: row)
      removeByte(at: start)
      endLine()
    }
  }

  mutating func append(_ head: StaticString, _ board: BoardName?, _ drawing: [String]) {
    begin(head, board, lines: drawing.count)
    endLine()
    for line in drawing {
      append(line.isEmpty ? "|" : "| ")
      append(plain: line)
      endLine()
    }
  }

  private mutating func begin(_ head: StaticString, _ board: BoardName?, lines: Int) {
    append(head)
    if let board { _ = word("board", board) }
    _ = word("lines", lines)
  }
}
