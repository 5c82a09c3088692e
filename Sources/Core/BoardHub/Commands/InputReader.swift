import BoardAuthority
import BoardDelivery
import BoardModel
import BoardWire

/// What connections send, read line by line and executed in turns, so that nobody has to wait for long.
final class InputReader: InputExecutor {
  private let roster: Roster
  private let budget: TurnBudget
  private let scheduler: Scheduler
  private let delivery: Delivery
  private let silence: Silence
  private let replies: ReplyWriter
  private let runner: CommandRunner
  private let unfinished = UnfinishedInput()

  init(
    roster: Roster, budget: TurnBudget, scheduler: Scheduler, delivery: Delivery,
    silence: Silence, replies: ReplyWriter, runner: CommandRunner
  ) {
    (self.roster, self.budget, self.scheduler) = (roster, budget, scheduler)
    (self.delivery, self.silence, self.replies, self.runner) = (delivery, silence, replies, runner)
  }

  /// Executes what a connection sent, as much as its turn allows. The rest waits.
  ///
  /// Bytes of connections that are closing are dropped.
  /// - Returns: Whether all of it is executed. If not, `goOn` returns the connection later.
  ///
  /// - Parameter mayGoOn: Asked after each command whether there is time for another one.
  func receive(
    _ bytes: UnsafeRawBufferPointer, from id: ConnectionID, while mayGoOn: () -> Bool
  ) -> Bool {
    guard let connection = roster[id], !connection.isClosing else { return true }
    silence.markHeard(of: connection)
    let isHeldUp = connection.isWaiting || (connection.isBlocked && roster.isUnreadOverLimit)
    let isNew = !connection.hasSpoken
    guard !connection.hasUnread, !isHeldUp, !budget.isSpent,
      !isNew || budget.hasNewcomerSteps, mayGoOn()
    else {
      _ = buffer(bytes, from: id)
      return false
    }
    guard !connection.endsLongLine(bytes) else {
      connection.unread = UnreadInput(bytes)
      scheduler.append(connection)
      return false
    }
    let taken = execute(bytes, on: connection, while: mayGoOn)
    guard taken < bytes.count, !connection.isClosing else { return true }
    connection.unread = UnreadInput(UnsafeRawBufferPointer(rebasing: bytes[taken...]))
    scheduler.append(connection)
    return false
  }

  /// Buffers what a connection sent until the next turn.
  ///
  /// - Returns: Whether more may be read of it. If not, `goOn` returns the connection later.
  func buffer(_ bytes: UnsafeRawBufferPointer, from id: ConnectionID) -> Bool {
    guard let connection = roster[id], !connection.isClosing else { return true }
    silence.markHeard(of: connection)
    if !connection.hasUnread { scheduler.append(connection) }
    if PlantedBug.bufferedInputDropped.isPlanted, connection.hasUnread { return true }
    connection.unread.append(bytes)
    return connection.unread.count < Limits.unsentBytes
  }

  /// - Parameter commands: The most commands to execute.
  /// - Returns: Whether everything it sent has been executed.
  func goOn(_ connection: ClientConnection, upTo commands: Int, while mayGoOn: () -> Bool) -> Bool {
    guard !connection.isBlocked, !connection.isWaiting else { return false }
    connection.allow(commands)
    let unread = connection.unread
    let taken = unread.withUnsafeBytes { execute($0, on: connection, while: mayGoOn) }
    if connection.isClosing {
      connection.unread = UnreadInput()
    } else {
      connection.unread.removeFirst(taken)
    }
    guard !connection.hasUnread else { return false }
    endIfDone(connection)
    return true
  }

  /// Whether so much of what a connection sent waits that no more is to be read of it.
  func holdsEnough(of id: ConnectionID) -> Bool {
    roster[id].map { $0.unread.count >= Limits.lineBytes } ?? false
  }

  /// Whether the connection sent more than its turn allowed, and waits.
  func holdsUnread(of id: ConnectionID) -> Bool {
    roster[id]?.hasUnread ?? false
  }

  /// - Returns: The number of bytes executed.
  private func execute(
    _ bytes: UnsafeRawBufferPointer, on connection: ClientConnection, while mayGoOn: () -> Bool
  ) -> Int {
    guard connection.hasSpoken else {
      return budget.spendOnNewcomer { feed(bytes, to: connection, while: mayGoOn) }
    }
    return feed(bytes, to: connection, while: mayGoOn)
  }

  private func feed(
    _ bytes: UnsafeRawBufferPointer, to connection: ClientConnection, while mayGoOn: () -> Bool
  ) -> Int {
    budget.spend(TurnBudget.connection)
    var taken = 0
    countUnfinished(of: connection) {
      taken = connection.feed(bytes) { frame in
        receive(frame, on: connection)
        delivery.list(connection)
        return connection.mayGoOn && !budget.isSpent && mayGoOn()
      }
    }
    return taken
  }

  /// Executes lines of a connection, and counts what is unfinished of it then.
  func countUnfinished(of connection: ClientConnection, _ body: () -> Void) {
    let before = connection.unfinishedBytes
    body()
    silence.expectEndOfLine(of: connection)
    unfinished.recount(connection, from: before)
    while unfinished.isOverLimit, giveUpLongest() {}
  }

