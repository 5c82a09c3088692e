import CEditLine
import CLibuv
import Glibc
import Terminal

/// A program on a pseudo-terminal, with a model of its screen.
///
/// There are no sleeps: a test waits for output, and a minute of silence is a failure.
package final class PtyProgram {
  package enum Fault: Error, CustomStringConvertible {
    case system(Int32)
    /// The expected output did not arrive within a minute of silence, or the program ended before.
    case silence(screen: String)
    case ended(screen: String, status: Int32)

    package var description: String {
      switch self {
      case .system(let code): String(cString: strerror(code))
      case .silence(let screen): "nothing comes any more:\n\(screen)"
      case .ended(let screen, let status): "the program has ended with status \(status):\n\(screen)"
      }
    }
  }

  /// The timeout for expected output, in milliseconds.
  private static let timeout: Int32 = 60_000

  package private(set) var screen: ScreenModel
  package let id: pid_t
  private let control: Int32
  private let terminal: String
  private var status: Int32?
  /// Bytes that were read and not yet applied to the screen.
  private var unread: ArraySlice<UInt8> = []

  /// Starts a program with its arguments on a terminal of a size, with these variables and no others.
  package init(
    _ program: String, _ arguments: [String], width: Int = 80, height: Int = 24,
    environment: [String] = ["TERM=xterm", "LANG=C.UTF-8", "HOME=/nonexistent"],
    leadsSession: Bool = false
  ) throws {
    screen = ScreenModel(width: width, height: height)
    var ends: (control: Int32, line: Int32) = (-1, -1)
    var size = winsize(ws_row: UInt16(height), ws_col: UInt16(width), ws_xpixel: 0, ws_ypixel: 0)
    guard openpty(&ends.control, &ends.line, nil, nil, &size) == 0 else {
      throw Fault.system(errno)
    }
    control = ends.control
    _ = fcntl(control, F_SETFD, FD_CLOEXEC)
    _ = fcntl(ends.line, F_SETFD, FD_CLOEXEC)
    defer { close(ends.line) }
    // `ttyname` has one buffer for all threads.
    terminal = try withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { name in
      let status = ttyname_r(ends.line, name.baseAddress!, name.count)
      guard status == 0 else { throw Fault.system(status) }
      return String(cString: name.baseAddress!)
    }
    id = try Self.spawn([program] + arguments, on: terminal, environment, isLeader: leadsSession)
  }

  deinit {
    if status == nil {
      Glibc.kill(id, SIGKILL)
      waitpid(id, nil, 0)
    }
    close(control)
  }

  /// `POSIX_SPAWN_SETSID`, which is behind `_GNU_SOURCE`.
  private static let newSession: Int16 = 0x80

  /// A process that has the terminal. The leader of a session has it as its controlling terminal; when
  /// a leader ends, Linux hangs its terminal up, and what it wrote last may be gone before it was read.
  private static func spawn(
    _ words: [String], on terminal: String, _ environment: [String], isLeader: Bool
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(
      &actions, 0, terminal, isLeader ? O_RDWR : O_RDWR | O_NOCTTY, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    let session = isLeader ? Self.newSession : 0
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF) | session)
    var arguments = words.map { strdup($0) } + [nil]
    var variables = environment.map { strdup($0) } + [nil]
    defer { for word in arguments + variables { free(word) } }
    var id = pid_t()
    let status = posix_spawn(&id, words[0], &actions, &attributes, &arguments, &variables)
    guard status == 0 else { throw Fault.system(status) }
    return id
  }
}

extension PtyProgram {
  /// Types keys as a terminal sends them.
  package func type(_ keys: String) {
    var rest = Array(keys.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(control, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Reports a mouse button, as xterm's mode 1006 has it; the cell counts from 0.
  package func mouse(_ button: Int, _ x: Int, _ y: Int, isRelease: Bool = false) {
    type("\u{1B}[<\(button);\(x + 1);\(y + 1)\(isRelease ? "m" : "M")")
  }

  /// Reads what the program writes until its screen is as wanted.
  ///
  /// - Throws: `Fault` if that does not happen.
  package func wait(until isWanted: (ScreenModel) -> Bool) throws {
    while !isWanted(screen) {
      guard try readMore() else { throw Fault.ended(screen: picture, status: endUnread()) }
    }
  }

  /// Reads until a row of the screen contains this text.
  package func wait(for text: String) throws {
    try wait { screen in screen.rows.contains { $0.contains(text) } }
  }

  /// Reads until a row of the screen contains this text, even for a single frame: output is applied
  /// in pieces smaller than the text and the rest of its row.
  package func wait(forPassing text: String) throws {
    while true {
      while !unread.isEmpty {
        screen.apply(unread.prefix(16))
        unread = unread.dropFirst(16)
        if screen.rows.contains(where: { $0.contains(text) }) { return }
      }
      guard try fill() else { throw Fault.ended(screen: picture, status: endUnread()) }
    }
  }

  /// Reads until no row of the screen contains this text.
  package func wait(forNo text: String) throws {
    try wait { screen in !screen.rows.contains { $0.contains(text) } }
  }

  /// Reads until the program has ended.
  ///
  /// - Returns: its exit status; 128 plus the number for a signal.
  package func end() throws -> Int32 {
    while try readMore() {}
    return endUnread()
  }

  /// Waits until the program has ended, without reading what it writes.
  package func endUnread() -> Int32 {
    var status: Int32 = 0
    waitpid(id, &status, 0)
    let signal = status & 0x7F
    self.status = signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    return self.status!
  }

  /// Waits until the program is stopped as by Ctrl-Z.
  package func waitUntilStopped() -> Bool {
    var status: Int32 = 0
    return waitpid(id, &status, WUNTRACED) == id && status & 0xFF == 0x7F
  }

  package func kill(_ signal: Int32) { Glibc.kill(id, signal) }

  /// Resizes the terminal, and signals the program.
  package func resize(width: Int, height: Int) {
    var size = winsize(ws_row: UInt16(height), ws_col: UInt16(width), ws_xpixel: 0, ws_ypixel: 0)
    let old = screen
    screen = ScreenModel(width: width, height: height, inModes: old.modes)
    _ = ioctl(control, UInt(TIOCSWINSZ), &size)
    kill(SIGWINCH)
  }

  /// Whether the terminal is in cooked mode, as for a shell.
  package var isCooked: Bool {
    var settings = termios()
    tcgetattr(control, &settings)
    return settings.c_lflag & UInt32(ECHO | ICANON) == UInt32(ECHO | ICANON)
  }

  /// The screen as text.
  package var picture: String { screen.rows.joined(separator: "\n") }

  /// - Returns: false at the end.
  private func readMore() throws -> Bool {
    if unread.isEmpty, try !fill() { return false }
    screen.apply(unread)
    unread = []
    return true
  }

  private func fill() throws -> Bool {
    var request = pollfd(fd: control, events: Int16(POLLIN), revents: 0)
    guard poll(&request, 1, Self.timeout) > 0 else { throw Fault.silence(screen: picture) }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = read(control, &bytes, bytes.count)
    unread = bytes[..<max(0, count)]
    return count > 0
  }
}
