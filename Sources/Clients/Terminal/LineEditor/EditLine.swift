import CEditLine
import Glibc

/// libedit's line editor, with history and completion, by its callback interface.
///
/// libedit runs on a hidden pseudo-terminal, where it may switch modes and draw; this program draws
/// the edited line itself. Its input comes from a queue, so it never blocks for a key. There can be
/// one per process.
public final class EditLine {
  /// The outcome of an editing session.
  public enum Outcome: Hashable, Sendable {
    case line(String)
    /// Ctrl-D on an empty line.
    case end
  }

  /// The limit on a line in bytes. If a line exceeds 1,019 bytes, libedit reallocates it but still
  /// writes to the old `rl_line_buffer`.
  public static let lineLimit = 1_000

  /// The limit on history lines.
  public static let historyLimit: Int32 = 500

  /// Returns the completions at the cursor, given the line up to there.
  public var completions: (String) -> [Completion] = { _ in [] }
  /// The last completions, if there were several.
  public private(set) var choices: [Completion] = []
  public private(set) var isOpen = false

  private let shadow: ShadowTerminal
  private var outcome: Outcome?

  /// - Throws: `ENOTTY` and the like if no pseudo-terminal is available, `EBUSY` for a second one.
  public init() throws(TerminalFault) {
    guard !EditLineQueue.isTaken else { throw TerminalFault(EBUSY) }
    EditLineQueue.isTaken = true
    shadow = try ShadowTerminal()
    setlocale(LC_CTYPE, "C.UTF-8")
    let status = withoutStartupFiles { cel_begin(shadow.line, nextCharacter, findCompletions) }
    guard status == 0 else { throw TerminalFault(errno) }
    using_history()
    stifle_history(Self.historyLimit)
    // These commands block for a further key.
    for binding in ["^R ed-search-prev-history", "^V ed-insert", "^Q ed-insert"] {
      _ = rl_parse_and_bind("bind \(binding)")
    }
  }

  /// Begins a line with editable text, truncated to the limit.
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

  /// Cancels the line.
  public func cancel() {
    rl_callback_handler_remove()
    shadow.drain()
    isOpen = false
  }

  /// The current line.
  public var text: String { isOpen ? String(cString: cel_line()) : "" }

  /// The cursor's offset in bytes of `text`.
  public var cursor: Int { isOpen ? Int(cel_point()) : 0 }

  /// Receives a key. Keys without a meaning in a line, or that would exceed the limit, are ignored.
  public func receive(_ key: Key) -> Outcome? {
    guard isOpen, let scalars = EditLineKeys.scalars(for: key) else { return nil }
    let length = length
    guard length + growth(by: key) <= Self.lineLimit else { return nil }
    let outcome = type(scalars)
    if isOpen, self.length < length { longestCut = max(longestCut, length - self.length) }
    return outcome
  }

  /// Inserts pasted text, without controls and with blanks for line ends.
  ///
  /// - Returns: whether it fits; otherwise nothing is inserted.
  public func paste(_ text: String) -> Bool {
    guard isOpen, length + text.utf8.count <= Self.lineLimit else { return false }
    let scalars = text.unicodeScalars.map { $0 == "\n" || $0 == "\r" || $0 == "\t" ? " " : $0 }
    for scalar in scalars where scalar.value >= 0x20 && scalar.value != 0x7F {
      _ = type([scalar.value])
    }
    return true
  }

  /// The most bytes that a key may add; Ctrl-Y inserts the last cut.
  private func growth(by key: Key) -> Int {
    guard case .character(let scalar) = key.code else { return 0 }
    return key == .control("y") ? longestCut : key.modifiers.isEmpty ? UTF8.width(scalar) : 0
  }

  private var length: Int { isOpen ? Int(cel_length()) : 0 }
  /// The most bytes that one key has removed so far.
  private var longestCut = 0

  /// Adds a line to the history, unless it equals the last one.
  ///
  /// - Returns: Whether it was added.
  @discardableResult
  public func remember(_ line: String) -> Bool {
    guard !line.allSatisfy({ $0 == " " }), line != lastRemembered else { return false }
    lastRemembered = line
    add_history(line)
    return true
  }

  private var lastRemembered = ""

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

  // libedit leaves raw mode after every line; reinstalling its handler restores it.
  private func install() {
    rl_callback_handler_install("", didFinishLine)
    cel_forget()
    EditLineQueue.scalars = []
    shadow.drain()
  }

  fileprivate func finish(_ line: String?) { outcome = line.map { .line($0) } ?? .end }

  /// Words that begin with what is typed go before those that match by what they stand for. If several
  /// match only by that, the line stays as it is.
  fileprivate func complete(_ word: String, upTo end: Int) -> [String] {
    let line = String(decoding: Array(String(cString: cel_line()).utf8.prefix(end)), as: UTF8.self)
    let found = completions(line)
    let begun = found.filter { $0.word.hasPrefix(word) }
    let matches = begun.isEmpty ? found.filter { !$0.about.isEmpty } : begun
    choices = matches.count > 1 ? matches : []
    if let only = matches.first?.word, matches.count == 1 {
      cel_complete_append(only.hasSuffix("=") || only.hasSuffix(":") ? 0 : 0x20)
    }
    return begun.isEmpty && matches.count > 1 ? [] : matches.map(\.word)
  }

  /// A user's `.editrc` could bind commands that block, so it is not read. libedit's warnings about
  /// unknown terminals are suppressed.
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

/// Global state for libedit's callbacks, which have no context parameter. Used by one thread.
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

/// The characters that libedit receives for a key.
///
/// Only complete sequences are sent: libedit would block for the rest of others.
private enum EditLineKeys {
  static func scalars(for key: Key) -> [UInt32]? {
    switch key.code {
    case .character(let scalar): return character(scalar, key.modifiers)
    case .enter: return [0x0D]
    case .tab: return key.modifiers.isEmpty ? [0x09] : nil
    case .backspace: return key.modifiers.contains(.alt) ? [0x1B, 0x7F] : [0x7F]
    case .delete: return sequence("[3~")
    case .up: return sequence("[A")
    case .down: return sequence("[B")
    case .right: return key.modifiers.isEmpty ? sequence("[C") : sequence("f")
    case .left: return key.modifiers.isEmpty ? sequence("[D") : sequence("b")
    case .home: return [0x01]
    case .end: return [0x05]
    case .escape, .insert, .pageUp, .pageDown, .function: return nil
    }
  }

  private static func character(
    _ scalar: Unicode.Scalar, _ modifiers: Key.Modifiers
  ) -> [UInt32]? {
    if modifiers.contains(.control) {
      guard "abdefhklnprtuwy".unicodeScalars.contains(scalar) else { return nil }
      return [scalar.value & 0x1F]
    }
    if modifiers.contains(.alt) {
      guard "bcdflupn".unicodeScalars.contains(scalar) else { return nil }
      return [0x1B, scalar.value]
    }
    return [scalar.value]
  }

  private static func sequence(_ rest: String) -> [UInt32] {
    [0x1B] + rest.unicodeScalars.map(\.value)
  }
}
