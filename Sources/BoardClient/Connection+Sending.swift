import BoardModel
import BoardReplica
import BoardWire

// Requests out. Replies come in their order, so what each will be to is kept in a queue.

extension Connection {
  /// Sends a request.
  ///
  /// - Parameters:
  ///   - request: Anything but the head of a block, and but `form=json`, which the connection does
  ///     not read.
  ///   - reply: Gets the answer, on the loop's thread. The delegate is told before what the request
  ///     changed. `unsent` is answered at once.
  public func send(_ request: Request, reply: ((Answer) -> Void)? = nil) {
    if case .block = request { return reply?(.unsent) ?? () }
    send(request, reply) { $0.append(request) }
  }

  /// Sends a batch for this or another board, which is done as a whole or not at all.
  public func send(
    _ head: BlockRequest.Head, _ batch: BatchUpdate, reply: ((Answer) -> Void)? = nil
  ) {
    send(.block(.batch(head)), reply) { $0.append(head, batch) }
  }

  /// Sends a content that replaces the one of this or another board.
  public func send(
    _ head: BlockRequest.Head, _ content: Content, reply: ((Answer) -> Void)? = nil
  ) {
    send(.block(.replace(head)), reply) { $0.append(head, content) }
  }

  /// Sends what a person typed: a line, or a whole `batch … end` or `replace … end`.
  ///
  /// - Parameters:
  ///   - line: The line or the lines, without the last line end.
  ///   - reply: Gets the answer. If the server would not be able to read the line, its error is
  ///     answered at once, and nothing is sent.
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
