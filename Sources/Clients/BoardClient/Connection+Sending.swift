import BoardModel
import BoardReplica
import BoardWire

// Sending. Replies arrive in the order of the requests, so pending requests are in a queue.

extension Connection {
  /// Sends a request.
  ///
  /// - Parameters:
  ///   - request: Any request except the head of a block, and except `form=json`, which the
  ///     connection does not read.
  ///   - reply: Receives the answer, on the loop's thread, after the delegate has received the
  ///     changes that the request made. `unsent` is answered at once.
  public func send(_ request: Request, reply: ((Answer) -> Void)? = nil) {
    if case .block = request { return reply?(.unsent) ?? () }
    send(request, reply) { $0.append(request) }
  }

  /// Sends a batch for this or another board. It is atomic.
  public func send(
    _ head: BlockRequest.Batch, _ batch: BatchUpdate, reply: ((Answer) -> Void)? = nil
  ) {
    send(.block(.batch(head)), reply) { $0.append(head, batch) }
  }

  /// Sends content that replaces that of this or another board.
  public func send(
    _ head: BlockRequest.Batch, _ content: Content, reply: ((Answer) -> Void)? = nil
  ) {
    send(.block(.replace(head)), reply) { $0.append(head, content) }
  }

  /// Sends a command as typed: one line, or a whole `batch … end` or `replace … end` block.
  ///
  /// - Parameters:
  ///   - line: The line or the lines, without the last line end.
  ///   - reply: Receives the answer. If the line is malformed, nothing is sent, and the answer is
  ///     at once the error that the server would send.
  public func send(line: String, reply: ((Answer) -> Void)? = nil) {
    do throws(TypedCommand.Fault) {
      let command = try TypedCommand(line)
      send(command.request, reply) { $0.append(bytes: command.bytes) }
    } catch {
      switch error {
      case .malformed(let error): reply?(.reply(error))
      case .notOneCommand: reply?(.unsent)
      }
    }
  }

  private func send(
    _ request: Request, _ reply: ((Answer) -> Void)?, _ append: (inout WireBuffer) -> Void
  ) {
    let commands = expected.count { if case .command = $0 { true } else { false } }
    guard case .live = state, commands < Self.unansweredCommands, !request.asksForJSON else {
      reply?(.unsent)
      return
    }
    write(.command(request, reply), append)
  }

  /// Sends a request of the connection itself.
  func send(_ request: Request, tag: String? = nil, _ expectation: Expected) {
    write(expectation) { $0.append(request, tag: tag) }
  }

  private func write(_ expectation: Expected, _ append: (inout WireBuffer) -> Void) {
    guard let link else { return }
    expected.append(expectation)
    link.write(append)
  }
}

extension Request {
  fileprivate var asksForJSON: Bool {
    if case .connection(.hello(let hello)) = self { hello.form == .json } else { false }
  }
}

// Items of a board of which the connection has counts.

extension Connection {
  /// Records that items are in sight, or nearly, and asks for those of them that are not here. They arrive as an update
  /// in which they are reconfigured.
  ///
  /// A view calls it when its cells come into sight, and again behind each update. What a broken connection has not
  /// brought is asked for on the next one. No effect if the replica has all of the board.
  ///
  /// - Parameters:
  ///   - range: Indices in the section, on the shown board.
  ///   - section: The index of a section of the shown board.
  ///   - reply: Receives the answer to each request, if there are any. Behind a refusal such as `revision-too-old` the
  ///     rows are asked for in the next call.
  public func fetch(
    _ range: Range<Int>, in section: Int, reply: ((Answer) -> Void)? = nil
  ) {
    fetch([(range, section)], reply: reply)
  }

  /// The same for all that a view has in sight, in several sections or parts of them: none of it is forgotten for the rest.
  ///
  /// - Parameters:
  ///   - rows: Indices in sections, with the indices of the sections.
  ///   - reply: Receives the answer to each request, if there are any.
  public func fetch(
    _ rows: [(items: Range<Int>, section: Int)], reply: ((Answer) -> Void)? = nil
  ) {
    send(rows: replica.missing(in: rows), reply)
  }

