import Glibc

/// The service manager that has started the process, such as systemd: it is told the process's state by
/// datagrams to the Unix socket that `NOTIFY_SOCKET` names (`sd_notify(3)`).
public final class ServiceManager {
  /// What the process is doing.
  public enum State: Sendable {
    /// It serves.
    case ready
    /// It loads its configuration again; `ready` follows.
    case reloading
    case stopping
    /// It is alive, which must be said at least every `watchdogInterval`.
    case alive
  }

  private let socket: Int32
  private let path: [UInt8]

  /// The longest time between two `alive`; nil if the manager does not ask for them.
  public let watchdogInterval: Duration?

  /// The manager that the environment names, or nil.
  ///
  /// - Parameter variable: The value of a variable of the environment.
  public init?(_ variable: (String) -> String?) {
    // `@` stands for the zero byte of an abstract address.
    guard let name = variable("NOTIFY_SOCKET"), let first = name.first,
      first == "/" || first == "@",
      name.utf8.count < Self.longestPath
    else { return nil }
    path = first == "@" ? [0] + name.utf8.dropFirst() : Array(name.utf8)
    let kind = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue)
    socket = Glibc.socket(AF_UNIX, kind, 0)
    guard socket >= 0 else { return nil }
    let isMeant = variable("WATCHDOG_PID").map { $0 == "\(getpid())" } ?? true
    watchdogInterval =
      isMeant
      ? variable("WATCHDOG_USEC").flatMap { Int64($0) }.flatMap { $0 > 0 ? .microseconds($0) : nil }
      : nil
  }

  deinit { close(socket) }

  /// The bytes of `sun_path`.
  private static let longestPath = 108

  /// Sends a datagram, without waiting. A manager that does not take it is not told.
  public func report(_ state: State) {
    let text = Array(state.text.utf8)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
    // An abstract address ends with its last byte, and the zero of a path is not counted.
    let size = MemoryLayout<sockaddr_un>.offset(of: \.sun_path)! + path.count
    _ = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        sendto(
          socket, text, text.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL), $0,
          socklen_t(size))
      }
    }
  }
}

extension ServiceManager.State {
  fileprivate var text: String {
    switch self {
    case .ready: "READY=1"
    case .reloading: "RELOADING=1\nMONOTONIC_USEC=\(Self.monotonicMicroseconds)"
    case .stopping: "STOPPING=1"
    case .alive: "WATCHDOG=1"
    }
  }

  private static var monotonicMicroseconds: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000_000 + time.tv_nsec / 1_000
  }
}

@available(*, unavailable)
extension ServiceManager: Sendable {}
