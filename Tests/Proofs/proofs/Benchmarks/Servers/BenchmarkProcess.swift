import Glibc

/// A child process of this program in another role. It ends with the object.
final class BenchmarkProcess {
  let id: pid_t
  /// The first line that the process printed.
  let firstLine: String
  private let input: Int32

  /// Starts the process and returns when it has printed a line.
  init(_ words: [String]) {
    let (input, output) = (Pipe(), Pipe())
    id = Self.spawn(["Benchmarks"] + words, input.exit, output.entrance)
    close(input.exit)
    close(output.entrance)
    firstLine = Self.line(from: output.exit)
    close(output.exit)
    self.input = input.entrance
  }

  deinit {
    close(input)
    kill(id, SIGCONT)
    while waitpid(id, nil, 0) < 0 && errno == EINTR {}
  }

  private static func spawn(_ words: [String], _ input: Int32, _ output: Int32) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    let arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var id = pid_t()
    let status = posix_spawn(&id, "/proc/self/exe", &actions, nil, arguments, [nil])
    precondition(status == 0, "a process can be had")
    return id
  }

  private static func line(from descriptor: Int32) -> String {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while read(descriptor, &byte, 1) == 1, byte != 0x0A { line.append(byte) }
    return String(decoding: line, as: UTF8.self)
  }

  /// Both ends of a pipe, which other processes do not inherit.
  private struct Pipe {
    let exit: Int32
    let entrance: Int32

    init() {
      var ends: [Int32] = [-1, -1]
      let status = pipe(&ends)
      precondition(status == 0, "a pipe can be had")
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      (exit, entrance) = (ends[0], ends[1])
    }
  }
}

/// The child's side of the pipes.
enum ChildSide {
  static func print(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    write(STDOUT_FILENO, bytes, bytes.count)
  }

  /// Exits when the input ends, which happens when the parent exits.
  static func endWithInput() {
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { _ in
        var byte: UInt8 = 0
        while read(STDIN_FILENO, &byte, 1) > 0 {}
        _exit(0)
      }, nil)
  }
}
