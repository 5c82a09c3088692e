import BoardModel

/// The first line of a reply that begins with `ok` or `pong`.
enum ReplyHead: Sendable {
  /// No lines follow.
  case whole(Reply)
  case followed(ReplyLines)
}

/// The lines that follow the first line of a reply.
struct ReplyLines: Sendable {
  /// What the lines are.
  enum Kind: Sendable {
    /// The rows of a batch.
    case batch
    case drawing
    /// The rows of a listing, with the parts that each has.
    case listing(@Sendable (inout LineDescriber) -> Void)
  }

  let count: Int
  let kind: Kind
  /// The reply with its lines.
  let reply: @Sendable ([[UInt8]]) throws(LineError) -> Reply
}

// What the families of verbs make of heads.

extension ReplyHead {
  /// `LINES`, and drawn lines.
  static func drawing<Coder: LineCoder & ~Copyable>(
    _ line: inout Coder, _ reply: @escaping @Sendable ([String]) -> Reply
  ) throws(Coder.Failure) -> ReplyHead {
    drawing(lines: try DrawingHead(&line, from: nil).lines, reply)
  }

  /// `BOARD LINES`, and drawn lines.
  static func drawing<Coder: LineCoder & ~Copyable>(
    _ line: inout Coder, _ reply: @escaping @Sendable (BoardName, [String]) -> Reply
  ) throws(Coder.Failure) -> ReplyHead {
    let head = try BoardDrawingHead(&line, from: nil)
    return drawing(lines: head.lines) { reply(head.board, $0) }
  }

  /// `LINES [more=yes]`, and the rows of a listing.
  static func listing<Row: LineFields, Coder: LineCoder & ~Copyable>(
    _ line: inout Coder, _ reply: @escaping @Sendable (Listing<Row>) -> Reply
  ) throws(Coder.Failure) -> ReplyHead {
    listing(try ListingHead(&line, from: nil), reply)
  }

  /// `BOARD LINES [more=yes]`, and the rows of a listing.
  static func listing<Row: LineFields, Coder: LineCoder & ~Copyable>(
    _ line: inout Coder, _ reply: @escaping @Sendable (BoardName, Listing<Row>) -> Reply
  ) throws(Coder.Failure) -> ReplyHead {
    let head = try BoardListingHead(&line, from: nil)
    return listing(head.head) { reply(head.board, $0) }
  }

  /// What a drop would do, and the rows of its batch.
  static func dryrun<Coder: LineCoder & ~Copyable>(
    _ line: inout Coder
  ) throws(Coder.Failure) -> ReplyHead {
    let head = try DryrunHead(&line, from: nil)
    return .followed(
      ReplyLines(count: head.lines, kind: .batch) { lines throws(LineError) in
        .dryrun(head.reply, try lines.batch)
      })
  }

  private static func drawing(
    lines count: Int, _ reply: @escaping @Sendable ([String]) -> Reply
  ) -> ReplyHead {
    .followed(
      ReplyLines(count: count, kind: .drawing) { lines throws(LineError) in
        reply(try lines.map { line throws(LineError) in try line.drawn })
      })
  }

  private static func listing<Row: LineFields>(
    _ head: ListingHead, _ reply: @escaping @Sendable (Listing<Row>) -> Reply
  ) -> ReplyHead {
    let kind = ReplyLines.Kind.listing { line in _ = Row(&line, from: nil) }
    return .followed(
      ReplyLines(count: head.lines, kind: kind) { lines throws(LineError) in
        reply(Listing(try lines.rows(), hasMore: head.hasMore))
      })
  }
}
