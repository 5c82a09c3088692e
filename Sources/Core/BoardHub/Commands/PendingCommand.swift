import BoardAuthority
import BoardDelivery
import BoardModel
import BoardWire

/// A command that was read with all its lines, on the way to its reply.
struct PendingCommand {
  let request: Request
  /// The rows, if it is a block.
  let rows: ClosedBlock?
  let verb: Verb
  let tag: String?
  /// What it takes. That of a block is known when its board is ready.
  var cost = CommandCost.short
  /// By what a retry is known; nil if there can be none, or if it does no harm.
  let key: IdempotencyKey?

  init(
    _ request: Request, _ verb: Verb, _ rows: ClosedBlock? = nil, tag: String?, of client: Client
  ) {
    (self.request, self.verb, self.rows, self.tag) = (request, verb, rows, tag)
    guard let tag, client.isResumable, request.change != .nothing else {
      key = nil
      return
    }
    var lines = WireBuffer()
    switch (request, rows) {
    case (.block(let block), .batch(let rows)?): lines.append(block.head, rows.batch)
    case (.block(let block), .content(let content)?): lines.append(block.head, content)
    default: lines.append(request)
    }
    key = IdempotencyKey(tag: tag, of: lines, changingBoards: request.change.isStored)
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
