import Glibc
import TerminalSupport
import Testing

/// The real program on a pseudo-terminal of its own, with what is to be seen there.
final class TerminalProgram {
  enum Fault: Error {
    case noTerminal(Int32)
    case spawn(Int32)
    /// The program said nothing for a minute. The text is what it said before.
    case silence(String)
    /// The program ended before.
    case ended(String)
  }

  private(set) var screen: ScreenModel
  /// Everything that was written so far.
  private(set) var text = ""
  private let id: pid_t
  private let control: Int32
  private var isEnded = false

  init(
    _ arguments: [String], width: Int = 100, height: Int = 30, variables: [String] = []
  ) throws {
    screen = ScreenModel(width: width, height: height)
    control = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    // Linux calls these requests TIOCSPTLCK and TIOCGPTN; they are macros that Swift does not see.
    var (lock, number): (Int32, Int32) = (0, 0)
    guard control >= 0, ioctl(control, 0x4004_5431, &lock) == 0,
      ioctl(control, 0x8004_5430, &number) == 0
    else { throw Fault.noTerminal(errno) }
    id = try Self.spawn(arguments, on: "/dev/pts/\(number)", control, (width, height), variables)
  }

  deinit {
    if !isEnded {
      Glibc.kill(id, SIGKILL)
      var status: Int32 = 0
      waitpid(id, &status, 0)
    }
    close(control)
  }

  private static func spawn(
    _ arguments: [String], on terminal: String, _ control: Int32, _ size: (Int, Int),
    _ variables: [String]
  ) throws -> pid_t {
    var window = winsize()
    (window.ws_col, window.ws_row) = (UInt16(size.0), UInt16(size.1))
    guard ioctl(control, UInt(TIOCSWINSZ), &window) == 0 else { throw Fault.noTerminal(errno) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // The first terminal that the leader of a session opens is its own.
    posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for signal in [SIGPIPE, SIGTERM, SIGINT, SIGHUP] { sigaddset(&signals, signal) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    let setsid: Int16 = 0x80
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF) | setsid)
    let program = try Self.program()
    var words = ([program] + arguments).map { strdup($0) } + [nil]
    var environment = (["PATH=/usr/bin:/bin"] + variables).map { strdup($0) } + [nil]
    defer { for word in words + environment { free(word) } }
    var id = pid_t()
    let status = posix_spawn(&id, program, &actions, &attributes, &words, &environment)
    guard status == 0 else { throw Fault.spawn(status) }
    return id
  }

  /// The program stands beside the test runner.
  private static func program() throws -> String {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &path, path.count)
    guard count > 0 else { throw Fault.spawn(errno) }
    let runner = String(decoding: path[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    return runner[..<(runner.lastIndex(of: "/") ?? runner.endIndex)] + "/dropline"
  }
}

extension TerminalProgram {
  func type(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(control, bytes, bytes.count)
  }

  /// Reads until something is to be seen.
  func read(until isSeen: (TerminalProgram) -> Bool) throws {
    while !isSeen(self) { guard try readOnce() else { throw Fault.ended(text) } }
  }

  /// Reads to the end.
  ///
  /// - Returns: The exit status; a signal counts from 128.
  func end() throws -> Int32 {
    while try readOnce() {}
    var status: Int32 = 0
    waitpid(id, &status, 0)
    isEnded = true
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
  }

  private func readOnce() throws -> Bool {
    var request = pollfd(fd: control, events: Int16(POLLIN), revents: 0)
    guard poll(&request, 1, 60_000) > 0 else { throw Fault.silence(text) }
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let count = Glibc.read(control, &chunk, chunk.count)
    guard count > 0 else { return false }
    text += String(decoding: chunk[..<count], as: UTF8.self)
    screen.apply(chunk[..<count])
    return true
  }
}
