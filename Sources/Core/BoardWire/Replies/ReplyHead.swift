import BoardModel

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

  /// `BOARD LINES`, and drawn lines.
  static func drawing(
    _ line: inout LineReader, _ reply: @escaping @Sendable (BoardName, [String]) -> Reply
  ) throws(LineError) -> ReplyHead {
    let board: BoardName = try line.word("board", nil)
    return try drawing(&line) { reply(board, $0) }
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

  /// `BOARD LINES [more=yes]`, and the rows of a listing.
  static func listing<Row: LineFields>(
    _ line: inout LineReader, _ reply: @escaping @Sendable (BoardName, Listing<Row>) -> Reply
  ) throws(LineError) -> ReplyHead {
    let board: BoardName = try line.word("board", nil)
    return try listing(&line) { reply(board, $0) }
  }

  /// What a drop would do, and the rows of its batch.
  static func dryrun(_ line: inout LineReader) throws(LineError) -> ReplyHead {
    let head = try DryrunHead(&line, from: nil)
    return .followed(lines: head.lines) { lines throws(LineError) in
      .dryrun(head.reply, try lines.batch)
    }
  }
}
