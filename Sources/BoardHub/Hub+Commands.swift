import BoardCore
import BoardWire

// From a frame to a reply: reading a line, remembering tagged answers, and finding who does it.

extension Hub {
  /// Takes what the framer found in a connection's bytes.
  func take(_ frame: LineFramer.Frame, on connection: Connection) {
    switch frame {
    case .line(let line):
      take(line, on: connection)
    case .failed(let error):
      if let block = connection.block {
        block.batch?.takeFailed()
        block.content?.takeFailed()
      } else {
        fail(error, tag: nil, on: connection)
      }
    case .answer(let bytes):
      connection.outbox.append(raw: bytes, in: connection.form)
      list(connection)
    case .quit:
      answer(.quit, tag: nil, on: connection)
      say(.quit, to: connection)
    case .foreign:
      answer(.error(.notDropline), tag: nil, on: connection)
      say(.notDropline, to: connection)
    }
  }

  private func take(_ line: UnsafeRawBufferPointer, on connection: Connection) {
    if let block = connection.block {
      take(line, in: block, on: connection)
    } else if line.first == UInt8(ascii: "{") {
      execute(json: line, on: connection)
    } else {
      execute(line, on: connection)
    }
  }

  /// Executes a command in the JSON form as the lines of the text form that it stands for.
  private func execute(json line: UnsafeRawBufferPointer, on connection: Connection) {
    let command = JSONCommand.read(line)
    switch command.lines {
    case .failure(let error):
      connection.allowance -= 1
      fail(error, tag: command.tag, on: connection)
    case .success(let text):
      for line in text.split(separator: 0x0A) { line.withUnsafeBytes { take($0, on: connection) } }
    }
  }

  private func execute(_ line: UnsafeRawBufferPointer, on connection: Connection) {
    guard let command = RequestReader.read(line) else { return }
    connection.allowance -= 1
    if begin(blockOf: command, line, on: connection) { return }
    switch command.request {
    case .failure(let error):
      fail(error, tag: command.tag, on: connection)
    case .success(let request):
      connection.errorsInARow = 0
      desk.heard(from: connection.client.name, at: now)
      var digest: CommandDigest?
      if command.tag != nil, connection.client.isResumable {
        digest = CommandDigest()
        digest?.add(tagged: line)
      }
      execute(request, as: CommandMark(tag: command.tag, digest: digest), on: connection)
    }
  }

  private func execute(_ request: Request, as mark: CommandMark, on connection: Connection) {
    keeping.beginCommand()
    do throws(Refusal) {
      if try repeatReply(to: request, as: mark, on: connection) { return }
      if let reply = try perform(request, tag: mark.tag, on: connection) {
        answer(reply, to: request, as: mark, on: connection)
      }
    } catch {
      answer(.refused(error), to: request, as: mark, on: connection)
      if connection.wrongTokens >= Limits.wrongTokens { say(.tooManyErrors, to: connection) }
    }
  }

  /// Gives the recorded answer to a command that was answered before.
  func repeatReply(
    to request: Request, as mark: CommandMark, on connection: Connection
  ) throws(Refusal) -> Bool {
    guard let (tag, digest) = mark.known, let account = connection.client.account,
      request.changesSomething,
      let recorded = try account.remembered.reply(to: digest, tag: tag)
    else { return false }
    connection.outbox.append(replayed: recorded.bytes, tag: tag, in: connection.form)
    list(connection)
    return true
  }

  /// Writes a reply, and remembers it if the client may ask again.
  func answer(
    _ reply: Reply, to request: Request, as mark: CommandMark, on connection: Connection
  ) {
    if let (tag, digest) = mark.known, let account = connection.client.account,
      request.changesSomething, !reply.isTagUsed, !reply.isPassing
    {
      let recorded = RecordedReply(digest: digest, bytes: reply.bytes)
      // What changed nothing might change something the next time, so that counts as well.
      let isEdit = request.changesBoards || reply.isOfAction
      let isKept = keeping.hasCommandEntries || isEdit && !reply.isRefused
      account.remembered.remember(recorded, tag: tag, isKept: isKept)
      if isKept { keep(recorded, tag: tag, of: connection.client) }
    }
    answer(reply, tag: mark.tag, on: connection)
  }

  func answer(_ reply: Reply, tag: String?, on connection: Connection) {
    connection.outbox.buffer.append(reply, tag: tag)
    list(connection)
  }

