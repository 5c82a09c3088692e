import ArgumentParser
import BoardModel
import BoardTerminal
import BoardWire
import Glibc
import Net
import Terminal

/// `dropline do` on a terminal: a prompt that shows what is still to be typed, completes names, and goes on
/// after a refusal.
final class DoPrompt {
  private let conversation: ScriptConversation
  private let address: ServerAddress
  private let space: SpaceName?
  private var board: BoardName?
  private let mode: PromptMode
  private let prompt = CommandPrompt()
  private let interruption = Interruption()
  private var decoder = KeyDecoder()
  private let hasColours = environment("NO_COLOR") == nil
  /// The completion with the names on the board, which are asked for once for each command.
  private var completion: CommandCompletion?

  /// - Parameters:
  ///   - server: The server of the conversation.
  ///   - board: The board that is open.
  init(_ conversation: ScriptConversation, with server: ServerOptions, on board: BoardName?) throws
  {
    self.conversation = conversation
    address = try server.address()
    space = try server.spaceName()
    self.board = board
    mode = try PromptMode(of: STDIN_FILENO)
    prompt.completions = { [unowned self] in completions(of: $0) }
  }

  /// Whether standard input and output are a terminal with a cursor.
  static var isPossible: Bool {
    isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 && environment("TERM") != nil
      && environment("TERM") != "dumb"
  }

  /// Reads and sends commands until Ctrl-D or `quit`.
  ///
  /// - Throws: `ExitCode` if the server is gone, or broke the protocol.
  func run() throws {
    defer {
      mode.leave()
      prompt.close()
    }
    mode.enter()
    while true {
      if !prompt.isOpen { try prompt.open(with: "") }
      draw()
      for event in read() {
        // What is typed ahead behind a line is the next one.
        if !prompt.isOpen { try prompt.open(with: "") }
        switch event {
        case .paste(let text): if !prompt.paste(text) { write("\u{07}") }
        case .mouse: break
        case .key(let key): if try !receive(key) { return write("\r\n") }
        }
      }
      if hasEnded { return write("\r\n") }
    }
  }

  private var hasEnded = false

  /// Waits for keys.
  private func read() -> [InputEvent] {
    let time: Duration = decoder.isUndecided ? .milliseconds(50) : .seconds(3_600)
    switch interruption.wait(for: STDIN_FILENO, atMost: time) {
    case .end: hasEnded = true
    case .timeout: return decoder.finish()
    case .readable:
      var bytes = [UInt8](repeating: 0, count: 4_096)
      let count = Glibc.read(STDIN_FILENO, &bytes, bytes.count)
      if count > 0 { return decoder.feed(bytes.prefix(count)) }
      hasEnded = count == 0 || errno != EINTR
    }
    return []
  }

  /// - Returns: Whether the prompt goes on.
  private func receive(_ key: Key) throws -> Bool {
    let isEmpty = prompt.commandLine?.text.isEmpty ?? true
    switch (key.code, key.modifiers) {
    case (.character("d"), .control) where isEmpty: return false
    case (.character("c"), .control):
      if isEmpty, prompt.commandLine?.prompt == CommandPrompt.sign { return false }
      prompt.cancel()
      write("^C\r\n")
      return true
    case (.character("l"), .control):
      write("\u{1B}[H\u{1B}[2J")
      return true
    default: break
    }
    // The row is drawn without its hint before it is left.
    let line = prompt.commandLine
    guard let outcome = prompt.receive(key) else {
      showChoices()
      return true
    }
    if let line { write("\r\(line.prompt(board))\(line.text)\u{1B}[K\r\n") }
    guard case .command(let command) = outcome else { return true }
    return try send(command)
  }

  /// - Returns: Whether the prompt goes on.
  private func send(_ command: PromptCommand) throws -> Bool {
    completion = nil
    mode.leave()
    defer { mode.enter() }
    do {
      switch try conversation.send(command) {
      case .open(let opened)?: board = opened.board
      case .close(let closed)? where closed.board == board: board = nil
      case .quit?: return false
      default: break
      }
    } catch let code as ExitCode where code == .failure || code.rawValue == EX_USAGE {
      // It was printed; a person goes on.
    }
    return true
  }

  private func draw() {
    guard let line = prompt.commandLine else { return }
    let row = PromptLine(
      prompt: line.prompt(board), text: line.text, cursor: line.cursor, hasColours: hasColours)
    write(row.drawn(in: mode.width))
  }

  /// Lists what the word before the cursor may become.
  private func showChoices() {
    guard let choices = prompt.commandLine?.choices, !choices.isEmpty else { return }
    write("\r\n" + choices.prefix(100).joined(separator: "  ") + "\r\n")
  }

  private func write(_ text: String) {
    let bytes = Array(text.utf8)
    _ = Glibc.write(STDOUT_FILENO, bytes, bytes.count)
  }

  private func completions(of line: String) -> [Completion] {
    if ExpectedWord(endOf: line) == .verb { return CommandCompletion().completions(of: line) }
    let known = completion ?? BoardCompletion.completion(on: board, at: address, in: space)
    completion = known
    return known.completions(of: line)
  }
}

extension BoardView.CommandLine {
  /// What is in front of the line: the board, or how many lines a block has.
  fileprivate func prompt(_ board: BoardName?) -> String {
    prompt == CommandPrompt.sign ? "\(board?.string ?? "dropline")> " : prompt
  }
}
