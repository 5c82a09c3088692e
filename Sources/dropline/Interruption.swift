import Glibc
import Libuv

/// The wish of somebody else that this program ends: a signal, or a reader who has gone.
///
/// While it lives, SIGINT, SIGTERM and SIGHUP end nothing by themselves.
final class Interruption {
  private static let signals = [SIGINT, SIGTERM, SIGHUP]
  /// Where the signal handler writes; there is one for the process.
  nonisolated(unsafe) private static var bell: Int32 = -1

  private var ends: [Int32] = [-1, -1]

  init() {
    let kind = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    socketpair(AF_UNIX, kind, 0, &ends)
    Self.bell = ends[1]
    for number in Self.signals {
      // Not `signal`, which would have system calls go on as if nothing had been.
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
    /// There is something to read.
    case readable
    /// So much time has passed.
    case timeout
    /// Somebody wants this program to end.
    case end
  }

  /// Waits until there is something to read, for so long at most.
  ///
  /// - Parameter descriptor: Where to look; -1 for nowhere.
  func wait(for descriptor: Int32, atMost time: Duration) -> Event {
    var requests = [
      pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0),
      // Without events it tells only that nobody reads any more.
      pollfd(fd: STDOUT_FILENO, events: 0, revents: 0),
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
    ]
    let deadline = EventLoop.now + time
    var count: Int32
    repeat {
      let left = max(.zero, deadline - EventLoop.now)
      count = poll(&requests, nfds_t(requests.count), Int32(clamping: Int(left / .milliseconds(1))))
    } while count < 0 && errno == EINTR
    if requests[0].revents != 0 || requests[1].revents & Int16(POLLERR | POLLHUP) != 0 {
      return .end
    }
    return count == 0 ? .timeout : .readable
  }
}
