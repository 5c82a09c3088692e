import CEditLine
import Glibc

/// A system error of a terminal operation.
public struct TerminalFault: Error, Hashable, CustomStringConvertible {
  /// The `errno`, such as `ENOTTY`.
  public let code: Int32

  init(_ code: Int32) { self.code = code }

  public var description: String { String(cString: strerror(code)) }
}

/// A hidden pseudo-terminal.
final class ShadowTerminal {
  /// The terminal side of the pair.
  let line: Int32
  private let control: Int32

  init() throws(TerminalFault) {
    var ends: (control: Int32, line: Int32) = (-1, -1)
    guard openpty(&ends.control, &ends.line, nil, nil, nil) == 0 else { throw TerminalFault(errno) }
    (control, line) = ends
    for end in [control, line] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(control, F_SETFL, O_NONBLOCK)
  }

  // The terminal side is closed by the stream that was opened on it.
  deinit { close(control) }

  /// Discards what was written to the terminal, so that its buffer never fills up.
  func drain() {
    var bytes = [UInt8](repeating: 0, count: 4_096)
    while read(control, &bytes, bytes.count) > 0 {}
  }
}
