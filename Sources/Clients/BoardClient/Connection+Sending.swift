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
