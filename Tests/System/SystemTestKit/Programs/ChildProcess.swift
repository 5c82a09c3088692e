import Glibc

/// A child process: the real program.
package final class ChildProcess {
  package let id: pid_t
  private let output: Int32
  private var unread: [UInt8] = []
  private var status: Int32?

  /// Starts `dropline` with these arguments, by way of `sh` if the shell must set something.
  ///
  /// Signals that tests ignore or block have their default action in the program.
  ///
  /// - Parameter descriptors: What the program has open from descriptor 3 on.
  package convenience init(
    _ arguments: [String], after shell: String? = nil, passing descriptors: [Int32] = []
  ) throws {
    let program = try Self.program()
    let words =
      shell.map { ["/bin/sh", "-c", "\($0); exec \"$0\" \"$@\"", program] } ?? [program]
    try self.init(running: words + arguments, passing: descriptors)
  }

  /// Starts some other program: its path, and its arguments.
  package init(running words: [String], passing descriptors: [Int32] = []) throws {
    var ends: [Int32] = [0, 0]
    // Unlike those of a pipe, its ends are closed to other children from the beginning.
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw ChildError.socket(errno) }
    output = ends[0]
    defer { Glibc.close(ends[1]) }
    id = try Self.spawn(words, output: ends[1], descriptors)
  }

  deinit {
    if status == nil {
      Glibc.kill(id, SIGKILL)
      var status: Int32 = 0
      waitpid(id, &status, 0)
    }
    Glibc.close(output)
  }

  /// The program is in the folder of the test runner.
  package static func program() throws -> String {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &path, path.count)
    guard count > 0 else { throw ChildError.notFound }
    let runner = String(decoding: path[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    let folder = runner[..<(runner.lastIndex(of: "/") ?? runner.endIndex)]
    guard access("\(folder)/dropline", X_OK) == 0 else { throw ChildError.notFound }
    return "\(folder)/dropline"
  }

  private static func spawn(
    _ words: [String], output: Int32, _ descriptors: [Int32]
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_adddup2(&actions, output, 2)
    for (index, descriptor) in descriptors.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(3 + index))
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for signal in [SIGPIPE, SIGTERM, SIGINT, SIGHUP, SIGUSR1] { sigaddset(&signals, signal) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))
    var arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var id = pid_t()
    let status = posix_spawn(&id, words[0], &actions, &attributes, &arguments, environ)
    guard status == 0 else { throw ChildError.spawn(status) }
    return id
  }
}

package enum ChildError: Error {
  case notFound
  case socket(Int32)
  case spawn(Int32)
  /// The program printed nothing, or did not exit, for a minute.
  case silence
  /// The program ended before it listened.
  case ended(String)
}

extension ChildProcess {
  /// The port of the address in the line that the program logs when it listens.
  package func port() throws -> UInt16 {
    var log = ""
    while let line = try line() {
      log += line + "\n"
      guard line.contains("listening"), let address = line.firstRange(of: "address=") else {
        continue
      }
      let end = line[address.upperBound...].firstIndex(of: " ") ?? line.endIndex
      let word = line[address.upperBound..<end]
      if let port = word.split(separator: ":").last.flatMap({ UInt16($0) }) { return port }
    }
    throw ChildError.ended(log)
  }

  package func kill(_ signal: Int32) { Glibc.kill(id, signal) }

  /// The whole output of the program, and its exit status; 128 plus the number for a signal.
  package func end() throws -> (output: String, status: Int32) {
    var lines: [String] = []
    while let line = try line() { lines.append(line) }
    return (lines.joined(separator: "\n"), exit())
  }

  /// Its exit status after its end; 128 plus the number for a signal.
  private func exit() -> Int32 {
    var status: Int32 = 0
    waitpid(id, &status, 0)
    let signal = status & 0x7F
    self.status = signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    return self.status!
  }

  /// Stops reading the output, and waits for the end.
  package func hangUp() -> Int32 {
    shutdown(output, Int32(SHUT_RDWR))
    return exit()
  }

  /// How many descriptors the program has open.
  package var descriptorCount: Int {
    guard let folder = opendir("/proc/\(id)/fd") else { return 0 }
    defer { closedir(folder) }
    var count = 0
    while readdir(folder) != nil { count += 1 }
    return count - 2
  }

  /// The next line of output, or nil at the end.
  package func line() throws -> String? {
    while true {
      if let end = unread.firstIndex(of: 0x0A) {
        defer { unread.removeSubrange(...end) }
        return String(decoding: unread[..<end], as: UTF8.self)
      }
      var request = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      guard poll(&request, 1, 60_000) > 0 else { throw ChildError.silence }
      var chunk = [UInt8](repeating: 0, count: 4_096)
      let count = read(output, &chunk, chunk.count)
      guard count > 0 else { return nil }
      unread += chunk[..<count]
    }
  }
}
