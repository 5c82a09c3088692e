import BoardTerminal
import Glibc
import Terminal

/// The command line: libedit's editor, a file for its history, and blocks of several lines.
final class CommandPrompt {
  /// What a line came to.
  enum Outcome {
    case command(String)
    /// A block goes on; it has so many lines.
    case goesOn(Int)
    case nothing
  }

  /// What can stand behind the text before the cursor.
  var completions: (String) -> [String] = { _ in [] }
  private var editor: EditLine?
  private var block: [String] = []
  private var hasChanged = false

  var isOpen: Bool { editor?.isOpen == true }

  /// What is to be drawn of it.
  var sight: BoardView.CommandLine? {
    guard let editor, editor.isOpen else { return nil }
    return BoardView.CommandLine(
      prompt: block.isEmpty ? ":" : "\(block.count)> ", text: editor.text, cursor: editor.cursor,
      choices: editor.choices)
  }

  /// Begins a line.
  ///
  /// - Throws: `TerminalFault` where there is no terminal for libedit to be had.
  func open(with text: String) throws {
    if editor == nil {
      editor = try EditLine()
      editor?.completions = { [unowned self] in completions($0) }
      if let folder = StateFolder.path { editor?.readHistory(from: "\(folder)/history") }
    }
    editor?.open(with: text)
  }

  /// Gives the line up, and the block that it was of.
  func cancel() {
    block = []
    editor?.cancel()
  }

  /// - Returns: whether the line has room for it.
  func paste(_ text: String) -> Bool { editor?.paste(text) == true }

  /// Takes a key; nil while the line goes on.
  func take(_ key: Key) -> Outcome? {
    switch editor?.take(key) {
    case .line(let line)?: return finish(line)
    case .end?:
      block = []
      return .nothing
    case nil: return nil
    }
  }

  private func finish(_ line: String) -> Outcome {
    editor?.remember(line)
    hasChanged = true
    let verb = line.split(separator: " ").first { !$0.hasPrefix("#") }?.lowercased()
    if block.isEmpty {
      guard let verb else { return .nothing }
      guard verb == "batch" || verb == "replace" else { return .command(line) }
    }
    block.append(line)
    guard block.count > 1, verb == "end" else {
      editor?.open()
      return .goesOn(block.count)
    }
    defer { block = [] }
    return .command(block.joined(separator: "\n"))
  }

  /// Gives the line up and keeps the history.
  func close() {
    if isOpen { cancel() }
    guard hasChanged, let path = StateFolder.file("history") else { return }
    umask(0o077)
    editor?.writeHistory(to: path)
  }
}
