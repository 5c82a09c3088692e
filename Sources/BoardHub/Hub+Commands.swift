import BoardCore
import BoardWire

// From a frame to a reply: reading a line, remembering tagged answers, and finding who does it.

extension Hub {
  /// Takes what the framer found in a connection's bytes.
  func take(_ frame: LineFramer.Frame, on connection: Connection) {
    switch frame {
    case .line(let line):
      if let block = connection.block {
        take(line, in: block, on: connection)
      } else {
        execute(line, on: connection)
      }
    case .failed(let error):
      if let block = connection.block {
        block.batch?.takeFailed()
        block.content?.takeFailed()
      } else {
        fail(error, tag: nil, on: connection)
      }
    case .answer(let bytes):
      connection.outbox.buffer.append(bytes: bytes)
      list(connection)
    case .quit:
      answer(.quit, tag: nil, on: connection)
      say(.quit, to: connection)
    case .foreign:
      answer(.error(.notDropline), tag: nil, on: connection)
      say(.notDropline, to: connection)
    }
  }

  private func execute(_ line: UnsafeRawBufferPointer, on connection: Connection) {
    guard let command = RequestReader.read(line) else { return }
    connection.allowance -= 1
    if begin(blockOf: command, on: connection) { return }
    switch command.request {
    case .failure(let error):
      fail(error, tag: command.tag, on: connection)
    case .success(let request):
      connection.errorsInARow = 0
      desk.heard(from: connection.client.name, at: now)
      execute(request, tag: command.tag, on: connection)
    }
  }

  private func execute(_ request: Request, tag: String?, on connection: Connection) {
    do throws(Refusal) {
      if try repeatReply(to: request, tag: tag, on: connection) { return }
      if let reply = try perform(request, tag: tag, on: connection) {
        answer(reply, to: request, tag: tag, on: connection)
      }
    } catch {
      answer(.refused(error), to: request, tag: tag, on: connection)
      if connection.wrongTokens >= Limits.wrongTokens { say(.tooManyErrors, to: connection) }
    }
  }

  /// Gives the recorded answer to a command that was answered before.
  ///
  /// - Parameter rows: What a block held, in short.
  func repeatReply(
    to request: Request, rows: Int = 0, tag: String?, on connection: Connection
  ) throws(Refusal) -> Bool {
    guard let tag, connection.client.isResumable, request.changesSomething else { return false }
    let reply = try connection.client.remembered.reply(to: request, rows: rows, tag: tag)
    guard let reply else { return false }
    answer(reply, tag: tag, replayed: true, on: connection)
    return true
  }

  /// Writes a reply, and remembers it if the client may ask again.
  func answer(
    _ reply: Reply, to request: Request, rows: Int = 0, tag: String?, on connection: Connection
  ) {
    if let tag, connection.client.isResumable, request.changesSomething, !reply.isTagUsed {
      connection.client.remembered.remember(reply, to: request, rows: rows, tag: tag)
    }
    answer(reply, tag: tag, on: connection)
  }

  func answer(_ reply: Reply, tag: String?, replayed: Bool = false, on connection: Connection) {
    connection.outbox.buffer.append(reply, tag: tag, replayed: replayed)
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
    switch request {
    case .help(let topic):
      return .listing(.help, words: [], lines: Help.lines(topic: topic))
    case .hello(let name, let token):
      return try hello(name, token: token, on: connection)
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

extension Reply {
  fileprivate var isTagUsed: Bool {
    if case .refused(.tagUsed) = self { true } else { false }
  }
}

extension Request {
  /// Whether the command can change a board, a session or a policy, so that a retry matters.
  var changesSomething: Bool {
    switch self {
    case .help, .hello, .ping, .quit, .boards, .open, .close, .show, .who, .dryrun, .drags,
      .history:
      false
    case .policy(_, let settings, _):
      !settings.isEmpty
    case .create, .begin, .beginExternal, .add, .addExternal, .remove, .propose, .exit, .perform,
      .cancel, .resume, .insert, .delete, .move, .edit, .insertSection, .deleteSection,
      .moveSection, .renameSection, .clear, .batch, .replace, .undo, .redo:
      true
    }
  }
}
