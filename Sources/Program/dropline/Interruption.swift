import Glibc
import Net

/// Requests to end this program: a signal, or a closed reader of standard output.
///
/// While an instance exists, SIGINT, SIGTERM and SIGHUP do not kill the process.
final class Interruption {
  private static let signals = [SIGINT, SIGTERM, SIGHUP]
  /// The pipe end that the signal handler writes to; one per process.
  nonisolated(unsafe) private static var bell: Int32 = -1

  private var ends: [Int32] = [-1, -1]

  init() {
    let kind = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    socketpair(AF_UNIX, kind, 0, &ends)
    Self.bell = ends[1]
    for number in Self.signals {
      // Not `signal`, which would restart system calls.
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { _ in
        var byte: UInt8 = 1
        _ = write(Interruption.bell, &byte, 1)
      }
      sigaction(number, &action, nil)
    }
  }

  deinit {
    for number in Self.signals { signal(number, SIG_DFL) }
    for end in ends { close(end) }
  }

  enum Event {
    /// The descriptor is readable.
    case readable
    /// The timeout has passed.
    case timeout
    /// The program should end.
    case end
  }

  /// Waits until a descriptor is readable, or for the timeout.
  ///
  /// - Parameter descriptor: The descriptor to poll; -1 for none.
  func wait(for descriptor: Int32, atMost time: Duration) -> Event {
    var requests = [
      pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0),
      // Without events `poll` reports only that the reader has closed.
      pollfd(fd: STDOUT_FILENO, events: 0, revents: 0),
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
    ]
    let deadline = MonotonicClock.now + time
    var count: Int32
    repeat {
      let left = max(.zero, deadline - MonotonicClock.now)
      count = poll(&requests, nfds_t(requests.count), Int32(clamping: Int(left / .milliseconds(1))))
    } while count < 0 && errno == EINTR
    if requests[0].revents != 0 || requests[1].revents & Int16(POLLERR | POLLHUP) != 0 {
      return .end
    }
    return count == 0 ? .timeout : .readable
  }
}
