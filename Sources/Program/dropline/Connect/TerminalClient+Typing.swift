import BoardClient
import BoardModel
import BoardReplica
import BoardTerminal
import BoardWire
import Terminal

/// The command line: editing, completion, sending and replies.
extension TerminalClient {
  func openPrompt(with text: String) {
    guard text.utf8.count <= EditLine.lineLimit else {
      view?.remark("too long for the command line, which has at most \(EditLine.lineLimit) bytes")
      return
    }
    prompt.completions = { [weak self] in self?.completions(of: $0) ?? [] }
    isMakingBoard = false
    isKeyLine = !text.isEmpty
    renamings = Renamings()
    boardNames = nil
    do {
      try prompt.open(with: text)
    } catch {
      view?.remark("no command line: \(error)")
    }
  }

  /// Receives an input event while a line is edited.
  func type(_ event: InputEvent) {
    switch event {
    case .paste(let text):
      guard !prompt.paste(text) else { return }
      view?.complain("not pasted: the command line has at most \(EditLine.lineLimit) bytes")
    case .mouse: break
    case .key(let key): type(key)
    }
  }

  private func type(_ key: Key) {
    switch (key.code, key.modifiers) {
    case (.escape, _), (.character("c"), .control), (.character("g"), .control): prompt.cancel()
    case (.character("l"), .control): screen.refresh()
    case (.character("z"), .control): screen.suspend()
    default:
      if view?.scrollWhileTyping(key) == true { return }
      switch prompt.receive(key) {
      case .command(let command)?: run(command)
      case .goesOn(1)?: view?.say("a block: its rows, then end; esc gives it up")
      case .goesOn?, .nothing?, nil: break
      }
    }
  }

  private func run(_ typed: PromptCommand) {
    if makeChange(of: typed) { return }
    for line in typed.lines { view?.say(": \(line)", isAwaited: false) }
    switch typed.request {
    case .success(.connection(.quit)): end()
    case .success(.board(.open(let open))) where open.board != connection?.replica.board:
      self.open(open.board)
    case .success(.board(.open(var open))):
      // It says what of the board the connection gets from then on (rule 20.4).
      open.content = connection?.replica.content
      var typed = typed
      typed.lines = [(typed.tag.map { "#\($0) " } ?? "") + Request.board(.open(open)).line]
      send(typed)
    case .success(.board(.close)):
      view?.complain("this is the board on the screen; open another, or quit")
    case .success:
      send(typed)
    case .failure(let error):
      for line in ReceivedReply(error, to: typed).lines { view?.complain(line) }
    }
  }

  /// Sends a command, and shows its reply; `r` sends it again if it is refused.
  private func send(_ typed: PromptCommand) {
    connection?.send(line: typed.lines.joined(separator: "\n")) { [weak self] answer in
      self?.receive(answer) { reply in
        self?.show(reply)
        if let failure = reply.failure { self?.refuse(failure.text) { $0.send(typed) } }
        if case .ok(.create(let made)) = reply.outcome, self?.isMakingBoard == true {
          self?.isMakingBoard = false
          self?.list(.boards, at: made.board)
        }
      }
    }
  }

  /// Opens another board, if there is one of that name.
  private func open(_ board: BoardName) {
    connection?.send(.board(.show(.init(board)))) { [weak self] answer in
      self?.receive(answer) { reply in
        guard reply.failure == nil else { return self?.show(reply) ?? () }
        do { try self?.watch(board) } catch { self?.view?.complain("\(error)") }
      }
    }
  }

  private func receive(_ answer: Connection.Answer, _ body: (ServerReply) -> Void) {
    switch answer {
    case .reply(let reply): body(reply)
    case .lost: view?.complain("the connection broke; it may have been done")
    case .unsent: view?.complain("not sent, for want of a connection or of a whole command")
    }
    screen.setNeedsDisplay()
  }

  private func show(_ reply: ServerReply) {
    for line in reply.lines {
      reply.failure == nil
        ? view?.say(line, isAwaited: !reply.isSeenOnBoard) : view?.complain(line)
    }
  }

  private func completions(of line: String) -> [Completion] {
    guard var completion = view?.completion else { return [] }
    if let boardNames { completion.boards = boardNames }
    if boardNames == nil, ExpectedWord(endOf: line)?.isBoard == true { askForBoards() }
    return completion.completions(of: line)
  }

  /// Asks for the boards, once per line; until the answer the present one is the only candidate.
  private func askForBoards() {
    connection?.send(.board(.boards)) { [weak self] answer in
      guard case .reply(let reply) = answer, case .ok(.boards(let listing)) = reply.outcome else {
        return
      }
      self?.boardNames = listing.rows.map(\.board)
    }
  }
}
