import Net

/// A value that one thread promises another. If it is released without one, as when the server ends before it is asked, there
/// is none.
package final class Promise<Value: Sendable>: @unchecked Sendable {
  // It is kept once, by the thread that has the promise, or by its release.
  private var receive: ((Value?) -> Void)?

  /// - Parameter receive: Receives the value, or nil, on the thread that keeps the promise.
  package init(_ receive: @escaping (Value?) -> Void) { self.receive = receive }

  deinit { receive?(nil) }

  package func keep(_ value: Value?) {
    receive?(value)
    receive = nil
  }
}

/// A value that a thread waits for.
package final class Awaited<Value: Sendable>: @unchecked Sendable {
  // The gate orders the write of the value before its reading.
  private var value: Value?
  private let gate = Gate()

  package init() {}

  /// The promise of the value. It is made once.
  package var promise: Promise<Value> {
    Promise { [self] in
      value = $0
      gate.open()
    }
  }

  /// Waits for the value; nil if there is none.
  package func wait() -> Value? {
    gate.pass()
    return value
  }

  /// - Returns: Whether the value, or that there is none, was known within the time.
  package func wait(for time: Duration) -> Bool { gate.pass(within: time) }
}
