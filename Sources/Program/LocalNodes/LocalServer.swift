import Glibc

/// The real program, until it is killed.
package final class LocalServer {
  package let id: pid_t
  /// The program's output, for `poll`.
  package let output: Int32
  /// Its port, once it has printed it.
  package private(set) var port: UInt16?
  /// Whether all descriptors of the program are closed, which means that it is dead.
  package private(set) var hasEnded = false
  /// The end of its output.
  package private(set) var log = ""
  /// Receives each line of its output.
  package var onLine: (Substring) -> Void = { _ in }
  /// The beginning of a line.
  private var unread = ""
  private let begun = ContinuousClock.now
  private var status: Int32?

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - words: Its path and its arguments.
  ///   - settings: Its environment.
  package init(_ words: [String], _ settings: [String] = []) throws {
    var ends: [Int32] = [0, 0]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw LocalServerError.system(errno) }
    output = ends[0]
    defer { close(ends[1]) }
    id = try Self.spawn(words, settings, output: ends[1])
  }

  deinit {
    if status == nil {
      Glibc.kill(id, SIGKILL)
      wait()
    }
    close(output)
  }

  private static func spawn(
    _ words: [String], _ settings: [String], output: Int32
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO)
    let arguments = words.map { strdup($0) } + [nil]
    let variables = settings.map { strdup($0) } + [nil]
    defer { for string in arguments + variables { free(string) } }
    var id = pid_t()
    let status = posix_spawn(&id, words[0], &actions, nil, arguments, variables)
    guard status == 0 else { throw LocalServerError.system(status) }
    return id
  }

  package func kill(_ signal: Int32 = SIGKILL) { Glibc.kill(id, signal) }

  /// Waits until the program is dead.
  ///
  /// - Returns: Its exit status, or 128 and the signal that ended it.
  @discardableResult
  package func wait() -> Int32 {
    if let status { return status }
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0 && errno == EINTR {}
    let signal = status & 0x7F
    self.status = signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    return self.status!
  }

  /// Reads the output until a condition holds.
  ///
  /// - Throws: `LocalServerError` if the program ends before, or says nothing for a minute.
  package func listen(until isDone: () -> Bool) throws {
    while !isDone() {
      var request = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      guard poll(&request, 1, 60_000) > 0 else { throw LocalServerError.silence(log) }
      listen()
      if hasEnded { throw LocalServerError.ended(log) }
    }
  }

  /// Reads the available output, and stores the end of it.
  package func listen() {
    var chunk = [UInt8](repeating: 0, count: 4_096)
    while !hasEnded {
      let count = recv(output, &chunk, chunk.count, Int32(MSG_DONTWAIT))
      if count < 0 && errno == EAGAIN { break }
      hasEnded = count <= 0
      unread += String(decoding: chunk[..<max(0, count)], as: UTF8.self)
    }
    let lines = unread.split(separator: "\n", omittingEmptySubsequences: false)
    for line in lines.dropLast() { read(line) }
    unread = String(lines.last ?? "")
    log = String(log.suffix(2_048))
  }

  private func read(_ line: Substring) {
    log += line + "\n"
    if port == nil, line.contains("listening") { findPort(in: line) }
    onLine(line)
  }

  /// Finds the port in the line about listening.
  private func findPort(in line: Substring) {
    let word = line.split(separator: " ").first { $0.hasPrefix("address=") }
    port = word?.split(separator: ":").last.flatMap { UInt16($0) }
  }

  /// The time since its start.
  package var age: Duration { ContinuousClock.now - begun }
}

/// Why a program cannot be started, or is of no use any more.
package enum LocalServerError: Error {
  case system(Int32)
  /// The program exited unexpectedly; the end of its output.
  case ended(String)
  /// No client received anything for a minute.
  case silence(String)
}
