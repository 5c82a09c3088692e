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
    let reading = LongReading(line, of: connection)
    scheduler.suspend(.job(reading), of: connection, until: [.worker(reading)])
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
      var pending = PendingCommand(
        request, command.verb ?? request.verb, tag: command.tag, of: connection.client)
      execute(&pending, on: connection)
    }
  }

  /// Executes a command, now or when what it needs is there.
  func execute(_ command: inout PendingCommand, on connection: ClientConnection) {
    if let conditions = execute(&command, after: nil, on: connection) {
      scheduler.suspend(.command(command), of: connection, until: conditions)
    }
  }

  /// Executes a command, or as much of it as this turn allows.
  ///
  /// - Parameter waited: What it has waited for; nil if it comes just now.
  /// - Returns: What it waits for; nil if it is answered, or goes on otherwise.
  private func execute(
    _ command: inout PendingCommand, after waited: [Condition]?, on connection: ClientConnection
  ) -> [Condition]? {
    switch scheduler.admit(command.request, after: waited, on: connection) {
    case .refuse:
      refuseUnavailable(command, on: connection)
      return nil
    case .wait(let conditions): return conditions
    case .run(let cost):
      guard cost.isLong else {
        run(&command, costing: cost, on: connection)
        return nil
      }
      return budget.spendLong {
        guard prepare(command.request, on: connection) else { return [.longSteps] }
        run(&command, costing: self.cost(of: command.request, on: connection), on: connection)
        return nil
      }
    }
  }

  /// Lets a command go on that waited.
  func goOn(with suspended: SuspendedCommand) -> [Condition]? {
    switch suspended.work {
    case .command(var command):
      return execute(&command, after: suspended.conditions, on: suspended.connection)
    case .search(let search): return goOn(with: search) ? nil : suspended.conditions
    case .job(let job):
      jobs.conclude(job)
      job.conclude(in: self)
      return nil
    }
  }

  /// Goes on with what a long command needs, as far as this turn allows.
  ///
  /// - Returns: Whether the command can be executed.
  private func prepare(_ request: Request, on connection: ClientConnection) -> Bool {
    guard case .board(.show(let show)) = request, let revision = show.revision,
      let live = try? board(show.board, connection), live.versions.log.contains(revision),
      !drawings.holds(live, at: revision)
    else { return true }
    let limit = max(1, budget.longSteps / TurnBudget.composedEdit)
    var rest = limit
    let lines = drawings.advance(live, at: revision, upTo: &rest)
    budget.spend(
      (limit - rest) * TurnBudget.composedEdit + (lines?.count ?? 0) * TurnBudget.drawnLine)
    return lines != nil
  }

  private func run(
    _ command: inout PendingCommand, costing cost: CommandCost, on connection: ClientConnection
  ) {
    command.cost = cost
    pay(for: cost)
    run(command, on: connection) { command throws(Refusal) in
      try requireAccess(to: command.request, on: connection)
      if persistence.isDiskFull && command.request.change.isStored
        && !PlantedBug.fullDiskIgnored.isPlanted
      {
        throw .diskFull
      }
      switch command.request {
      case .connection(let request):
        return try perform(request, tag: command.tag, on: connection)
      case .board(let request): return try perform(request, tag: command.tag, on: connection)
      case .drag(let request): return try perform(request, on: connection)
      case .edit(let request): return try perform(request, for: command, on: connection)
      case .undo(let request): return try perform(request, for: command, on: connection)
      case .selection(let request): return try perform(request, on: connection)
      case .policy(let request): return try perform(request, on: connection)
      case .block(let request): return try perform(request, for: command, on: connection)
      }
    }
  }

  /// Executes a command and answers it.
  ///
  /// - Parameter body: Does what the command asks. It returns nil if the reply has been written already or comes
  ///   later.
  private func run(
    _ command: PendingCommand, on connection: ClientConnection,
    _ body: (PendingCommand) throws(Refusal) -> Answer?
  ) {
    persistence.beginCommand()
    do throws(Refusal) {
      if try repeatReply(to: command, on: connection) { return }
      if let answer = try body(command) { write(answer, to: command, on: connection) }
    } catch {
      let live = command.request.subject.named.flatMap { boards[$0] }
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
