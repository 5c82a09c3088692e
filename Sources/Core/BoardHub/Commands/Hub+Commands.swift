import BoardAuthority
import BoardModel
import BoardWire

// From a frame to a command: reading a line, and finding who executes it.

extension Hub {
  /// Receives what the framer found in a connection's bytes.
  func receive(_ frame: LineFramer.Frame, on connection: ClientConnection) {
    if !connection.hasSpoken { markSpoken(frame, of: connection) }
    switch frame {
    case .line(let line):
      receive(line, on: connection)
    case .failed(let error):
      if let block = connection.block {
        block.readFailed()
      } else {
        fail(error, nil, tag: nil, on: connection)
      }
    case .answer(let bytes):
      delivery.write(to: connection) { $0.append(raw: bytes, in: connection.form) }
    case .quit:
      write(.quit, tag: nil, to: connection)
      delivery.close(connection, .quit)
    case .foreign:
      write(.error(.notDropline, nil), tag: nil, to: connection)
      delivery.close(connection, .notDropline)
    }
  }

  private func receive(_ line: UnsafeRawBufferPointer, on connection: ClientConnection) {
    budget.spend(bytes: line.count)
    if let block = connection.block {
      budget.spend(TurnBudget.row)
      receive(line, in: block, on: connection)
    } else if line.first == UInt8(ascii: "{") {
      execute(json: line, on: connection)
    } else {
      execute(line, on: connection)
    }
  }

  /// Executes a command in the JSON form, now or when another thread has read it.
  private func execute(json line: UnsafeRawBufferPointer, on connection: ClientConnection) {
    let isLong = line.count / TurnBudget.jsonBytesPerStep >= stepsOfLongChange
    // Whoever is refused everything waits for nothing.
    guard isLong, !isUnavailable else { return execute(JSONCommand.read(line), on: connection) }
    changes.append(LongReading(line, of: connection))
  }

  /// Executes a command in the JSON form as the lines of the text form that it stands for.
  func execute(_ command: JSONCommand, on connection: ClientConnection) {
    switch command.lines {
    case .failure(let error):
      connection.allowance -= 1
      fail(error, command.verb, tag: command.tag, on: connection)
    case .success(let text):
      for line in text.split(separator: 0x0A) {
        line.withUnsafeBytes { receive($0, on: connection) }
      }
    }
  }

  private func execute(_ line: UnsafeRawBufferPointer, on connection: ClientConnection) {
    budget.spend(TurnBudget.command)
    guard let command = CommandReader.read(line) else { return }
    connection.allowance -= 1
    switch command.request {
    case .failure(let error):
      // What follows is meant as rows, and must never be executed as commands.
      if command.verb?.beginsBlock == true { connection.block = OpenBlock() }
      fail(error, command.verb, tag: command.tag, on: connection)
    case .success(.block(let request)):
      connection.block = OpenBlock(request, tag: command.tag)
    case .success(let request):
      execute(request, command.verb ?? request.verb, tag: command.tag, on: connection)
    }
  }

  /// Executes a command, now or, if it is long or its boards are not ready, when it has its turn.
  ///
  /// - Parameter isNew: Whether it has not waited yet.
  private func execute(
    _ request: Request, _ verb: Verb, tag: String?, isNew: Bool = true,
    on connection: ClientConnection
  ) {
    if isUnavailable {
      let isDone = refusesOrWaits(request, verb, tag: tag, on: connection) { [unowned self] in
        execute(request, verb, tag: tag, on: connection)
      }
      if isDone { return }
    }
    // What is refused waits for nothing.
    guard mayExecute(request, on: connection) else {
      return run(request, verb, tag: tag, on: connection)
    }
    if hasBoardWaits {
      let wait = wait(of: request, on: connection)
      let mustWait = waits(wait, isNew: isNew, on: connection) { [unowned self] in
        execute(request, verb, tag: tag, isNew: false, on: connection)
      }
      if mustWait { return }
    }
    let mustWait = roster.unread.isOverLimit && request.repliesMuch
    let cost = cost(of: request, on: connection)
    guard mustWait || cost.steps >= TurnBudget.longCommand else {
      return run(request, verb, tag: tag, costing: cost, on: connection)
    }
    runLong(on: connection, answersMuch: request.repliesMuch) { [unowned self] in
      guard prepare(request, on: connection) else { return false }
      let cost = self.cost(of: request, on: connection)
      run(request, verb, tag: tag, costing: cost, on: connection)
      return true
    }
  }

