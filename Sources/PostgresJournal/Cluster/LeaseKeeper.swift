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

  /// The thread, and the semaphore that ends it.
  private final class Thread: @unchecked Sendable {
    private let lease: NodeLease
    private let interval: Duration
    private let ended = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
    private var id = pthread_t()

    init(_ lease: NodeLease, _ interval: Duration) throws(JournalFault) {
      self.lease = lease
      self.interval = interval
      sem_init(ended, 0, 0)
      let status = pthread_create(
        &id, nil,
        {
          Unmanaged<Thread>.fromOpaque($0!).takeUnretainedValue().run()
          return nil
        }, Unmanaged.passUnretained(self).toOpaque())
      guard status == 0 else { throw .failed("no thread can be had") }
    }

    deinit {
      sem_destroy(ended)
      ended.deallocate()
    }

    /// If a renewal fails, the next one tries again.
    private func run() {
      while !waitForEnd() { _ = try? lease.renew() }
    }

    /// - Returns: Whether it is to end before the next renewal.
    private func waitForEnd() -> Bool {
      var time = timespec()
      clock_gettime(CLOCK_REALTIME, &time)
      let nanoseconds = time.tv_nsec + Int(interval / .nanoseconds(1))
      time.tv_sec += nanoseconds / 1_000_000_000
      time.tv_nsec = nanoseconds % 1_000_000_000
      return sem_timedwait(ended, &time) == 0
    }

    func end() {
      sem_post(ended)
      pthread_join(id, nil)
      lease.leave()
    }
  }
}
