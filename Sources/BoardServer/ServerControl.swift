import BoardHub
import BoardModel
import Glibc
import Libuv

/// How other threads reach a server.
public struct ServerControl: Sendable {
  enum Command: Sendable {
    case stop
    case advance(Duration)
    case answer(@Sendable (Server) -> Void)
  }

  private let inbox: AsyncInbox<Command>.Sender

  init(_ inbox: AsyncInbox<Command>.Sender) {
    self.inbox = inbox
  }

  /// Sends everyone that the server stops, lets them read it, and ends `run()`.
  public func stop() { inbox.post(.stop) }

  /// Moves the server's clock forward, so that a test need not wait.
  public func advance(by time: Duration) { inbox.post(.advance(time)) }

  /// A board as it is now, or nil if the server or the board is gone. The server must be running.
  public func board(_ name: BoardName) -> ServedBoard? { ask { $0.hub.sight(of: name) } ?? nil }

  /// Waits for an answer from the server's own thread, or returns nil if the server is gone.
  ///
  /// Everything that was posted before has been acted on by then. The server must be running.
  package func ask<Answer: Sendable>(_ question: @escaping @Sendable (Server) -> Answer) -> Answer?
  {
    let answer = Awaited<Answer>()
    guard inbox.post(.answer { answer.give(question($0)) }) else { return nil }
    return answer.wait()
  }
}

/// A value that one thread waits for and another one gives.
private final class Awaited<Value: Sendable>: @unchecked Sendable {
  // The semaphore orders the write of the value before its reading.
  private var value: Value?
  private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  init() { sem_init(semaphore, 0, 0) }

  deinit {
    sem_destroy(semaphore)
    semaphore.deallocate()
  }

  func give(_ value: Value) {
    self.value = value
    sem_post(semaphore)
  }

  func wait() -> Value {
    while sem_wait(semaphore) != 0 {}
    return value!
  }
}
