import CLibuv
import Net

/// A libuv event loop, bound to the one thread that runs it.
///
/// Objects of a loop are not thread-safe; other threads reach it only through `AsyncInbox`. Every
/// object of a loop keeps the loop alive, and closes its handle when released.
public final class EventLoop {
  /// The size in bytes of the read buffer that all streams of a loop share.
  static let readBufferSize = 64 * 1024

  /// Called exactly once in every turn, after all other callbacks and before the loop may wait.
  ///
  /// It also runs once as `run()` returns, for the work of the last turn.
  public var onTurnEnd: (() -> Void)?

  /// The loop, or `nil` once closing has begun.
  private(set) var raw: UnsafeMutablePointer<uv_loop_t>?
  private let readBuffer: UnsafeMutableRawPointer
  private var beforeWaiting: UnsafeMutablePointer<uv_prepare_t>
  /// Those who come and go.
  let crowd: Crowd
  private var isRunning = false

  public init() throws(UVError) {
    let loop = UnsafeMutablePointer<uv_loop_t>.allocate(capacity: 1)
    loop.initialize(to: uv_loop_t())
    let status = uv_loop_init(loop)
    if status < 0 {
      loop.deallocate()
      throw UVError(code: status)
    }
    raw = loop
    crowd = Crowd(on: loop)
    readBuffer = .allocate(byteCount: Self.readBufferSize, alignment: 16)
    loop.pointee.data = readBuffer
    beforeWaiting = .allocate(capacity: 1)
    beforeWaiting.initialize(to: uv_prepare_t())
    watchTurns(of: loop)
  }

  deinit {
    close()
    readBuffer.deallocate()
  }

  /// The time by the clock that libuv has, too, read at each call.
  public var now: Duration { MonotonicClock.now }

  /// The time from which the timers of this turn count, by the same clock in whole milliseconds.
  public var turnTime: Duration {
    guard let raw else { return now }
    return .milliseconds(Int64(uv_now(raw)))
  }

  /// Runs turns until `stop()` is called or no active handle is left.
  public func run() {
    guard let raw else { preconditionFailure("A closed loop cannot run.") }
    precondition(!isRunning, "A loop runs once at a time.")
    isRunning = true
    uv_run(raw, UV_RUN_DEFAULT)
    isRunning = false
    onTurnEnd?()
  }

  /// Makes `run()` return at the end of this turn. No effect if the loop is not running.
  public func stop() {
    if let raw, isRunning { uv_stop(raw) }
  }

  /// Closes the stream that has ended first and is not closed yet: others need its descriptor.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  public func closeNextEnded() -> Bool { raw != nil && crowd.closeNext() }

  /// Closes all handles of the loop, waits for their close callbacks, and frees the loop.
  ///
  /// Handles close without a callback to their owners; only a pending connection attempt completes,
  /// with `UVError.canceled`. The loop must not be running.
  public func close() {
    guard let loop = raw else { return }
    precondition(!isRunning, "A loop cannot be closed from its own callbacks.")
    raw = nil
    onTurnEnd = nil
    stopWatchingTurns()
    crowd.close()
    uv_walk(loop, { handle, _ in EventLoop.closeOwner(of: handle!) }, nil)
    while uv_run(loop, UV_RUN_DEFAULT) != 0 {}
    let status = uv_loop_close(loop)
    precondition(status == 0, "Something on the loop outlived it.")
    loop.deallocate()
  }

  private static func closeOwner(of handle: UnsafeMutablePointer<uv_handle_t>) {
    guard uv_is_closing(handle) == 0, let owner = handle.pointee.data else { return }
    let object = Unmanaged<AnyObject>.fromOpaque(owner).takeUnretainedValue()
    (object as! any HandleOwner).closeHandle()
  }
}

/// The end of a turn.
///
/// libuv runs timers, then prepare handles, then waits for I/O, async and signal events and calls
/// back for them, then runs close callbacks (newer versions run the timers last). A prepare handle
/// therefore comes after all of them, and always before the next wait.
extension EventLoop {
  private func watchTurns(of loop: UnsafeMutablePointer<uv_loop_t>) {
    uv_prepare_init(loop, beforeWaiting)
    beforeWaiting.pointee.data = Unmanaged.passUnretained(self).toOpaque()
    uv_prepare_start(beforeWaiting) { prepare in
      Unmanaged<EventLoop>.fromOpaque(prepare!.pointee.data).takeUnretainedValue().endTurn()
    }
    asHandle { uv_unref($0) }
  }

  private func endTurn() {
    onTurnEnd?()
    crowd.beginTurn()
  }

  private func stopWatchingTurns() {
    asHandle { closeBlock($0) }
  }

  private func asHandle(_ body: (UnsafeMutablePointer<uv_handle_t>) -> Void) {
    body(UnsafeMutableRawPointer(beforeWaiting).assumingMemoryBound(to: uv_handle_t.self))
  }
}

@available(*, unavailable)
extension EventLoop: Sendable {}
