import BoardHub
import BoardModel
import Glibc
import Libuv

/// The interface of a server for other threads.
package struct ServerControl: Sendable {
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
  package func stop() { inbox.post(.stop) }

  /// Moves the server's clock forward, so that a test need not wait.
  package func advance(by time: Duration) { inbox.post(.advance(time)) }

  /// Ends the server at once, as if it was killed, unless it has ended.
  package func kill() { inbox.post(.answer { $0.loop.stop() }) }

  /// The present state of a board, all of which is stored if boards are, or nil if the server or the board is gone.
  package func board(_ name: BoardName) -> ServedBoard? { sight(of: name).wait() ?? nil }

  /// The present state of a board, or that there is none of that name; nothing if the server is gone.
  func sight(of name: BoardName) -> Awaited<ServedBoard?> {
    let answer = Awaited<ServedBoard?>()
    let promise = answer.promise
    post { $0.soleSpace.see(name, promise) }
    return answer
  }

  /// Runs an action on the server's thread.
  ///
  /// - Returns: Whether the server was there. If it ends before, the action is released.
  @discardableResult
  func post(_ action: @escaping @Sendable (Server) -> Void) -> Bool { inbox.post(.answer(action)) }

  /// Runs a question on the server's thread and returns its answer, or nil if the server is gone.
  ///
  /// Everything that was posted before is processed first.
  package func ask<Answer: Sendable>(_ question: @escaping @Sendable (Server) -> Answer) -> Answer?
  {
    let answer = Awaited<Answer>()
    let promise = answer.promise
    post { promise.keep(question($0)) }
    return answer.wait()
  }
}
