import Glibc

/// A thread with one body, for whose end others wait.
package final class WorkerThread: @unchecked Sendable {
  private let end = Gate()
  /// The number of the thread in the system's tables.
  private let thread: pthread_t

  /// The system has no thread left.
  package struct Unavailable: Error {
    /// The error number.
    package let code: Int32
  }

  private final class Start {
    let body: () -> Void
    let end: Gate

    init(_ body: @escaping () -> Void, _ end: Gate) { (self.body, self.end) = (body, end) }

    func run() {
      body()
      end.open()
    }
  }

  /// Starts the body.
  ///
  /// - Throws: `Unavailable`.
  package init(_ body: @escaping () -> Void) throws(Unavailable) {
    var thread = pthread_t()
    let start = Unmanaged.passRetained(Start(body, end))
    let status = pthread_create(
      &thread, nil,
      { argument in
        Unmanaged<Start>.fromOpaque(argument!).takeRetainedValue().run()
        return nil
      }, start.toOpaque())
    guard status == 0 else {
      start.release()
      throw Unavailable(code: status)
    }
    pthread_detach(thread)
    self.thread = thread
  }

  /// Whether it is the calling thread.
  package var isCurrent: Bool { pthread_equal(thread, pthread_self()) != 0 }

  package var isRunning: Bool { !end.pass(within: .zero) }

  /// Waits for the end.
  ///
  /// - Returns: Whether it has come within the time; on the thread itself at once false.
  @discardableResult
  package func wait(for time: Duration) -> Bool {
    !isCurrent && end.pass(within: time)
  }
}
