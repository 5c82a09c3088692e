import BoardAuthority
import BoardModel
import BoardWire

// What connections send, executed in turns, so that nobody has to wait for long.

extension Hub {
  /// Executes what a connection sent, as much as its turn allows. The rest waits.
  ///
  /// Bytes of connections that are closing are dropped.
  /// - Returns: Whether more may be read of it. If not, `goOn` returns the connection later.
  ///
  /// - Parameter mayGoOn: Asked after each command whether there is time for another one.
  public func receive(
    _ bytes: UnsafeRawBufferPointer, from id: ConnectionID, at time: Duration,
    while mayGoOn: () -> Bool = { true }
  ) -> Bool {
    advance(to: time)
    guard let connection = roster[id], !connection.isClosing else { return true }
    noteBytes(of: connection)
    let isHeldUp = connection.isWaiting || (connection.isBlocked && roster.unread.isOverLimit)
    guard connection.unread.isEmpty, !isHeldUp, !budget.isSpent, mayGoOn() else {
      _ = hold(bytes, from: id)
      return false
    }
    guard !connection.framer.endsLongLine(bytes) else {
      connection.unread = Array(bytes)
      input.append(connection)
      return false
    }
    budget.spend(TurnBudget.connection)
    let taken = execute(bytes, on: connection, while: mayGoOn)
    guard taken < bytes.count, !connection.isClosing else { return true }
    connection.unread = Array(bytes[taken...])
    input.append(connection)
    return false
  }

  /// Buffers what a connection sent until the next turn.
  ///
  /// - Returns: Whether more may be read of it. If not, `goOn` returns the connection later.
  public func hold(_ bytes: UnsafeRawBufferPointer, from id: ConnectionID) -> Bool {
    guard let connection = roster[id], !connection.isClosing else { return true }
    noteBytes(of: connection)
    if connection.unread.isEmpty { input.append(connection) }
    if PlantedBug.heldInputDropped.isPlanted, !connection.unread.isEmpty { return true }
    connection.unread += bytes
    return connection.unread.count < Limits.unsentBytes
  }

  /// Executes what connections sent earlier than their turn allowed, in the order in which they wait,
  /// until the budget of the turn is spent. The rest keeps its order.
  ///
  /// Of the lines that may take long by themselves it is one at a time, so that others wait for one
  /// and not for all of them.
  ///
  /// - Returns: The connections of which more may be read again.
  public func goOn(at time: Duration, while mayGoOn: () -> Bool = { true }) -> [ConnectionID] {
    guard
      !input.waiting.isEmpty || !searches.isEmpty || !longCommands.isEmpty
        || boardWaits.isReady || changes.hasMade
    else { return [] }
    advance(to: time)
    budget.begin()
    advanceSearches()
    let turns = input.removeAll()
    budget.spend(turns.count / TurnBudget.comparedLinesPerStep)
    let share = budget.commands(sharedBy: turns.count)
    defer {
      if budget.admitsLong() { advanceLongCommands(while: mayGoOn) }
      advanceChanges(while: mayGoOn)
      advanceBoardWaits(while: mayGoOn)
    }
    var isLongDone = false
    var isFirst = true
    var later: [ClientConnection] = []
    defer { input.putBack(later) }
    return turns.compactMap { connection in
      guard roster[connection.id] === connection else { return nil }
      guard isFirst || (!budget.isSpent && mayGoOn()) else {
        later.append(connection)
        return nil
      }
      isFirst = false
      if !connection.isBlocked, connection.unread.withUnsafeBytes(connection.framer.endsLongLine) {
        if isLongDone {
          input.append(connection)
          return nil
        }
        isLongDone = true
      }
      guard goOn(connection, upTo: share, while: mayGoOn) else {
        input.append(connection)
        return nil
      }
      return connection.id
    }
  }

  /// - Parameter commands: The most commands to execute.
  /// - Returns: Whether everything it sent has been executed.
  func goOn(
    _ connection: ClientConnection, upTo commands: Int, while mayGoOn: () -> Bool
  ) -> Bool {
    guard !connection.isBlocked, !connection.isWaiting else { return false }
    budget.spend(TurnBudget.connection)
    connection.allowance = Int16(commands)
    let bytes = connection.unread
    let taken = bytes.withUnsafeBytes { execute($0, on: connection, while: mayGoOn) }
    connection.unread = connection.isClosing ? [] : Array(bytes[taken...])
    guard connection.unread.isEmpty else { return false }
    endIfDone(connection)
    return true
  }

  /// Whether the connection sent more than its turn allowed, and waits.
  public func holdsUnread(of id: ConnectionID) -> Bool {
    roster[id].map { !$0.unread.isEmpty } ?? false
  }

  /// Whether a connection that is not blocked waits for its next turn, or for what it searches.
  public var hasUnread: Bool {
    !searches.isEmpty || boardWaits.isReady || changes.hasMade
      || longCommands.isReady(mayAnswerMuch: !roster.unread.isOverLimit)
      || input.waiting.contains { !$0.isBlocked && !$0.isWaiting }
  }

  /// - Returns: The number of bytes executed.
  private func execute(
    _ bytes: UnsafeRawBufferPointer, on connection: ClientConnection, while mayGoOn: () -> Bool
  ) -> Int {
    let before = connection.unfinishedBytes
    let taken = connection.framer.feed(bytes) { frame in
      receive(frame, on: connection)
      delivery.list(connection)
      return connection.mayGoOn && !budget.isSpent && mayGoOn()
    }
    noteUnfinishedLine(of: connection)
    input.recount(connection, from: before)
    while input.isOverLimit, giveUpLongest() {}
    return taken
  }

  /// Discards the longest unfinished line or block, so that those of others can end.
  ///
  /// - Returns: false where all are short.
  private func giveUpLongest() -> Bool {
    budget.spend(input.long.count / TurnBudget.comparedLinesPerStep)
    guard let connection = input.longest else { return false }
    let before = connection.unfinishedBytes
    if let block = connection.block {
      block.giveUp()
    } else {
      refuseUnfinished(nil, on: connection)
    }
    if connection.framer.heldBytes > Limits.lineBytes { connection.framer.giveUpLine() }
    input.recount(connection, from: before)
    return true
  }

  /// Answers a line or block that was let go of.
  func refuseUnfinished(_ tag: String?, on connection: ClientConnection) {
    write(
      .refused(.limit("unfinished-bytes", Limits.unfinishedBytes)), tag: tag, to: connection)
  }

  /// The connection will send no more. What it asked is still answered; then it is closed.
  public func inputEnded(by id: ConnectionID, at time: Duration) {
    advance(to: time)
    guard let connection = roster[id], !connection.isClosing else { return }
    connection.hasEnded = true
    guard connection.unread.isEmpty, !connection.isBlocked, !connection.isWaiting else {
      return endIfDone(connection)
    }
    // Its end waits for its turn, as its lines do.
    if budget.isSpent { input.append(connection) } else { endIfDone(connection) }
  }

  /// Ends a connection whose input has ended, once all of it is executed.
  func endIfDone(_ connection: ClientConnection) {
    guard connection.hasEnded, connection.unread.isEmpty, !connection.isWaiting else { return }
    end(connection)
  }

  private func end(_ connection: ClientConnection) {
    guard !connection.isClosing else { return }
    budget.spend(TurnBudget.departure)
    if connection.framer.finish() {
      write(.error(.unfinishedLine, nil), tag: nil, to: connection)
    }
    delivery.close(connection, .quit)
  }
}
