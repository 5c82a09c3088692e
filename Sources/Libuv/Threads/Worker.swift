import CLibuv

/// Takes jobs that block away from the loop's thread, one at a time.
///
/// The worker belongs to the loop's thread. A job runs on a thread of libuv's pool and comes back
/// as a call on the loop's thread; the loop does not return from `run()` while a job is under way.
public final class Worker {
  private let loop: EventLoop
  /// Whether a job is under way. The next one has to wait for its end.
  public private(set) var isBusy = false

  public init(on loop: EventLoop) {
    self.loop = loop
  }

  /// Runs a job on another thread, then hands its result over on the loop's thread.
  ///
  /// If the loop is closed or the worker dropped meanwhile, the job still comes to its end, the
  /// closing of the loop waits for it, and `done` is dropped without being called.
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

/// Where the job leaves its result. libuv orders the job before the call that picks it up.
private final class Slot<Result: Sendable>: @unchecked Sendable {
  var result: Result?
}

/// A job on its way: libuv's callbacks cannot mention a generic type.
///
/// It does not keep its worker, nor so the loop: a loop that nobody runs any more would never end it.
private final class WorkerTask {
  private weak var owner: Worker?
  private let job: @Sendable () -> Void
  let done: () -> Void

  init(owner: Worker, job: @escaping @Sendable () -> Void, done: @escaping () -> Void) {
    self.owner = owner
    self.job = job
    self.done = done
  }

  /// Hands the task to the pool, which keeps it until it is done.
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