  /// Discards the longest unfinished line or block, so that those of others can end.
  ///
  /// - Returns: false where all are short.
  private func giveUpLongest() -> Bool {
    budget.spend(unfinished.long.count / TurnBudget.comparedLinesPerStep)
    guard let connection = unfinished.longest else { return false }
    let before = connection.unfinishedBytes
    if let block = connection.block {
      block.giveUp()
    } else {
      replies.refuseUnfinished(nil, on: connection)
    }
    if connection.framer.bufferedBytes > Limits.lineBytes { connection.framer.giveUpLine() }
    unfinished.recount(connection, from: before)
    return true
  }

  /// The connection will send no more. What it asked is still answered; then it is closed.
  func inputEnded(by id: ConnectionID) {
    guard let connection = roster[id], !connection.isClosing else { return }
    connection.hasEnded = true
    guard !connection.hasUnread, !connection.isBlocked, !connection.isWaiting else {
      return endIfDone(connection)
    }
    // Its end waits for its turn, as lines do, but behind those of others.
    if budget.isSpent { scheduler.append(ended: connection) } else { endIfDone(connection) }
  }

  /// Ends a connection whose input has ended, once all of it is executed.
  func endIfDone(_ connection: ClientConnection) {
    guard connection.hasEnded, !connection.hasUnread, !connection.isWaiting else { return }
    end(connection)
  }

  private func end(_ connection: ClientConnection) {
    guard !connection.isClosing else { return }
    budget.spend(TurnBudget.departure)
    if connection.framer.finish() {
      delivery.send(.error(.unfinishedLine, nil), tag: nil, to: connection)
    }
    delivery.close(connection, .quit)
  }

  /// Forgets a connection that is gone.
  func forget(_ connection: ClientConnection) { unfinished.forget(connection) }

  // MARK: Lines

  /// Receives what the framer found in a connection's bytes.
  func receive(_ frame: LineFramer.Frame, on connection: ClientConnection) {
    if !connection.hasSpoken { silence.markSpoken(frame, of: connection) }
    switch frame {
    case .line(let line):
      receive(line, on: connection)
    case .failed(let error):
      if let block = connection.block {
        block.readFailed()
      } else {
        replies.fail(error, nil, tag: nil, on: connection)
      }
    case .answer(let bytes):
      delivery.write(to: connection) { $0.append(raw: bytes, in: connection.form) }
    case .quit:
      delivery.send(.quit, tag: nil, to: connection)
      delivery.close(connection, .quit)
    case .foreign:
      delivery.send(.error(.notDropline, nil), tag: nil, to: connection)
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
    let isLong = budget.isForAnotherThread(steps: line.count / TurnBudget.jsonBytesPerStep)
    // Whoever is refused everything waits for nothing.
    guard isLong, !scheduler.isUnavailable else {
      return execute(JSONCommand.read(line), on: connection)
    }
    let reading = Job(LongReading(line, of: connection, for: self))
    scheduler.suspend(.job(reading), of: connection, until: [.worker(reading)])
  }

  /// Executes a command in the JSON form as the lines of the text form that it stands for.
  func execute(_ command: JSONCommand, on connection: ClientConnection) {
    switch command.lines {
    case .failure(let error):
      connection.countCommand()
      replies.fail(error, command.verb, tag: command.tag, on: connection)
    case .success(let text):
      for line in text.split(separator: 0x0A) {
        line.withUnsafeBytes { receive($0, on: connection) }
      }
    }
  }

  private func execute(_ line: UnsafeRawBufferPointer, on connection: ClientConnection) {
    budget.spend(TurnBudget.command)
    guard let command = Command(line) else { return }
    connection.countCommand()
    do throws(LineError) {
      let request = try command.read()
      if case .block(let block) = request {
        connection.block = OpenBlock(block, tag: command.tag)
        return
      }
      var pending = PendingCommand(
        request, command.verb ?? request.verb, tag: command.tag, of: connection.client)
      runner.execute(&pending, on: connection)
    } catch {
      // What follows is meant as rows, and must never be executed as commands.
      if command.verb?.beginsBlock == true { connection.block = OpenBlock() }
      replies.fail(error, command.verb, tag: command.tag, on: connection)
    }
  }

  /// Reads a row of a block, or its end.
  func receive(
    _ line: UnsafeRawBufferPointer, in block: OpenBlock, on connection: ClientConnection
  ) {
    if !block.isGivenUp { block.bytes += line.count }
    if block.read(line) { end(block, on: connection) }
  }

  private func end(_ open: OpenBlock, on connection: ClientConnection) {
    connection.block = nil
    // A block whose head was an error has been answered.
    guard let request = open.request else { return }
    guard !open.isGivenUp else { return replies.refuseUnfinished(open.tag, on: connection) }
    do throws(LineError) {
      var command = PendingCommand(
        .block(request), request.verb, try open.rows(), tag: open.tag, of: connection.client)
      runner.execute(&command, on: connection)
    } catch {
      replies.fail(error, request.verb, tag: open.tag, on: connection)
    }
  }
}
