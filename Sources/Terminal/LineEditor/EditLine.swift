import CEditLine
import Glibc

/// libedit's line editor, with history and completion, by its callback interface.
///
/// libedit believes that it talks to a terminal of its own, a pseudo-terminal that nobody sees: it may
/// switch modes and draw there as it likes, while what it edits is drawn by us. It takes its
/// characters from a queue, so that nothing ever waits for a key. There is one in a process.
public final class EditLine {
  /// What a line came to.
  public enum Outcome: Hashable, Sendable {
    case line(String)
    /// Ctrl-D on an empty line.
    case end
  }

  /// The bytes of a line. Where a line has more than 1,019 bytes libedit moves it elsewhere in
  /// memory, and goes on to write where `rl_line_buffer` was.
  public static let lineLimit = 1_000

  /// The lines of history that are kept.
  public static let historyLimit: Int32 = 500

  /// What can stand where the cursor is, given the line up to there.
  public var completions: (String) -> [String] = { _ in [] }
  /// The completions that were looked at last, where there was a choice.
  public private(set) var choices: [String] = []
  public private(set) var isOpen = false

  private let shadow: ShadowTerminal
  private var outcome: Outcome?

  /// - Throws: `ENOTTY` and the like where there is no pseudo-terminal to be had, `EBUSY` for a second
  ///   one.
  public init() throws(TerminalFault) {
    guard !EditLineQueue.isTaken else { throw TerminalFault(EBUSY) }
    EditLineQueue.isTaken = true
    shadow = try ShadowTerminal()
    setlocale(LC_CTYPE, "C.UTF-8")
    let status = withoutStartupFiles { cel_begin(shadow.line, nextCharacter, findCompletions) }
    guard status == 0 else { throw TerminalFault(errno) }
    using_history()
    stifle_history(Self.historyLimit)
    // These wait for a further key, which we do not have yet.
    for binding in ["^R ed-search-prev-history", "^V ed-insert", "^Q ed-insert"] {
      _ = rl_parse_and_bind("bind \(binding)")
    }
  }

  /// Begins a line, with some text that can be edited; what is longer than a line is left out.
  public func open(with text: String = "") {
    choices = []
    outcome = nil
    install()
    isOpen = true
    if !text.isEmpty, text.utf8.count <= Self.lineLimit {
      rl_insert_text(text)
      _ = type([0x05])
    }
  }

  /// Gives the line up.
  public func cancel() {
    rl_callback_handler_remove()
    shadow.drain()
    isOpen = false
  }

  /// The line as it stands.
  public var text: String { isOpen ? String(cString: cel_line()) : "" }

  /// Where the cursor is, in bytes of `text`.
  public var cursor: Int { isOpen ? Int(cel_point()) : 0 }

  /// Takes a key; those that mean nothing in a line, or would make it too long, are passed over.
  public func receive(_ key: Key) -> Outcome? {
    guard isOpen, let scalars = EditLineKeys.scalars(for: key) else { return nil }
    let length = length
    guard length + growth(by: key) <= Self.lineLimit else { return nil }
    let outcome = type(scalars)
    if isOpen, self.length < length { longestCut = max(longestCut, length - self.length) }
    return outcome
  }

  /// Takes pasted text, of which controls are left out and line ends become blanks.
  ///
  /// - Returns: whether the line has room for it; otherwise nothing of it is taken.
  public func paste(_ text: String) -> Bool {
    guard isOpen, length + text.utf8.count <= Self.lineLimit else { return false }
    let scalars = text.unicodeScalars.map { $0 == "\n" || $0 == "\r" || $0 == "\t" ? " " : $0 }
    for scalar in scalars where scalar.value >= 0x20 && scalar.value != 0x7F {
      _ = type([scalar.value])
    }
    return true
  }

