/// How often subscribers are sent a batch.
///
/// The first change after a quiet time is sent at the end of its turn; after that there is at most
/// one flush per window.
public enum Cadence: Hashable, Sendable {
  /// No window as long as sending takes less than a quarter of the time. Above that 4 ms, and never so
  /// short that sending takes more than half of the time.
  case automatic
  /// The same window always. Zero sends at the end of every turn.
  case fixed(Duration)
}

/// When boards may be flushed.
///
/// A window saves writes, and makes changes late. So there is one only where much is written: time that
/// is spent on sending is a debt, which is paid with four times as much time.
struct FlushSchedule {
  /// The window of `automatic` in debt.
  static let window: Duration = .milliseconds(4)
  /// The debt up to which there is no window: a quarter of so much time may be spent at once.
  static let credit: Duration = .milliseconds(100)

  private let cadence: Cadence
  /// When the time that was spent on sending is a quarter of the time since.
  private var paidAt: Duration = .zero
  /// When the time that was spent on sending in windows is half of the time since.
  private var restUntil: Duration = .zero
  /// Whether subscribers were sent something in this turn.
  private var hasFlushed = false

  init(_ cadence: Cadence) { self.cadence = cadence }

  /// From when on there is no window.
  private var promptFrom: Duration { paidAt - Self.credit }

  /// When a board may be flushed again.
  ///
  /// - Parameter last: When it was flushed last.
  func nextFlush(after last: Duration?) -> Duration {
    switch cadence {
    case .automatic: min(promptFrom, max(restUntil, last.map { $0 + Self.window } ?? .zero))
    case .fixed(let window): last.map { $0 + window } ?? .zero
    }
  }

  mutating func markFlushed() { hasFlushed = true }

  /// Counts the time that a turn took for what it sent, if it sent subscribers anything.
  ///
  /// A flush may take many turns, so the rests behind them add up.
  mutating func turnTook(_ length: Duration, endingAt time: Duration) {
    guard hasFlushed else { return }
    hasFlushed = false
    count(length, endingAt: time, restUntil: max(restUntil, time - length) + length * 2)
  }

  /// Counts the time that others took to send to subscribers, each of whom rests for itself.
  mutating func sendingTook(_ length: Duration, endingAt time: Duration) {
    count(length, endingAt: time, restUntil: max(restUntil, time + length))
  }

  private mutating func count(_ length: Duration, endingAt time: Duration, restUntil end: Duration)
  {
    let begin = time - length
    if promptFrom > begin { restUntil = end }
    // What was long ago does not count: windows end soon after the last rest.
    let latest = max(restUntil, time + Self.credit) + Self.credit
    paidAt = min(max(paidAt, begin) + length * 4, latest)
  }
}
