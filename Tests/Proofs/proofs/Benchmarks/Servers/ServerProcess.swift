import BoardHub
import Glibc
import Net

/// A server in its own process, so that the kernel's accounting covers only the server.
final class ServerProcess {
  /// What the process serves.
  enum Role: Sendable {
    /// The sample board, by our server.
    case board(SampleServer)
    /// What is read, by `LineEcho`.
    case echo
    /// Payloads of a fixed size, by the broadcaster in C.
    case floor(payloadBytes: Int)
    /// The same over WebSockets, by a program that takes the number of bytes as its last argument.
    case webPeer(command: String, payloadBytes: Int)
  }

  let address: SocketAddress
  /// Whether it speaks over WebSockets.
  let isFramed: Bool
  /// The processor time of the thread that runs the server's loop.
  let loopTime: ThreadTime
  private let process: BenchmarkProcess
  private let clock: clockid_t

  /// Starts the process, and returns when it listens.
  init(_ role: Role) throws {
    switch role {
    case .board(let sample): isFramed = sample.isOnWeb
    case .webPeer: isFramed = true
    case .echo, .floor: isFramed = false
    }
    process = BenchmarkProcess([ServerRole.flag] + role.words)
    address = try SocketAddress(host: "127.0.0.1", port: UInt16(process.firstLine) ?? 0)
    var clock = clockid_t()
    clock_getcpuclockid(process.id, &clock)
    self.clock = clock
    loopTime = ThreadTime(ofMainThreadOf: process.id)
  }

  /// The resource usage of the process so far.
  var usage: Usage {
    Usage(
      processor: processorTime, writes: ReceivedSegments.count(fromPort: address.port))
  }

  /// The processor time of all threads so far, also of those that have ended.
  var processorTime: Duration {
    var time = timespec()
    clock_gettime(clock, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  struct Usage {
    var processor: Duration = .zero
    /// The writes received by this process.
    var writes = 0

    static func - (a: Usage, b: Usage) -> Usage {
      Usage(processor: a.processor - b.processor, writes: a.writes - b.writes)
    }
  }

  var residentBytes: Int { Machine.residentBytes(of: "\(process.id)") }

  /// Stops the process (`SIGSTOP`). The kernel still sends its buffered bytes.
  func halt() { kill(process.id, SIGSTOP) }

  func resume() { kill(process.id, SIGCONT) }
}
