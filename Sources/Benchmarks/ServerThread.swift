import BoardCore
import BoardHub
import BoardServer
import Glibc
import Libuv
import Logging

/// A real server in a thread of its own, which the kernel keeps accounts of.
final class ServerThread {
  let address: SocketAddress
  private let control: ServerControl
  private let thread: pthread_t
  private let clock: clockid_t
  private let accounts: String

  init(cadence: Cadence, content: Content) throws {
    let hub = Hub(cadence: cadence)
    try hub.serve(SampleBoard.name, content: content)
    let server = try Server(
      .init(address: try SocketAddress(host: "127.0.0.1", port: 0)), hub: hub,
      logger: Logger(label: "benchmarks") { _ in SwiftLogNoOpLogHandler() })
    address = server.address
    control = server.control
    let start = ThreadStart(server)
    thread = start.launch()
    accounts = start.folder + "/io"
    var clock = clockid_t()
    pthread_getcpuclockid(thread, &clock)
    self.clock = clock
  }

  /// Ends the server and waits for its thread.
  func stop() {
    control.stop()
    control.stop()
    pthread_join(thread, nil)
  }

  /// What the thread has used up so far.
  var usage: Usage {
    var time = timespec()
    clock_gettime(clock, &time)
    let writes = ProcFile.value(of: "syscw", in: accounts).flatMap { Int($0) } ?? 0
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

    static func += (a: inout Usage, b: Usage) {
      a.processor += b.processor
      a.writes += b.writes
    }
  }
}

/// Hands a server over to a new thread, which first says where the kernel keeps its accounts.
private final class ThreadStart {
  private let server: Server
  private(set) var folder = ""
  private let isUnderWay = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  init(_ server: Server) {
    self.server = server
    sem_init(isUnderWay, 0, 0)
  }

  deinit {
    sem_destroy(isUnderWay)
    isUnderWay.deallocate()
  }

  func launch() -> pthread_t {
    var thread = pthread_t()
    let status = pthread_create(
      &thread, nil,
      { argument in
        Unmanaged<ThreadStart>.fromOpaque(argument!).takeRetainedValue().run()
        return nil
      }, Unmanaged.passRetained(self).toOpaque())
    precondition(status == 0, "a thread can be had")
    while sem_wait(isUnderWay) != 0 {}
    return thread
  }

  private func run() {
    folder = Self.ownFolder
    sem_post(isUnderWay)
    server.run()
  }

  /// The folder under `/proc` of the thread that asks.
  private static var ownFolder: String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      let count = readlink("/proc/thread-self", buffer.baseAddress!, buffer.count - 1)
      buffer[max(0, count)] = 0
      return "/proc/" + String(cString: buffer.baseAddress!)
    }
  }
}
