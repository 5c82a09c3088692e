/// How often subscribers are sent a batch.
///
/// The first change after a quiet time is sent at the end of its turn; after that there is at most
/// one flush per window.
public enum Cadence: Hashable, Sendable {
  /// As short as 4 ms, and never so short that sending takes more than half of the time.
  case automatic
  /// The same window always. Zero sends at the end of every turn.
  case fixed(Duration)

  /// The shortest window of `automatic`.
  static let shortest: Duration = .milliseconds(4)
}

/// When boards may be flushed.
struct FlushSchedule {
  private let cadence: Cadence
  /// Until then nothing is sent to subscribers, except with replies to their own commands.
  private var restUntil: Duration = .zero
  /// Whether subscribers were sent something in this turn.
  private var hasFlushed = false
  /// How long the turns took in which a flush was cut short.
  private var earlier: Duration = .zero

  init(_ cadence: Cadence) { self.cadence = cadence }

  /// When a board may be flushed again.
  ///
  /// - Parameter last: When it was flushed last.
  func nextFlush(after last: Duration?) -> Duration {
    guard let last else { return restUntil }
    switch cadence {
    case .automatic: return max(last + Cadence.shortest, restUntil)
    case .fixed(let window): return last + window
    }
  }

  mutating func markFlushed() { hasFlushed = true }

  /// Notes how long a turn took, with its effects performed.
  ///
  /// After turns that sent to subscribers there is a rest of the same length, so that sending never
  /// takes more than half of the time, however many boards and subscribers there are.
  ///
  /// - Parameter isLast: Whether no flush was cut short, so that the rest may begin.
  mutating func turnTook(_ length: Duration, endingAt time: Duration, isLast: Bool) {
    guard hasFlushed else { return }
    hasFlushed = false
    earlier += length
    guard isLast else { return }
    rest(for: earlier, from: time)
    earlier = .zero
  }

  /// Sends subscribers nothing for some time.
  mutating func rest(for length: Duration, from time: Duration) {
    if cadence == .automatic { restUntil = max(restUntil, time + length) }
  }
}
