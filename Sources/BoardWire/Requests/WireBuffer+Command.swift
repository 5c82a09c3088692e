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
    case .query(let request): request.command
    case .drag(let request): request.command
    case .edit(let request): request.command
    case .block(.batch(let head)): (.batch, head)
    case .block(.replace(let head)): (.replace, head)
    case .undo(.undo(let fields)): (.undo, fields)
    case .undo(.redo(let fields)): (.redo, fields)
    case .selection(.select(let fields)): (.select, fields)
    case .selection(.deselect(let fields)): (.deselect, fields)
    case .selection(.choose(let fields)): (.choose, fields)
    case .policy(let request): (.policy, PolicyLine(request))
    }
  }

  /// The verb of the command.
  public var verb: Verb { command.verb }
}

extension ConnectionRequest {
  fileprivate var command: (Verb, any LineFields) {
    switch self {
    case .help(let fields): (.help, fields)
    case .hello(let fields): (.hello, fields)
    case .ping(let fields): (.ping, fields)
    case .quit: (.quit, NoFields())
    }
  }
}

extension BoardRequest {
  fileprivate var command: (Verb, any LineFields) {
    switch self {
    case .create(let fields): (.create, fields)
    case .remove(let fields): (.removeBoard, fields)
    case .rename(let fields): (.renameBoard, fields)
    case .open(let fields): (.open, fields)
    case .close(let fields): (.close, fields)
    }
  }
}

extension QueryRequest {
  fileprivate var command: (Verb, any LineFields) {
    switch self {
    case .boards: (.boards, NoFields())
    case .show(let fields): (.show, fields)
    case .who(let fields): (.who, fields)
    case .find(let fields): (.find, fields)
    case .drags(let fields): (.drags, fields)
    case .history(let fields): (.history, fields)
    }
  }
}

extension DragRequest {
  fileprivate var command: (Verb, any LineFields) {
    switch self {
    case .begin(let fields): (.begin, fields)
    case .beginExternal(let fields): (.beginExternal, fields)
    case .add(let fields): (.add, fields)
    case .addExternal(let fields): (.addExternal, fields)
    case .remove(let fields): (.remove, fields)
    case .propose(let fields): (.propose, fields)
    case .exit(let fields): (.exit, fields)
    case .perform(let fields): (.perform, fields)
    case .cancel(let fields): (.cancel, fields)
    case .resume(let fields): (.resume, fields)
    case .dryrun(let fields): (.dryrun, fields)
    }
  }
}

extension EditRequest {
  fileprivate var command: (Verb, any LineFields) {
    switch self {
    case .insert(let fields): (.insert, fields)
    case .delete(let fields): (.delete, fields)
    case .move(let fields): (.move, fields)
    case .edit(let fields): (.edit, fields)
    case .insertSection(let fields): (.insertSection, fields)
    case .deleteSection(let fields): (.deleteSection, fields)
    case .moveSection(let fields): (.moveSection, fields)
    case .renameSection(let fields): (.renameSection, fields)
    case .clear(let fields): (.clear, fields)
    }
  }
}
