/// Measures how late the loop runs a timer: what commands wait because the loop is busy.
///
/// An idle loop is not woken for it: each timer is started by a turn that something else has caused.
struct LagProbe {
  /// The time from the start of a timer to when the loop is to run it.
  static let interval: Duration = .milliseconds(100)

  private enum State {
    case stopped
    case running(due: Duration)
    /// The timer has been run in this turn.
    case done
  }

  private var state = State.stopped

  /// Notes the end of a turn.
  ///
  /// - Parameter time: The time from which timers of the turn count.
  /// - Returns: Whether the timer is to be started.
  mutating func endTurn(at time: Duration) -> Bool {
    switch state {
    case .running: return false
    case .done:
      state = .stopped
      return false
    case .stopped:
      state = .running(due: time + Self.interval)
      return true
    }
  }

  /// Notes that the loop runs the timer.
  ///
  /// - Returns: How late it is.
  mutating func didFire(at time: Duration) -> Duration {
    guard case .running(let due) = state else { return .zero }
    state = .done
    return max(.zero, time - due)
  }
}