  /// The most bytes that a key may add; Ctrl-Y brings back what was cut out.
  private func growth(by key: Key) -> Int {
    guard case .character(let scalar) = key.code else { return 0 }
    return key == .control("y") ? longestCut : key.modifiers.isEmpty ? UTF8.width(scalar) : 0
  }

  private var length: Int { isOpen ? Int(cel_length()) : 0 }
  /// The most bytes that one key has ever taken away.
  private var longestCut = 0

  /// Keeps a line for later, unless it is the one before once more.
  public func remember(_ line: String) {
    guard !line.allSatisfy({ $0 == " " }), line != lastRemembered else { return }
    lastRemembered = line
    add_history(line)
  }

  private var lastRemembered = ""

  /// Puts into the history what a file keeps; one that is not there is empty.
  public func readHistory(from path: String) { _ = read_history(path) }

  public func writeHistory(to path: String) { _ = write_history(path) }

  private func type(_ scalars: [UInt32]) -> Outcome? {
    EditLineQueue.editor = self
    defer { EditLineQueue.editor = nil }
    choices = []
    EditLineQueue.scalars = scalars[...]
    while !EditLineQueue.scalars.isEmpty, outcome == nil { cel_read() }
    shadow.drain()
    guard let outcome else { return nil }
    self.outcome = nil
    rl_callback_handler_remove()
    isOpen = false
    return outcome
  }

  // libedit leaves its raw mode after every line; installing its handler again brings it back.
  private func install() {
    rl_callback_handler_install("", didFinishLine)
    cel_forget()
    EditLineQueue.scalars = []
    shadow.drain()
  }

  fileprivate func finish(_ line: String?) { outcome = line.map { .line($0) } ?? .end }

  fileprivate func complete(_ word: String, upTo end: Int) -> [String] {
    let line = String(decoding: Array(String(cString: cel_line()).utf8.prefix(end)), as: UTF8.self)
    let matches = completions(line).filter { $0.hasPrefix(word) }
    choices = matches.count > 1 ? matches : []
    return matches
  }

  /// What a user's `.editrc` binds could wait for keys, so it is not read; and what libedit has to say
  /// about a terminal that it does not know is not for our screen.
  private func withoutStartupFiles(_ body: () -> Int32) -> Int32 {
    setenv("EDITRC", "/dev/null", 1)
    let errors = dup(STDERR_FILENO)
    let nowhere = Glibc.open("/dev/null", O_WRONLY | O_CLOEXEC)
    dup2(nowhere, STDERR_FILENO)
    defer {
      dup2(errors, STDERR_FILENO)
      close(errors)
      close(nowhere)
    }
    return body()
  }
}

/// What libedit's callbacks, which know no context, reach for. One thread uses it.
private enum EditLineQueue {
  nonisolated(unsafe) static var isTaken = false
  nonisolated(unsafe) static var scalars: ArraySlice<UInt32> = []
  nonisolated(unsafe) static weak var editor: EditLine?
  nonisolated(unsafe) static var matches: [String] = []
}

private let nextCharacter: @convention(c) (UnsafeMutablePointer<FILE>?) -> Int32 = { _ in
  EditLineQueue.scalars.popFirst().map { Int32(bitPattern: $0) } ?? -1
}

private let didFinishLine: @convention(c) (UnsafeMutablePointer<CChar>?) -> Void = { line in
  EditLineQueue.editor?.finish(line.map { String(cString: $0) })
  free(line)
}

private typealias Words = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

private let findCompletions: @convention(c) (UnsafePointer<CChar>, Int32, Int32) -> Words? = {
  word, _, end in
  cel_complete_no_files()
  let text = String(cString: word)
  EditLineQueue.matches = EditLineQueue.editor?.complete(text, upTo: Int(end)) ?? []
  return rl_completion_matches(word) { _, state in
    if state == 0 { EditLineQueue.matches.reverse() }
    return EditLineQueue.matches.popLast().flatMap { strdup($0) }
  }
}
