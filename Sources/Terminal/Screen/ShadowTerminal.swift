import CEditLine
import Glibc

/// What the system answered when it could not do what was asked of a terminal.
public struct TerminalFault: Error, Hashable, CustomStringConvertible {
  /// The system's number, such as `ENOTTY`.
  public let code: Int32

  init(_ code: Int32) { self.code = code }

  public var description: String { String(cString: strerror(code)) }
}

/// A pseudo-terminal that nobody looks at.
final class ShadowTerminal {
  /// The end that a program takes for a terminal.
  let line: Int32
  private let control: Int32

  init() throws(TerminalFault) {
    var ends: (control: Int32, line: Int32) = (-1, -1)
    guard openpty(&ends.control, &ends.line, nil, nil, nil) == 0 else { throw TerminalFault(errno) }
    (control, line) = ends
    for end in [control, line] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(control, F_SETFL, O_NONBLOCK)
  }

  // The line end belongs to the stream that was opened on it.
  deinit { close(control) }

  /// Throws away what was written to the terminal, so that it never fills up.
  func drain() {
    var bytes = [UInt8](repeating: 0, count: 4_096)
    while read(control, &bytes, bytes.count) > 0 {}
  }
}
