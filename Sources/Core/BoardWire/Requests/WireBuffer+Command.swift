import BoardModel

extension WireBuffer {
  /// Appends a command with its line end: for a block, the line that begins it.
  public mutating func append(_ request: Request, tag: String? = nil) {
    append(tag: tag)
    let command = request.command
    append(plain: command.verb.rawValue)
    append(any: command.fields)
    endLine()
  }

  mutating func append(tag: String?) {
    guard let tag else { return }
    append("#")
    append(plain: tag)
    append(" ")
  }

  private mutating func append(any fields: any LineFields) {
    func write(_ fields: some LineFields) { append(fields: fields) }
    write(fields)
  }

  /// Appends a batch as a client sends it, from its head to its `end`.
  public mutating func append(_ head: BlockRequest.Head, _ batch: BatchUpdate, tag: String? = nil) {
    append(.block(.batch(head)), tag: tag)
    append(rows: batch)
    append("end\n")
  }

  /// Appends a whole content as a client sends it, from its head to its `end`.
  public mutating func append(_ head: BlockRequest.Head, _ content: Content, tag: String? = nil) {
    append(.block(.replace(head)), tag: tag)
    appendContent(content)
    append("end\n")
  }
}

extension Request {
  /// The verb and the parts behind it.
  fileprivate var command: (verb: Verb, fields: any LineFields) {
    switch self {
    case .connection(let request): request.command
    case .board(let request): request.command
    case .drag(let request): request.command
    case .edit(let request): request.command
    case .block(let request): request.command
    case .undo(let request): request.command
    case .selection(let request): request.command
    case .policy(let request): (.policy(.policy), PolicyLine(request))
    }
  }

  /// The verb of the command.
  public var verb: Verb { command.verb }
}
