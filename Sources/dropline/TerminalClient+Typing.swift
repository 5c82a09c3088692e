import BoardClient
import BoardCore
import BoardReplica
import BoardTerminal
import BoardWire
import Terminal

/// The command line: what is typed, completed, sent and answered.
extension TerminalClient {
  func openPrompt(with text: String) {
    guard text.utf8.count <= EditLine.lineLimit else {
      view?.remark("too long for the command line, which has at most \(EditLine.lineLimit) bytes")
      return
    }
    prompt.completions = { [weak self] in self?.completions(of: $0) ?? [] }
    do {
      try prompt.open(with: text)
    } catch {
      view?.remark("no command line: \(error)")
    }
  }

  /// Takes something that a person did while a line is open.
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
      if view?.takeWhileTyping(key) == true { return }
      switch prompt.take(key) {
      case .command(let command)?: run(command)
      case .goesOn(1)?: view?.say("a block: its rows, then end; esc gives it up")
      case .goesOn?, .nothing?, nil: break
      }
    }
  }

  private func run(_ command: String) {
    let words = command.split(whereSeparator: { $0 == " " || $0 == "\n" }).map(String.init)
    for line in command.split(separator: "\n") { view?.say(": \(line)") }
    switch words.first?.lowercased() {
    case "quit": end()
    case "open" where words.count > 1 && words[1] != connection?.replica.board.string:
      open(words[1])
    case "close": view?.complain("this is the board on the screen; open another, or quit")
    default: ask(command)
    }
  }

  private func open(_ word: String) {
    guard let board = BoardName(word) else { return view?.complain("\(word) is no name") ?? () }
    ask("show \(board)") { [weak self] reply in
      guard reply.kind == .ok else { return self?.show(reply) ?? () }
      do { try self?.watch(board) } catch { self?.view?.complain("\(error)") }
    }
  }

  private func ask(_ command: String, then take: ((ServerReply) -> Void)? = nil) {
    connection?.send(command) { [weak self] answer in
      switch answer {
      case .reply(let reply): take.map { $0(reply) } ?? self?.show(reply)
      case .lost: self?.view?.complain("the connection broke; it may have been done")
      case .unsent: self?.view?.complain("not sent, for want of a connection or of a whole command")
      }
      self?.screen.setNeedsDisplay()
    }
  }

  private func show(_ reply: ServerReply) {
    if reply.kind == .ok || reply.kind == .pong {
      view?.say(reply.line)
    } else {
      view?.complain(reply.line)
    }
    for line in reply.lines { view?.say("| \(line)") }
  }

  /// The verbs in front, and the names on the screen behind them.
  private func completions(of line: String) -> [String] {
    let words = line.split(separator: " ", omittingEmptySubsequences: false)
    if words.count < 2 { return Verb.allCases.map(\.rawValue).sorted() }
    if words[0] == "help" { return Verb.allCases.map(\.rawValue).sorted() }
    return view?.visibleNames ?? []
  }
}
