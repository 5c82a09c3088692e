import BoardHub
import Glibc
import Libuv

/// A server in a process of its own, so that the kernel's accounts of it are the server's alone.
final class ServerProcess {
  /// What the process serves.
  enum Role: Sendable {
    /// The sample board, by our server.
    case board(items: Int, sections: Int, cadence: Cadence)
    /// Payloads of so many bytes, by the broadcaster in C.
    case floor(payloadBytes: Int)
  }

  let address: SocketAddress
  let id: pid_t
  private let input: Int32
  private let clock: clockid_t

  /// Starts this program once more in that role, and returns when it listens.
  init(_ role: Role) throws {
    let (input, output) = (Pipe(), Pipe())
    id = Self.spawn(["Benchmarks", ServerRole.flag] + role.words, input.exit, output.entrance)
    close(input.exit)
    close(output.entrance)
    let port = Self.line(from: output.exit)
    close(output.exit)
    self.input = input.entrance
    address = try SocketAddress(host: "127.0.0.1", port: UInt16(port) ?? 0)
    var clock = clockid_t()
    clock_getcpuclockid(id, &clock)
    self.clock = clock
  }

  /// Ends the process and waits for its end.
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

  /// The first line that the process prints.
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

extension ServerProcess {
  /// What the process has used up so far.
  var usage: Usage {
    var time = timespec()
    clock_gettime(clock, &time)
    let writes = ProcFile.value(of: "syscw", in: "/proc/\(id)/io").flatMap { Int($0) } ?? 0
    return Usage(
      processor: .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec), writes: writes)
  }

  struct Usage {
    var processor: Duration = .zero
    /// Calls of `write` and `writev`.
    var writes = 0

    static func - (a: Usage, b: Usage) -> Usage {
      Usage(processor: a.processor - b.processor, writes: a.writes - b.writes)
    }
  }

  var residentBytes: Int { Machine.residentBytes(of: "\(id)") }

  /// Halts the process. What the kernel has of it still goes its way.
  func halt() { kill(id, SIGSTOP) }

  func resume() { kill(id, SIGCONT) }
}
