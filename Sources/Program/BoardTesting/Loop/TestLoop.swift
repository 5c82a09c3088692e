import BoardServer
import Libuv
import Net

/// A loop on a thread of its own, which has the clients and relays of a test.
final class TestLoop: Sendable {
  typealias Work = @Sendable () -> Void

  let turns: LoopTurns
  private let sender: AsyncInbox<Work>.Sender
  private let thread: WorkerThread

  init() throws {
    let turns = try LoopTurns()
    self.turns = turns
    sender = turns.inbox.sender
    thread = try WorkerThread { turns.run() }
  }

  deinit {
    sender.post { [turns] in turns.loop.stop() }
    thread.wait(for: .seconds(60))
  }

  /// Runs a body on the thread, and returns its result.
  ///
  /// - Throws: What the body throws; `CancellationError` if the loop has ended.
  func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) throws -> Value {
    // A condition that is asked on the thread may use its server, and be the last that has it.
    if thread.isCurrent { return try body() }
    let result = Awaited<Result<Value, any Error>>()
    sender.post { [promise = result.promise] in promise.keep(Result { try body() }) }
    guard let result = result.wait() else { throw CancellationError() }
    return try result.get()
  }

  /// When those who wait ask again.
  enum Asking {
    /// When something has happened on the loop.
    case atTurns
    /// Also when nothing has: what they ask of is elsewhere.
    case always
  }

  /// Waits until a condition has a value.
  ///
  /// - Parameters:
  ///   - time: How long at most.
  ///   - failure: What is thrown then.
  func wait<Value: Sendable>(
    atMost time: Duration, asking: Asking = .atTurns,
    orThrow failure: @autoclosure @escaping @Sendable () -> any Error,
    for condition: @escaping @Sendable () throws -> Value?
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      sender.post { [turns] in
        turns.add(until: turns.loop.now + time, asking) { isOver in
          let result = Result { try condition() }
          if case .success(nil) = result, !isOver { return false }
          continuation.resume(
            with: result.flatMap { $0.map { .success($0) } ?? .failure(failure()) })
          return true
        }
      }
    }
  }
}

/// The turns of a `TestLoop`, and who waits for one. Only the loop's thread uses it.
final class LoopTurns: @unchecked Sendable {
  /// Somebody who waits: told at the end of each turn whether the time is over, it says whether it is done.
  private struct Waiter {
    let deadline: Duration
    let asking: TestLoop.Asking
    let isDone: (_ isOver: Bool) -> Bool
  }

  /// The time between two questions about what is elsewhere.
  private static let pause: Duration = .milliseconds(5)

  let loop: EventLoop
  let inbox: AsyncInbox<TestLoop.Work>
  private var waiters: [Waiter] = []
  private var timer: Timer?

  init() throws(UVError) {
    loop = try EventLoop()
    inbox = try AsyncInbox(on: loop) { $0() }
    timer = try Timer(on: loop) {}
    loop.onTurnEnd = { [unowned self] in endTurn() }
  }

  func run() {
    loop.run()
    for waiter in waiters { _ = waiter.isDone(true) }
    waiters = []
    loop.onTurnEnd = nil
    timer = nil
    inbox.close()
    loop.close()
  }

  func add(
    until deadline: Duration, _ asking: TestLoop.Asking, _ isDone: @escaping (Bool) -> Bool
  ) {
    waiters.append(Waiter(deadline: deadline, asking: asking, isDone: isDone))
  }

  private func endTurn() {
    let now = loop.now
    waiters.removeAll { $0.isDone($0.deadline <= now) }
    let next = waiters.map { waiter in
      switch waiter.asking {
      case .atTurns: waiter.deadline
      case .always: min(waiter.deadline, now + Self.pause)
      }
    }
    if let next = next.min() { timer?.start(after: max(.zero, next - now)) }
  }
}
