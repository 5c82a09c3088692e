import BoardAuthority
import BoardDelivery
import BoardModel
import BoardWire

// From what a command came to, to its one reply.

/// What a command came to: its reply, and the board that the reply speaks of. It goes through many hands, and is large.
final class Answer {
  let reply: Reply
  /// The board whose index paths and revisions the reply has. Nil if there are none, or if nobody
  /// knows which board it is.
  let board: LiveBoard?

  init(_ reply: Reply, on board: LiveBoard? = nil) {
    self.reply = reply
    self.board = board
  }
}

/// Writes replies, each behind what its reader must have before it, and gives retries the reply that was given before.
final class ReplyWriter {
  private let delivery: Delivery
  private let persistence: Persistence
  private let explanations: Explanations

  init(
    boards: BoardDirectory, delivery: Delivery, persistence: Persistence,
    authorization: Authorization
  ) {
    (self.delivery, self.persistence) = (delivery, persistence)
    explanations = Explanations(boards: boards, authorization: authorization)
  }

  /// Writes a reply, and remembers it if the client may ask again.
  func write(_ answer: Answer, to command: PendingCommand, on connection: ClientConnection) {
    remember(answer, to: command, on: connection)
    write(answer, tag: command.tag, of: command.verb, to: connection)
  }

  /// Remembers a reply that is written later, if the client may ask again.
  func remember(_ answer: Answer, to command: PendingCommand, on connection: ClientConnection) {
    if let key = command.key { remember(answer.reply, key, on: connection) }
  }

  /// Writes a reply behind what its reader must have before it.
  func write(
    _ answer: Answer, tag: String?, of verb: Verb? = nil, to connection: ClientConnection
  ) {
    bringUp(connection, for: answer)
    delivery.send(answer.reply, tag: tag, of: verb, to: connection)
  }

  /// Brings the connection's copies of boards to the revision that a reply speaks of (rule 7.6).
  private func bringUp(_ connection: ClientConnection, for answer: Answer) {
    guard answer.reply.speaksOfBoard else { return }
    if let board = answer.board {
      delivery.catchUp(connection, on: board)
    } else {
      catchUpAll(connection)
    }
  }

  private func catchUpAll(_ connection: ClientConnection) {
    for subscription in connection.subscriptions {
      delivery.catchUp(connection, on: subscription.board)
    }
  }

  private func remember(_ reply: Reply, _ key: IdempotencyKey, on connection: ClientConnection) {
    guard let account = connection.client.account, reply.isRemembered,
      !PlantedBug.replyNotRemembered.isPlanted
    else { return }
    let recorded = RecordedReply(digest: key.digest, bytes: reply.bytes)
    // What changed nothing might change something the next time, so that counts as well.
    let isEdit = key.changesBoards || reply.isOfAction
    let isPersistent = persistence.hasCommandEntries || isEdit && !reply.isRefused
    account.replies.remember(recorded, tag: key.tag, isPersistent: isPersistent)
    if isPersistent { persistence.add(recorded, tag: key.tag, of: connection.client) }
  }

  /// Gives the recorded reply to a command that was answered before.
  ///
  /// - Returns: Whether there was one.
  /// - Throws: `tagUsed`.
  func repeatReply(
    to command: PendingCommand, on connection: ClientConnection
  ) throws(Refusal) -> Bool {
    guard let key = command.key, let account = connection.client.account,
      let recorded = try account.replies.reply(to: key.digest, tag: key.tag)
    else { return false }
    // Which board it is about is not known any more.
    catchUpAll(connection)
    delivery.write(to: connection) { $0.buffer.append(replayed: recorded.bytes, tag: key.tag) }
    delivery.markActive(of: connection)
    return true
  }

  /// Refuses a command, and closes the connection if it has said too many wrong tokens.
  ///
  /// - Parameter live: The board of the command, if it is known.
  func refuse(
    _ refusal: Refusal, to command: PendingCommand, on live: LiveBoard?,
    _ connection: ClientConnection
  ) {
    let answer = explanations.answer(to: refusal, of: command.verb, on: live, to: connection)
    write(answer, to: command, on: connection)
    if connection.wrongTokens >= Limits.wrongTokens { delivery.close(connection, .tooManyTokens) }
  }

  /// Writes the refusal of a command while the database does not answer, without what its reader would have before any
  /// other reply: that may not be committed.
  func refuseUnavailable(_ command: PendingCommand, on connection: ClientConnection) {
    let refusal = Refusal.unavailable(CommandConditions.retry)
    let sentence = refusal.sentence(in: RefusalContext(command.verb, by: connection.client.name))
    delivery.send(
      .refused(refusal, sentence: sentence), tag: command.tag, of: command.verb, to: connection)
  }

  /// Answers a line or block that was let go of.
  func refuseUnfinished(_ tag: String?, on connection: ClientConnection) {
    delivery.send(.refused(.exceeded(.unfinishedBytes)), tag: tag, to: connection)
  }

  /// Answers a line that was not executed, and closes where there are too many in a row.
  ///
  /// - Parameter verb: The verb of the line, if it could be read.
  func fail(_ error: LineError, _ verb: Verb?, tag: String?, on connection: ClientConnection) {
    delivery.send(.error(error, verb), tag: tag, to: connection)
    connection.errorsInARow += 1
    if connection.errorsInARow >= Limits.errorsInARow {
      delivery.close(connection, .tooManyErrors)
    }
  }
}

extension Reply {
  /// Whether a retry gets this reply. If not, the same command may be executed a moment later.
  fileprivate var isRemembered: Bool {
    guard case .refused(let refusal, _) = self else { return true }
    let passing: [Refusal.Code] = [
      .tagUsed, .diskFull, .draining, .unavailable, .sessionSuspended,
    ]
    return !passing.contains(refusal.wire.code)
  }

  fileprivate var isRefused: Bool {
    if case .refused = self { true } else { false }
  }

  /// Whether an item was chosen that has an action, which changes the board like any edit.
  fileprivate var isOfAction: Bool {
    guard case .choose(let chosen) = self else { return false }
    return switch chosen.choice {
    case .moved, .deleted: true
    case .selected, .deselected: false
    }
  }

  /// The reply without a tag.
  fileprivate var bytes: [UInt8] {
    var buffer = WireBuffer()
    buffer.append(self)
    return buffer.bytes
  }
}
