import Glibc

/// What threads wait at until another one opens it, once.
package final class Gate: @unchecked Sendable {
  private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  package init() { sem_init(semaphore, 0, 0) }

  deinit {
    sem_destroy(semaphore)
    semaphore.deallocate()
  }

  package func open() { sem_post(semaphore) }

  /// Waits until it is open.
  package func pass() {
    while sem_wait(semaphore) != 0 {}
    // Others wait, too.
    sem_post(semaphore)
  }

  /// - Returns: Whether it was open within the time.
  package func pass(within time: Duration) -> Bool {
    var deadline = timespec()
    clock_gettime(CLOCK_REALTIME, &deadline)
    let (seconds, attoseconds) = time.components
    let nanoseconds = deadline.tv_nsec + Int(attoseconds / 1_000_000_000)
    deadline.tv_sec += Int(seconds) + nanoseconds / 1_000_000_000
    deadline.tv_nsec = nanoseconds % 1_000_000_000
    while sem_timedwait(semaphore, &deadline) != 0 {
      if errno != EINTR { return false }
    }
    sem_post(semaphore)
    return true
  }
}
