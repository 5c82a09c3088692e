/// How often watchers are sent a batch.
///
/// The first change after a quiet time goes out at the end of its turn; after that there is at most
/// one flush per window.
public enum Cadence: Hashable, Sendable {
  /// As short as 4 ms, and never so short that sending takes more than half of the time.
  case automatic
  /// The same time always. Zero sends at the end of every turn.
  case fixed(Duration)

  /// The shortest window there is by itself.
  static let shortest: Duration = .milliseconds(4)
}
