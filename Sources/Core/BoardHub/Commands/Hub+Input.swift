import BoardAuthority
import BoardModel
import BoardWire

// What connections send, executed in turns, so that nobody has to wait for long.

extension Hub {
  /// Executes what a connection sent, as much as its turn allows. The rest waits.
  ///
  /// Bytes of connections that are closing are dropped.
  /// - Returns: Whether all of it is executed. If not, `goOn` returns the connection later.
  ///
  /// - Parameter mayGoOn: Asked after each command whether there is time for another one.
  public func receive(
    _ bytes: UnsafeRawBufferPointer, from id: ConnectionID, at time: Duration,
    while mayGoOn: () -> Bool = { true }
  ) -> Bool {
    advance(to: time)
    guard let connection = roster[id], !connection.isClosing else { return true }
    markHeard(of: connection)
    let isHeldUp = connection.isWaiting || (connection.isBlocked && roster.unread.isOverLimit)
    let isNew = !connection.hasSpoken
    guard connection.unread.isEmpty, !isHeldUp, !budget.isSpent,
      !isNew || budget.hasNewcomerSteps, mayGoOn()
    else {
      _ = buffer(bytes, from: id)
      return false
    }
    guard !connection.framer.endsLongLine(bytes) else {
      connection.unread = Array(bytes)
      scheduler.append(connection)
      return false
    }
    let taken = execute(bytes, on: connection, while: mayGoOn)
    guard taken < bytes.count, !connection.isClosing else { return true }
    connection.unread = Array(bytes[taken...])
    scheduler.append(connection)
    return false
  }

  /// Buffers what a connection sent until the next turn.
  ///
  /// - Returns: Whether more may be read of it. If not, `goOn` returns the connection later.
  public func buffer(_ bytes: UnsafeRawBufferPointer, from id: ConnectionID) -> Bool {
    guard let connection = roster[id], !connection.isClosing else { return true }
    markHeard(of: connection)
    if connection.unread.isEmpty { scheduler.append(connection) }
    if PlantedBug.bufferedInputDropped.isPlanted, !connection.unread.isEmpty { return true }
    connection.unread += bytes
    return connection.unread.count < Limits.unsentBytes
  }

  /// Executes what waits, as far as the turn allows: what connections sent earlier than their turn allowed, in the order
  /// in which they wait, and commands that can go on.
  ///
  /// - Returns: The connections of which more may be read again.
  public func goOn(at time: Duration, while mayGoOn: () -> Bool = { true }) -> [ConnectionID] {
    guard !scheduler.isEmpty else { return [] }
    advance(to: time)
    return scheduler.goOn(while: mayGoOn)
  }

  /// - Parameter commands: The most commands to execute.
  /// - Returns: Whether everything it sent has been executed.
  func goOn(_ connection: ClientConnection, upTo commands: Int, while mayGoOn: () -> Bool) -> Bool {
    guard !connection.isBlocked, !connection.isWaiting else { return false }
    connection.allowance = Int16(commands)
    let bytes = connection.unread
    let taken = bytes.withUnsafeBytes { execute($0, on: connection, while: mayGoOn) }
    connection.unread = connection.isClosing ? [] : Array(bytes[taken...])
    guard connection.unread.isEmpty else { return false }
    endIfDone(connection)
    return true
  }

  /// Whether so much of what a connection sent waits that no more is to be read of it.
  public func holdsEnough(of id: ConnectionID) -> Bool {
    roster[id].map { $0.unread.count >= Limits.lineBytes } ?? false
  }

  /// Whether the connection sent more than its turn allowed, and waits.
  public func holdsUnread(of id: ConnectionID) -> Bool {
    roster[id].map { !$0.unread.isEmpty } ?? false
  }

  /// Whether something waits for the next turn, and for nothing else.
  public var hasUnread: Bool { scheduler.isReady }

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
      taken = connection.framer.feed(bytes) { frame in
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
    expectEndOfLine(of: connection)
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
      refuseUnfinished(nil, on: connection)
    }
    if connection.framer.bufferedBytes > Limits.lineBytes { connection.framer.giveUpLine() }
    unfinished.recount(connection, from: before)
    return true
  }

  /// Answers a line or block that was let go of.
  func refuseUnfinished(_ tag: String?, on connection: ClientConnection) {
    write(
      .refused(.limit("unfinished-bytes", max: Limits.unfinishedBytes)), tag: tag, to: connection)
  }

  /// The connection will send no more. What it asked is still answered; then it is closed.
  public func inputEnded(by id: ConnectionID, at time: Duration) {
    advance(to: time)
    guard let connection = roster[id], !connection.isClosing else { return }
    connection.hasEnded = true
    guard connection.unread.isEmpty, !connection.isBlocked, !connection.isWaiting else {
      return endIfDone(connection)
    }
    // Its end waits for its turn, as lines do, but behind those of others.
    if budget.isSpent { scheduler.append(ended: connection) } else { endIfDone(connection) }
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