  /// Answers a line that was not executed, and closes where there are too many in a row.
  func fail(_ error: LineError, tag: String?, on connection: Connection) {
    answer(.error(error), tag: tag, on: connection)
    connection.errorsInARow += 1
    if connection.errorsInARow >= Limits.errorsInARow {
      say(.tooManyErrors, to: connection)
    }
  }

  /// Does what a command asks.
  ///
  /// - Returns: The reply, or nil if it has been written already.
  private func perform(_ request: Request, tag: String?, on connection: Connection) throws(Refusal)
    -> Reply?
  {
    if keeping.isFull && request.changesBoards { throw .diskFull }
    switch request {
    case .help(let topic):
      return .listing(.help, words: [], lines: Help.lines(topic: topic))
    case .hello(let name, let token, let form):
      if let name { try become(name, token: token, on: connection) }
      if let form { connection.use(form) }
      return .hello(connection.client.name)
    case .ping(let text):
      return .pong(text)
    case .quit:
      answer(.quit, tag: tag, on: connection)
      say(.quit, to: connection)
      return nil
    case .boards, .show, .who, .drags, .history:
      return try look(request, on: connection)
    case .create(let name):
      try serve(name)
      return .create(name, revision: 0)
    case .open(let name, let revision, let every):
      try open(name, revision: revision, every: every, tag: tag, on: connection)
      return nil
    case .close(let name):
      return try close(name, on: connection)
    case .begin, .beginExternal, .add, .addExternal, .remove, .propose, .exit, .perform, .cancel,
      .resume, .dryrun:
      return try drag(request, on: connection)
    case .insert, .delete, .move, .edit:
      return try editItems(request, on: connection)
    case .insertSection, .deleteSection, .moveSection, .renameSection, .clear:
      return try editSections(request, on: connection)
    case .batch, .replace:
      preconditionFailure("a block is answered at its end")
    case .undo, .redo:
      return try takeBack(request, on: connection)
    case .policy(let target, let settings, let board):
      return try policy(target, settings, on: board, connection)
    case .select, .selectNone, .deselect, .choose:
      return try select(request, on: connection)
    }
  }

  /// The board a command speaks of: the one it names, or the connection's current one.
  func board(_ name: BoardName?, _ connection: Connection) throws(Refusal) -> LiveBoard {
    if let name {
      guard let board = boards[name] else { throw .unknownBoard(name) }
      return board
    }
    guard let board = connection.currentBoard else { throw .noBoard }
    return board
  }
}

/// By what a command is known when it comes again.
struct CommandMark {
  var tag: String?
  /// Of a tagged command whose client can come back.
  var digest: CommandDigest?

  /// Tag and digest, if there are both.
  var known: (tag: String, digest: UInt64)? {
    guard let tag, let digest else { return nil }
    return (tag, digest.value)
  }
}

extension Reply {
  fileprivate var isTagUsed: Bool {
    if case .refused(.tagUsed) = self { true } else { false }
  }

  fileprivate var isRefused: Bool {
    if case .refused = self { true } else { false }
  }

  /// Whether an item was chosen that has an action, which changes the board like any edit.
  fileprivate var isOfAction: Bool {
    switch self {
    case .choose(_, .moved), .choose(_, .deleted): true
    default: false
    }
  }

  /// Whether the same command may well be taken a moment later, so that a retry is worth while.
  fileprivate var isPassing: Bool {
    if case .refused(.diskFull) = self { true } else { false }
  }

  /// The reply without a tag.
  fileprivate var bytes: [UInt8] {
    var buffer = WireBuffer()
    buffer.append(self)
    return buffer.bytes
  }
}

extension Request {
  /// Whether the command surely changes a board or its policies, which must be written down.
  var changesBoards: Bool {
    switch self {
    case .create, .perform, .insert, .delete, .move, .edit, .insertSection, .deleteSection,
      .moveSection, .renameSection, .clear, .batch, .replace, .undo, .redo:
      true
    case .policy(_, let settings, _):
      !settings.isEmpty
    default:
      false
    }
  }

  /// Whether the command can change a board, a session, a policy or a selection, so that a retry
  /// matters.
  var changesSomething: Bool {
    switch self {
    case .help, .hello, .ping, .quit, .boards, .open, .close, .show, .who, .dryrun, .drags,
      .history:
      false
    case .policy(_, let settings, _):
      !settings.isEmpty
    case .create, .begin, .beginExternal, .add, .addExternal, .remove, .propose, .exit, .perform,
      .cancel, .resume, .insert, .delete, .move, .edit, .insertSection, .deleteSection,
      .moveSection, .renameSection, .clear, .batch, .replace, .undo, .redo, .select, .selectNone,
      .deselect, .choose:
      true
    }
  }
}
