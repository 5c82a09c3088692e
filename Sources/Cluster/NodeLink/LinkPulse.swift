/// Tells when an end of a link must send a ping, and when the other end is dead.
public struct LinkPulse: Sendable {
  /// The time after the last frame after which an end sends a ping.
  public static let interval: Duration = .seconds(1)
  /// The time without a frame after which the other end is dead.
  public static let longestSilence: Duration = .seconds(3)

  private var lastSent: Duration
  private var lastReceived: Duration

  /// Begins at the time at which the link was connected.
  public init(at time: Duration) {
    lastSent = time
    lastReceived = time
  }

  /// Bytes were written.
  public mutating func didSend(at time: Duration) { lastSent = time }

  /// Bytes were read.
  public mutating func didReceive(at time: Duration) { lastReceived = time }

  /// Whether the other end must hear something.
  public func needsPing(at time: Duration) -> Bool { time >= lastSent + Self.interval }

  /// Whether the other end has been silent for too long.
  public func isDead(at time: Duration) -> Bool { time >= lastReceived + Self.longestSilence }

  /// When to look again.
  public var nextDeadline: Duration {
    min(lastSent + Self.interval, lastReceived + Self.longestSilence)
  }
}
