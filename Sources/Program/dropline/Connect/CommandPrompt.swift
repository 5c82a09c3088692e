import BoardTerminal
import Glibc
import Terminal

/// The command line: libedit's editor, a file for its history, and blocks of several lines.
final class CommandPrompt {
  /// The outcome of a line.
  enum Outcome {
    case command(PromptCommand)
    /// A block is unfinished; it has this many lines.
    case goesOn(Int)
    case nothing
  }

  /// What is in front of a line outside a block.
  static let sign = ":"

  /// The completions of the text before the cursor.
  var completions: (String) -> [Completion] = { _ in [] }
  private var editor: EditLine?
  private let history = HistoryFile("commands")
  private var lines = PromptLines()

  var isOpen: Bool { editor?.isOpen == true }

  /// The line as drawn.
  var commandLine: BoardView.CommandLine? {
    guard let editor, editor.isOpen else { return nil }
    return BoardView.CommandLine(
      prompt: lines.blockLines == 0 ? Self.sign : "\(lines.blockLines)> ", text: editor.text,
      cursor: editor.cursor, choices: editor.choices.map(\.shown))
  }

  /// Begins a line.
  ///
  /// - Throws: `TerminalFault` if no pseudo-terminal is available for libedit.
  func open(with text: String) throws {
    if editor == nil {
      editor = try EditLine()
      editor?.completions = { [unowned self] in completions($0) }
      for line in history.lines { editor?.remember(line) }
    }
    editor?.open(with: text)
  }

  /// Cancels the line, and the block that it is part of.
  func cancel() {
    lines.cancel()
    editor?.cancel()
  }

  /// - Returns: whether it fits in the line.
  func paste(_ text: String) -> Bool { editor?.paste(text) == true }

  /// Receives a key; nil while the line is unfinished.
  func receive(_ key: Key) -> Outcome? {
    switch editor?.receive(key) {
    case .line(let line)?: return finish(line)
    case .end?:
      lines.cancel()
      return .nothing
    case nil: return nil
    }
  }

  private func finish(_ line: String) -> Outcome {
    if editor?.remember(line) == true { history.append(line) }
    if let command = lines.add(line) { return .command(command) }
    guard lines.blockLines > 0 else { return .nothing }
    editor?.open()
    return .goesOn(lines.blockLines)
  }

  /// Cancels the line.
  func close() {
    if isOpen { cancel() }
  }
}