  private func run(
    _ request: Request, _ verb: Verb, tag: String?, costing cost: CommandCost = .short,
    on connection: ClientConnection
  ) {
    let client = connection.client
    let command = PendingCommand(request, verb, tag: tag, of: client, costing: cost)
    pay(for: cost)
    run(command, board: request.subject.named, on: connection) { command throws(Refusal) in
      try requireAccess(to: request, on: connection)
      if persistence.isDiskFull && request.change.isStored && !PlantedBug.fullDiskIgnored.isPlanted
      {
        throw .diskFull
      }
      switch request {
      case .connection(let request): return try perform(request, tag: tag, on: connection)
      case .board(let request): return try perform(request, tag: tag, on: connection)
      case .drag(let request): return try perform(request, on: connection)
      case .edit(let request): return try perform(request, for: command, on: connection)
      case .undo(let request): return try perform(request, for: command, on: connection)
      case .selection(let request): return try perform(request, on: connection)
      case .policy(let request): return try perform(request, on: connection)
      case .block: preconditionFailure("a block is executed at its end")
      }
    }
  }

  /// Executes a command and answers it.
  ///
  /// - Parameters:
  ///   - board: The board that the command names, if any.
  ///   - body: Does what the command asks. It returns nil if the reply has been written already or comes
  ///     later.
  func run(
    _ command: PendingCommand, board: @autoclosure () -> BoardName?,
    on connection: ClientConnection, _ body: (PendingCommand) throws(Refusal) -> Answer?
  ) {
    persistence.beginCommand()
    do throws(Refusal) {
      if try repeatReply(to: command, on: connection) { return }
      if let answer = try body(command) { write(answer, to: command, on: connection) }
    } catch {
      let live = board().flatMap { boards[$0] }
      write(refusal(error, of: command.verb, on: live, to: connection), to: command, on: connection)
      if connection.wrongTokens >= Limits.wrongTokens { delivery.close(connection, .tooManyTokens) }
    }
  }

  private func perform(
    _ request: ConnectionRequest, tag: String?, on connection: ClientConnection
  ) throws(Refusal) -> Answer? {
    switch request {
    case .help(let help):
      return Answer(.help(Help.lines(topic: help.verb)))
    case .hello(let hello):
      let isLast = hello.client.map { !mayWatch(connection, as: $0) } ?? false
      try greet(hello, on: connection)
      write(.hello(HelloReply(connection.client.name)), tag: tag, to: connection)
      if isLast { delivery.close(connection, .accessDenied) }
      return nil
    case .ping(let ping):
      return Answer(.ping(PingReply(ping.text)))
    case .quit:
      write(.quit, tag: tag, to: connection)
      delivery.close(connection, .quit)
      return nil
    case .space(let space):
      return Answer(try choose(space.space, on: connection))
    }
  }

  /// Why there is no content of a board.
  func unavailable(_ name: BoardName) -> Refusal {
    boards.isDamaged(name) ? .boardDamaged(name) : .unknownBoard(name)
  }

  /// The board a command speaks of: the one it names, or the connection's current one.
  func board(_ name: BoardName?, _ connection: ClientConnection) throws(Refusal) -> LiveBoard {
    if let name {
      if let board = boards[name] { return board }
      throw unavailable(name)
    }
    guard let board = connection.currentBoard else { throw .noBoard }
    return board
  }
}
