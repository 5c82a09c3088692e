import Glibc

/// The processor time of a thread of another process, from `/proc`.
///
/// What else the machine runs does not count. While the thread runs, the kernel may be behind by a tick.
final class ThreadTime {
  private let file: Int32

  /// Of the thread that runs `main`.
  init(ofMainThreadOf process: pid_t) {
    file = open("/proc/\(process)/task/\(process)/schedstat", O_RDONLY | O_CLOEXEC)
    precondition(file >= 0, "the kernel accounts for threads")
  }

  deinit { close(file) }

  /// The time so far.
  var now: Duration {
    let nanoseconds = withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { text in
      let count = pread(file, text.baseAddress, text.count, 0)
      return text.prefix(max(0, count)).prefix { $0 != 0x20 }
        .reduce(0) { $0 * 10 + Int($1) - 0x30 }
    }
    return .nanoseconds(nanoseconds)
  }
}
