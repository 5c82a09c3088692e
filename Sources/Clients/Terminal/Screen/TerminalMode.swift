import CEditLine
import Glibc

/// Switches a terminal to raw mode and the alternate screen, and restores it on every exit path.
///
/// In this mode keys arrive one by one without echo, including Ctrl-C, and the mouse is reported. A
/// crash restores the terminal as well: see `guardCrashes`.
public final class TerminalMode {
  /// Alternate screen; no wrapping at the last column; mouse buttons and moves with a button held,
  /// reported in decimal; bracketed paste; cursor hidden.
  private static let enterSequence =
    "\u{1B}[?1049h\u{1B}[?7l\u{1B}[?1002h\u{1B}[?1006h\u{1B}[?2004h\u{1B}[?25l"
  private static let leaveSequence =
    "\u{1B}[m\u{1B}[?2004l\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

  private let descriptor: Int32
  private let saved: termios
  public private(set) var isEntered = false

  /// - Throws: `ENOTTY` if the descriptor is not a terminal.
  public init(of descriptor: Int32) throws(TerminalFault) {
    self.descriptor = descriptor
    var settings = termios()
    guard tcgetattr(descriptor, &settings) == 0 else { throw TerminalFault(errno) }
    saved = settings
    TerminalRescue.prepare(descriptor, settings, Self.leaveSequence)
  }

  deinit { leave() }

  /// Enters the mode.
  public func enter() {
    guard !isEntered else { return }
    isEntered = true
    TerminalRescue.isNeeded = true
    var settings = saved
    cfmakeraw(&settings)
    tcsetattr(descriptor, TCSADRAIN, &settings)
    write(Self.enterSequence)
  }

  /// Restores the terminal.
  public func leave() {
    guard isEntered else { return }
    isEntered = false
    TerminalRescue.perform()
  }

  /// The columns and rows of the screen; 80 by 24 if unknown.
  public var size: (width: Int, height: Int) {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return (80, 24)
    }
    return (min(Int(size.ws_col), 1_000), min(Int(size.ws_row), 500))
  }

  private func write(_ text: String) {
    let bytes = Array(text.utf8)
    _ = Glibc.write(descriptor, bytes, bytes.count)
  }
}

/// Restores the terminal in a signal handler. It is prepared beforehand and uses only
/// async-signal-safe calls.
enum TerminalRescue {
  /// The timeout for writing the exit sequence, in milliseconds.
  private static let farewellTimeout: Int32 = 500

  nonisolated(unsafe) static var isNeeded = false
  nonisolated(unsafe) private static var descriptor: Int32 = -1
  nonisolated(unsafe) private static var settings = termios()
  nonisolated(unsafe) private static var farewell: UnsafeMutableBufferPointer<UInt8>?

  static func prepare(_ descriptor: Int32, _ settings: termios, _ farewell: String) {
    self.descriptor = descriptor
    self.settings = settings
    if self.farewell == nil {
      let bytes = Array(farewell.utf8)
      let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
      _ = buffer.initialize(from: bytes)
      self.farewell = buffer
      guardCrashes()
    }
  }

  static func perform() {
    guard isNeeded else { return }
    isNeeded = false
    // A terminal that accepts no output, such as one stopped by Ctrl-S, must not block the exit.
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    if let farewell, poll(&request, 1, farewellTimeout) > 0 {
      _ = write(descriptor, farewell.baseAddress, farewell.count)
    }
    tcsetattr(descriptor, TCSANOW, &settings)
  }

  /// Installs handlers that restore the terminal on fatal signals, then run the previous action.
  private static func guardCrashes() {
    atexit { TerminalRescue.perform() }
    for signal in [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGQUIT, SIGSYS] {
      var action = sigaction()
      sigaction(signal, nil, &previous[Int(signal)])
      action.__sigaction_handler.sa_handler = { TerminalRescue.crash($0) }
      action.sa_flags = SA_NODEFER
      sigaction(signal, &action, nil)
    }
  }

  private static func crash(_ signal: Int32) {
    perform()
    sigaction(signal, &previous[Int(signal)], nil)
    raise(signal)
  }

  nonisolated(unsafe) private static let previous: UnsafeMutablePointer<sigaction> = {
    let actions = UnsafeMutablePointer<sigaction>.allocate(capacity: 65)
    actions.initialize(repeating: sigaction(), count: 65)
    return actions
  }()
}
