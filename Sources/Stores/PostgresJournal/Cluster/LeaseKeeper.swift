import BoardJournal
import Glibc

/// Renews the lease of a process that does nothing else meanwhile, on a thread of its own. When it is released, the
/// process leaves.
///
/// Nobody else may call the lease.
public final class LeaseKeeper: Sendable {
  private let thread: Thread

  /// Registers the process.
  ///
  /// - Throws: `JournalFault`, as `NodeLease.renew` does.
  public convenience init(_ lease: NodeLease) throws(JournalFault) {
    try self.init(lease, every: .seconds(1))
  }

  package init(_ lease: NodeLease, every interval: Duration) throws(JournalFault) {
    _ = try lease.renew()
    thread = try Thread(lease, interval)
  }

  deinit { thread.end() }

  /// The thread, and the pair of sockets by which it is told to end.
  private final class Thread: @unchecked Sendable {
    private let lease: NodeLease
    private let interval: Duration
    private let (input, output): (Int32, Int32)
    private var id = pthread_t()

    init(_ lease: NodeLease, _ interval: Duration) throws(JournalFault) {
      self.lease = lease
      self.interval = interval
      var ends: [Int32] = [0, 0]
      let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
      guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw .failed("no socket can be had") }
      (input, output) = (ends[0], ends[1])
      let status = pthread_create(
        &id, nil,
        {
          Unmanaged<Thread>.fromOpaque($0!).takeUnretainedValue().run()
          return nil
        }, Unmanaged.passUnretained(self).toOpaque())
      guard status == 0 else { throw .failed("no thread can be had") }
    }

    deinit {
      close(input)
      close(output)
    }

    /// If a renewal fails, the next one tries again.
    private func run() {
      while !waitForEnd() { _ = try? lease.renew() }
    }

    /// - Returns: Whether it is to end before the next renewal.
    private func waitForEnd() -> Bool {
      var end = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      return poll(&end, 1, Int32(interval / .milliseconds(1))) > 0
    }

    func end() {
      shutdown(input, Int32(SHUT_WR))
      pthread_join(id, nil)
      lease.leave()
    }
  }
}