  /// Has the replica remember these items wherever they are, and no others of those of before, and asks for those that are
  /// not here. `replica.gone` are those that are on the board no more. No effect if the replica has all of the board.
  ///
  /// - Parameters:
  ///   - items: What a view names: the item at its cursor, what it has marked, what others drag.
  ///   - reply: Receives the answer to each request, if there are any.
  public func pin(_ items: Set<ItemID>, reply: ((Answer) -> Void)? = nil) {
    send(rows: replica.pin(items), reply)
  }

  func send(rows requests: [Request], _ reply: ((Answer) -> Void)? = nil) {
    for request in requests { send(request, .command(request, reply)) }
  }

  /// Finds an item, which need not be here.
  ///
  /// - Parameters:
  ///   - item: The item to find.
  ///   - reply: Receives its path on the shown board, or nil if it is on the board no more, or if there is no
  ///     connection; at once, if the item is here.
  public func locate(_ item: ItemID, reply: @escaping (IndexPath?) -> Void) {
    guard let request = replica.whereRequest(for: [item]) else {
      return reply(replica.shown.indexPath(of: item))
    }
    send(request) { [weak self] answer in
      reply(answer.whereRows.first.flatMap { self?.replica.path(of: $0) })
    }
  }
}

extension Connection.Answer {
  /// Where items are, if this answers `where`.
  var whereRows: [WhereRow] {
    if case .reply(let reply) = self, case .where(_, let listing)? = reply.ok {
      listing.rows
    } else {
      []
    }
  }
}

// An own drag: begin, propose as it moves, and perform or cancel. And selecting.

extension Connection {
  /// Begins a drag session. When the reply arrives, the session is in `replica.drags`.
  ///
  /// - Parameters:
  ///   - items: The dragged items, in the order of the drop.
  ///   - reply: Receives the answer; `Reply.begin` has the new session.
  public func begin(_ items: [ItemID], reply: ((Answer) -> Void)? = nil) {
    send(.drag(.begin(.init(ItemReferences(ids: items), on: replica.board))), reply: reply)
  }

  /// Asks what a drop at a place of this board would do; the answer is `DragPresence.proposal`.
  ///
  /// - Parameters:
  ///   - session: A drag session of this client.
  ///   - operation: What the user wants; nil leaves it to the server.
  ///   - place: Where the drop would be.
  ///   - reply: Receives the answer, after the replica has the proposal.
  public func propose(
    _ session: SessionID, _ operation: DropOperation? = nil, at place: Anchor,
    reply: ((Answer) -> Void)? = nil
  ) {
    send(.drag(.propose(.init(Place(place), operation: operation, drag: session))), reply: reply)
  }

  /// Drops the items of a session. The drop is shown at once if the last proposal allows it.
  ///
  /// - Returns: the number under which the delegate is sent the settlement.
  /// - Throws: `unknownSession` or `notOwner`, if the session is not this client's.
  @discardableResult
  public func perform(_ session: SessionID) throws(Refusal) -> ChangeID {
    try make(.perform(session))
  }

  /// Cancels a drag session: its items stay where they were.
  public func cancel(_ session: SessionID, reply: ((Answer) -> Void)? = nil) {
    send(.drag(.cancel(.init(session))), reply: reply)
  }
}

extension Connection {
  /// Selects items. The result is `replica.selection`.
  ///
  /// After a reconnect the connection restores the selection.
  public func select(_ items: [ItemID], reply: ((Answer) -> Void)? = nil) {
    guard !items.isEmpty else { return reply?(.unsent) ?? () }
    send(.selection(.select(.init(ItemReferences(ids: items), on: replica.board))), reply: reply)
  }

  /// Deselects these items, or all that may be deselected.
  public func deselect(_ items: [ItemID]? = nil, reply: ((Answer) -> Void)? = nil) {
    // A command without items would mean all of them.
    if let items, items.isEmpty { return reply?(.unsent) ?? () }
    let items = items.map { ItemReferences(ids: $0) }
    send(.selection(.deselect(.init(items, on: replica.board))), reply: reply)
  }

  /// Chooses an item, as a tap does: runs the section's action, or else toggles its selection.
  public func choose(_ item: ItemID, reply: ((Answer) -> Void)? = nil) {
    send(.selection(.choose(.init(.id(item), on: replica.board))), reply: reply)
  }
}
