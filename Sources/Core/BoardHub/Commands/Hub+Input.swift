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
      input.append(connection)
      return false
    }
    let taken = execute(bytes, on: connection, while: mayGoOn)
    guard taken < bytes.count, !connection.isClosing else { return true }
    connection.unread = Array(bytes[taken...])
    input.append(connection)
    return false
  }

  /// Buffers what a connection sent until the next turn.
  ///
  /// - Returns: Whether more may be read of it. If not, `goOn` returns the connection later.
  public func buffer(_ bytes: UnsafeRawBufferPointer, from id: ConnectionID) -> Bool {
    guard let connection = roster[id], !connection.isClosing else { return true }
    markHeard(of: connection)
    if connection.unread.isEmpty { input.append(connection) }
    if PlantedBug.bufferedInputDropped.isPlanted, !connection.unread.isEmpty { return true }
    connection.unread += bytes
    return connection.unread.count < Limits.unsentBytes
  }

  /// Executes what connections sent earlier than their turn allowed, in the order in which they wait,
  /// until the budget of the turn is spent. The rest keeps its order. First lines of newcomers wait behind
  /// everything else, and have a share of any turn.
  ///
  /// Of the lines that may take long by themselves it is one at a time, so that others wait for one
  /// and not for all of them.
  ///
  /// - Returns: The connections of which more may be read again.
  public func goOn(at time: Duration, while mayGoOn: () -> Bool = { true }) -> [ConnectionID] {
    guard
      !input.isEmpty || input.hasEnded || !searches.isEmpty || !longCommands.isEmpty
        || boardWaits.isReady || changes.hasMade
    else { return [] }
    advance(to: time)
    budget.begin()
    advanceSearches()
    var done = goOnWithInput(ofNewcomers: false, while: mayGoOn)
    if budget.admitsLong() { advanceLongCommands(while: mayGoOn) }
    advanceChanges(while: mayGoOn)
    advanceBoardWaits(while: mayGoOn)
    done += goOnWithInput(ofNewcomers: true, while: mayGoOn)
    advanceEnds(while: mayGoOn)
    return done
  }

  private func goOnWithInput(
    ofNewcomers isNew: Bool, while mayGoOn: () -> Bool
  ) -> [ConnectionID] {
    var done: [ConnectionID] = []
    let count = input.count(ofNewcomers: isNew)
    let share = budget.commands(sharedBy: count)
    var mayEndLongLine = !changes.isReading
    for turn in 0..<count {
      let hasShare = turn == 0 || isNew && budget.hasNewcomerSteps
      guard hasShare || (!budget.isSpent && mayGoOn()) else { break }
      let connection = input.removeFirst(ofNewcomers: isNew)
      guard roster[connection.id] === connection else { continue }
      let endsLongLine = connection.endsLongLine
      if (mayEndLongLine || !endsLongLine) && goOn(connection, upTo: share, while: mayGoOn) {
        done.append(connection.id)
      } else {
        input.append(connection)
      }
      if endsLongLine { mayEndLongLine = false }
    }
    return done
  }

  /// Ends connections behind what all others have sent, each of which takes as long as several commands:
  /// a few in any turn, so that they end however much is sent.
  private func advanceEnds(while mayGoOn: () -> Bool) {
    let least = max(1, budget.stepsPerTurn / 4 / TurnBudget.departure)
    var count = 0
    while count < least || (!budget.isSpent && mayGoOn()),
      let connection = input.removeFirstEnded()
    {
      guard roster[connection.id] === connection else { continue }
      endIfDone(connection)
      count += 1
    }
  }

  /// - Parameter commands: The most commands to execute.
  /// - Returns: Whether everything it sent has been executed.
  func goOn(
    _ connection: ClientConnection, upTo commands: Int, while mayGoOn: () -> Bool
  ) -> Bool {
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

  /// Whether a connection that is not blocked waits for its next turn, or for what it searches.
  public var hasUnread: Bool {
    !searches.isEmpty || boardWaits.isReady || changes.hasMade || input.hasEnded
      || longCommands.isReady(mayAnswerMuch: !roster.unread.isOverLimit)
      || input.contains {
        !$0.isBlocked && !$0.isWaiting && !(changes.isReading && $0.endsLongLine)
      }
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
    input.recount(connection, from: before)
    while input.isOverLimit, giveUpLongest() {}
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
    if connection.framer.bufferedBytes > Limits.lineBytes { connection.framer.giveUpLine() }
    input.recount(connection, from: before)
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
    if budget.isSpent { input.append(ended: connection) } else { endIfDone(connection) }
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
