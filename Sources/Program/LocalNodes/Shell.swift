import Glibc

/// A shell that runs a script beside this process, and ends with it.
package final class Shell: @unchecked Sendable {
  private let id: pid_t
  /// Its input and output.
  private let socket: Int32
  private var status: Int32?

  /// - Parameter arguments: Of the script, from `$0`.
  package init(_ script: String, _ arguments: [String]) throws {
    var ends: [Int32] = [0, 0]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw LocalServerError.system(errno) }
    socket = ends[0]
    defer { close(ends[1]) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
    let words = (["/bin/sh", "-c", script] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var id = pid_t()
    let status = posix_spawn(&id, "/bin/sh", &actions, nil, words, environ)
    guard status == 0 else { throw LocalServerError.system(status) }
    self.id = id
  }

  /// Ends when its input does.
  deinit {
    end()
    close(socket)
  }

  /// Writes a line, and reads one.
  package func ask(_ line: String) -> String {
    write(line + "\n")
    var answer: [UInt8] = []
    while let byte = read(1).first, byte != 0x0A { answer.append(byte) }
    return String(decoding: answer, as: UTF8.self)
  }

  /// Writes all of the input, and reads to the end.
  package func finish(_ text: String) -> (output: String, status: Int32) {
    write(text)
    shutdown(socket, Int32(SHUT_WR))
    var answer: [UInt8] = []
    while true {
      let bytes = read(4_096)
      if bytes.isEmpty { break }
      answer += bytes
    }
    return (String(decoding: answer, as: UTF8.self), end())
  }

  private func write(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes {
        send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return }
      bytes = bytes.dropFirst(count)
    }
  }

  private func read(_ most: Int) -> ArraySlice<UInt8> {
    var bytes = [UInt8](repeating: 0, count: most)
    return bytes[..<max(0, Glibc.read(socket, &bytes, most))]
  }

  /// - Returns: Its exit status, or 128 and the signal that ended it.
  @discardableResult
  private func end() -> Int32 {
    if let status { return status }
    shutdown(socket, Int32(SHUT_WR))
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0 && errno == EINTR {}
    let signal = status & 0x7F
    self.status = signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    return self.status ?? 0
  }
}
