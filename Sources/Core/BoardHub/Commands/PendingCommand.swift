import BoardAuthority
import BoardModel
import BoardWire

/// A command that was read, on the way to its reply.
struct PendingCommand {
  let tag: String?
  let verb: Verb
  /// What it takes. That of a block is known when its board is ready.
  var cost: CommandCost
  /// By what a retry is known; nil if there can be none, or if it does no harm.
  private(set) var key: IdempotencyKey?

  /// A command of one line.
  init(
    _ request: Request, _ verb: Verb, tag: String?, of client: Client, costing cost: CommandCost
  ) {
    self.tag = tag
    self.verb = verb
    self.cost = cost
    guard let tag, client.isResumable, request.change != .nothing else { return }
    var line = WireBuffer()
    line.append(request)
    key = IdempotencyKey(tag: tag, of: line, changingBoards: request.change.isStored)
  }

  /// A block with all its rows.
  init(_ block: Block, tag: String?, of client: Client) {
    self.tag = tag
    verb = Request.block(block.request).verb
    cost = .short
    guard let tag, client.isResumable else { return }
    var lines = WireBuffer()
    switch block.rows {
    case .batch(let rows): lines.append(block.request.head, rows.batch)
    case .content(let content): lines.append(block.request.head, content)
    }
    key = IdempotencyKey(tag: tag, of: lines, changingBoards: true)
  }
}

/// By what a tagged command is known when it comes again.
struct IdempotencyKey {
  let tag: String
  /// A number that stands for the command and its rows.
  let digest: UInt64
  /// Whether the command surely changes a board or its policies.
  let changesBoards: Bool

  /// - Parameter command: The command in its canonical writing without a tag, so that it is the same
  ///   however the client wrote it.
  init(tag: String, of command: borrowing WireBuffer, changingBoards: Bool) {
    self.tag = tag
    digest = command.withUnsafeBytes { $0.digest }
    changesBoards = changingBoards
  }
}
