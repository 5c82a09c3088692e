import BoardHub
import Glibc
import Libuv

/// A server in its own process, so that the kernel's accounting covers only the server.
final class ServerProcess {
  /// What the process serves.
  enum Role: Sendable {
    /// The sample board, by our server.
    case board(items: Int, sections: Int, cadence: Cadence)
    /// The same, over WebSockets.
    case webBoard(items: Int, sections: Int, cadence: Cadence)
    /// The sample board, by our server, which stores it in this directory.
    case storedBoard(items: Int, sections: Int, directory: String)
    /// Payloads of a fixed size, by the broadcaster in C.
    case floor(payloadBytes: Int)
    /// The same over WebSockets, by a program that takes the number of bytes as its last argument.
    case webPeer(command: String, payloadBytes: Int)
  }

  let address: SocketAddress
  /// Whether it speaks over WebSockets.
  let isFramed: Bool
  private let process: BenchmarkProcess
  private let clock: clockid_t

  /// Starts the process, and returns when it listens.
  init(_ role: Role) throws {
    switch role {
    case .webBoard, .webPeer: isFramed = true
    case .board, .storedBoard, .floor: isFramed = false
    }
    process = BenchmarkProcess([ServerRole.flag] + role.words)
    address = try SocketAddress(host: "127.0.0.1", port: UInt16(process.firstLine) ?? 0)
    var clock = clockid_t()
    clock_getcpuclockid(process.id, &clock)
    self.clock = clock
  }

  /// The resource usage of the process so far.
  var usage: Usage {
    var time = timespec()
    clock_gettime(clock, &time)
    return Usage(
      processor: .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec),
      writes: ReceivedSegments.count(fromPort: address.port))
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
