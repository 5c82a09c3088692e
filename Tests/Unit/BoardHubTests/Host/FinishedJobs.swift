import BoardDelivery
import Glibc
import Synchronization

/// The jobs that other threads have done, and a descriptor that becomes readable when there is one.
final class FinishedJobs: Sendable {
  private let jobs = Mutex<[Job]>([])
  let signal: Int32
  private let end: Int32

  init() { (signal, end) = nonBlockingPair() }

  deinit {
    close(signal)
    close(end)
  }

  func append(_ job: Job) {
    jobs.withLock { $0.append(job) }
    _ = send(end, [1], 1, 0)
  }

  func removeAll() -> [Job] {
    withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
      _ = recv(signal, buffer.baseAddress, buffer.count, 0)
    }
    return jobs.withLock { jobs in
      defer { jobs = [] }
      return jobs
    }
  }
}

/// Two ends of a stream that never wait.
func nonBlockingPair() -> (Int32, Int32) {
  var ends: [Int32] = [0, 0]
  let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue)
  precondition(socketpair(AF_UNIX, type, 0, &ends) == 0, "a process may have sockets")
  return (ends[0], ends[1])
}
