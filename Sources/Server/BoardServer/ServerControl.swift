import BoardHub
import BoardModel
import Glibc
import Libuv

/// The interface of a server for other threads.
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

  /// Sends `bye shutdown` to all clients, lets them read it, and ends `run()`.
  public func stop() { inbox.post(.stop) }

  /// Moves the server's clock forward, so that a test need not wait.
  public func advance(by time: Duration) { inbox.post(.advance(time)) }

  /// Ends the server at once, as if it was killed, unless it has ended.
  package func kill() { inbox.post(.answer { $0.loop.stop() }) }

  /// The present state of a board, or nil if the server or the board is gone. The server must be
  /// running.
  public func board(_ name: BoardName) -> ServedBoard? { ask { $0.hub.sight(of: name) } ?? nil }

  /// Runs a question on the server's thread and returns its answer, or nil if the server is gone.
  ///
  /// Everything that was posted before is processed first. The server must be running.
  package func ask<Answer: Sendable>(_ question: @escaping @Sendable (Server) -> Answer) -> Answer?
  {
    let answer = Awaited<Answer>()
    guard inbox.post(.answer { answer.give(question($0)) }) else { return nil }
    return answer.wait()
  }
}

/// A value that one thread waits for and another one provides.
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
