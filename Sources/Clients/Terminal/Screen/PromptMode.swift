import CEditLine
import Glibc

/// Switches a terminal to raw mode while a line is edited, on the normal screen.
///
/// Keys arrive one by one without echo. The mode is left on every exit path, also by a crash.
public final class PromptMode {
  private let descriptor: Int32
  private let saved: termios

  /// - Throws: `ENOTTY` if the descriptor is not a terminal.
  public init(of descriptor: Int32) throws(TerminalFault) {
    self.descriptor = descriptor
    var settings = termios()
    guard tcgetattr(descriptor, &settings) == 0 else { throw TerminalFault(errno) }
    saved = settings
    TerminalRescue.prepare(descriptor, settings, Self.leaveSequence)
  }

  deinit { leave() }

  /// Bracketed paste.
  private static let enterSequence = "\u{1B}[?2004h"
  private static let leaveSequence = "\u{1B}[?2004l"

  public func enter() {
    TerminalRescue.isNeeded = true
    var settings = saved
    cfmakeraw(&settings)
    tcsetattr(descriptor, TCSADRAIN, &settings)
    let bytes = Array(Self.enterSequence.utf8)
    _ = write(descriptor, bytes, bytes.count)
  }

  public func leave() { TerminalRescue.perform() }

  /// The columns of the terminal; 80 if unknown.
  public var width: Int {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return min(Int(size.ws_col), 1_000)
  }
}
