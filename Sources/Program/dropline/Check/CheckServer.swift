import BoardTesting
import Glibc
import Net
import Transcripts

/// A server under test, started by a command line in its own folder.
///
/// In the command `{port}` is a free port, `{socket}` the path of a Unix socket, `{boards}` a folder
/// with a file `NAME.board` for each board that the server must have, and `{data}` an initially empty
/// folder. On a restart after a crash `{data}` is the same, and `{boards}` is empty.
final class CheckServer {
  private let command: String
  private let folder: TemporaryFolder
  private var process: pid_t?
  /// A pipe that ends when the last process of the server has ended.
  private var life: Int32 = -1

  /// - Throws: `StageFailure.noServer` if the folder cannot be made.
  init(_ command: String, holding boards: [GivenBoard]) throws(StageFailure) {
    self.command = command
    do throws(TemporaryFolder.Fault) { folder = try TemporaryFolder("dropline-check") } catch {
      throw .noServer(error.description)
    }
    for name in ["boards", "data"] { folder.makeEmpty(name) }
    for board in boards { write(board) }
  }

  deinit { kill() }

  /// Removes the files of the given boards: after a restart the server has only its persisted
  /// boards.
  func removeBoards() { folder.makeEmpty("boards") }

  private func write(_ board: GivenBoard) {
    let text = board.snapshotLines.joined(separator: "\n") + "\n"
    guard let file = try? OutputFile(new: "\(folder.path)/boards/\(board.name).board") else {
      return
    }
    try? file.write(Array(text.utf8))
  }

  /// Starts the server, and returns when it accepts connections.
  ///
  /// - Returns: Its address, and the probing connection, still unread.
  /// - Throws: `StageFailure.noServer` with the last line of its output.
  func launch(within timeout: Duration) throws(StageFailure) -> (ServerAddress, LineSocket) {
    for _ in 0..<3 {
      let port = freePort()
      try spawn(port: port)
      let address =
        isOnUnixSocket ? ServerAddress(.unix("\(folder.path)/socket")) : .loopback(port)
      let deadline = MonotonicClock.now + timeout
      while MonotonicClock.now < deadline, isRunning, !EndingSignal.hasCome {
        if let socket = try? LineSocket(to: address, timeout: timeout) {
          return (address, socket)
        }
        pause(for: .milliseconds(5))
      }
      // Another process may have taken the port: retries with another one.
      let hasEnded = !isRunning
      kill()
      if !hasEnded || EndingSignal.hasCome { break }
    }
    throw .noServer("the server does not take connections; it says: \(lastWords)")
  }

  /// Kills the server and all its child processes.
  func kill() {
    guard let process else { return }
    self.process = nil
    EndingSignal.group = 0
    Glibc.kill(-process, SIGKILL)
    var status: Int32 = 0
    waitpid(process, &status, 0)
    var request = pollfd(fd: life, events: Int16(POLLIN), revents: 0)
    poll(&request, 1, 5_000)
    close(life)
  }

  private var isRunning: Bool {
    guard let process else { return false }
    var status: Int32 = 0
    guard waitpid(process, &status, WNOHANG) != 0 else { return true }
    self.process = nil
    EndingSignal.group = 0
    close(life)
    return false
  }

  private var lastWords: String {
    let bytes = (try? fileBytes("\(folder.path)/log")) ?? []
    let lines = bytes.split(separator: 0x0A)
    return lines.last.map { String(decoding: $0, as: UTF8.self) } ?? "(nothing)"
  }
}

// Processes.

extension CheckServer {
  /// Starts the command in a shell, as the leader of a process group.
  private func spawn(port: UInt16) throws(StageFailure) {
    var ends: [Int32] = [0, 0]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
      throw .noServer(String(cString: strerror(errno)))
    }
    defer { close(ends[1]) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(
      &actions, 1, "\(folder.path)/log", O_WRONLY | O_CREAT | O_APPEND, 0o666)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    // Descriptors are closed in order, so this one is closed last by an exiting server.
    posix_spawn_file_actions_adddup2(&actions, ends[1], 250)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    let words = ["/bin/sh", "-c", line(port: port)]
    var arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var id = pid_t()
    let status = posix_spawn(&id, "/bin/sh", &actions, &attributes, &arguments, environ)
    guard status == 0 else {
      close(ends[0])
      throw .noServer(String(cString: strerror(status)))
    }
    (process, life) = (id, ends[0])
    EndingSignal.group = id
  }

  /// Whether the server is asked to listen on a Unix socket, and not at a port.
  private var isOnUnixSocket: Bool { command.contains("{socket}") }

  private func line(port: UInt16) -> String {
    command.replacing("{port}", with: "\(port)").replacing(
      "{socket}", with: "\(folder.path)/socket"
    )
    .replacing("{boards}", with: "\(folder.path)/boards")
    .replacing("{data}", with: "\(folder.path)/data")
  }

  /// A free port.
  private func freePort() -> UInt16 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = bind(descriptor, $0, size)
        getsockname(descriptor, $0, &size)
      }
    }
    return UInt16(bigEndian: address.sin_port)
  }
}

/// Sleeps for a time, or until a signal ends the check.
func pause(for time: Duration) {
  let end = MonotonicClock.now + time
  while !EndingSignal.hasCome {
    let left = min(end - MonotonicClock.now, .milliseconds(50))
    guard left > .zero else { return }
    var request = timespec(tv_sec: 0, tv_nsec: Int(left / .nanoseconds(1)))
    nanosleep(&request, nil)
  }
}
