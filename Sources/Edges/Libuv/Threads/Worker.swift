import CLibuv

/// Runs blocking jobs on a thread of libuv's pool, one at a time.
///
/// The worker belongs to the loop's thread. A job runs on a pool thread and completes with a call
/// on the loop's thread; the loop does not return from `run()` while a job is running.
public final class Worker {
  private let loop: EventLoop
  /// Whether a job is running.
  public private(set) var isBusy = false

  public init(on loop: EventLoop) {
    self.loop = loop
  }

  /// Runs a job on a pool thread, then passes its result to `done` on the loop's thread.
  ///
  /// If the loop is closed or the worker released meanwhile, the job still finishes, closing the
  /// loop waits for it, and `done` is released without a call.
  ///
  /// - Throws: `UVError.canceled` if the loop is closed; the job does not run then.
  /// - Precondition: The worker is not busy.
  public func run<Result: Sendable>(
    _ job: @escaping @Sendable () -> Result, then done: @escaping (Result) -> Void
  ) throws(UVError) {
    precondition(!isBusy, "A worker does one job at a time.")
    guard let raw = loop.raw else { throw .canceled }
    let slot = Slot<Result>()
    let task = WorkerTask(
      owner: self, job: { slot.result = job() },
      done: {
        if let result = slot.result { done(result) }
      })
    try check(task.queue(on: raw))
    isBusy = true
  }

  fileprivate func finish(_ task: WorkerTask) {
    isBusy = false
    if loop.raw != nil { task.done() }
  }
}

@available(*, unavailable)
extension Worker: Sendable {}

/// The result of the job. libuv orders the job before the call that reads it.
private final class Slot<Result: Sendable>: @unchecked Sendable {
  var result: Result?
}

/// A queued job: libuv's C callbacks cannot refer to a generic type.
///
/// It retains neither its worker nor the loop: a loop that no longer runs would never release them.
private final class WorkerTask {
  private weak var owner: Worker?
  private let job: @Sendable () -> Void
  let done: () -> Void

  init(owner: Worker, job: @escaping @Sendable () -> Void, done: @escaping () -> Void) {
    self.owner = owner
    self.job = job
    self.done = done
  }

  /// Queues the task on the pool, which retains it until it is done.
  func queue(on loop: UnsafeMutablePointer<uv_loop_t>) -> Int32 {
    let request = UnsafeMutablePointer<uv_work_t>.allocate(capacity: 1)
    request.initialize(to: uv_work_t())
    request.pointee.data = Unmanaged.passRetained(self).toOpaque()
    let status = uv_queue_work(
      loop, request,
      { request in
        Unmanaged<WorkerTask>.fromOpaque(request!.pointee.data).takeUnretainedValue().job()
      },
      { request, _ in
        let task = Unmanaged<WorkerTask>.fromOpaque(request!.pointee.data).takeRetainedValue()
        request!.deallocate()
        task.owner?.finish(task)
      })
    if status < 0 {
      Unmanaged.passUnretained(self).release()
      request.deallocate()
    }
    return status
  }
}
