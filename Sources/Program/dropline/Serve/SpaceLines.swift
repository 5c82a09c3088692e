import Logging
import Synchronization

/// Which lines about spaces are logged: a node has thousands, and when its database is away, all say so.
///
/// Of those that begin alike, up to the first colon, a few are logged in some seconds. The last one of them says that
/// others are left out, and the first one after that how many were.
struct SpaceLines {
  static let most = 20
  static let time: Duration = .seconds(10)

  private struct Span {
    let end: ContinuousClock.Instant
    var count = 0
  }

  private var spans: [Substring: Span] = [:]
  /// The most beginnings that are remembered.
  private static let mostSpans = 100

  /// - Returns: What is logged beside the line; nil if it is left out.
  mutating func judge(_ message: String, at now: ContinuousClock.Instant) -> Logger.Metadata? {
    let beginning = message.prefix { $0 != ":" }
    var more: Logger.Metadata = [:]
    var span = spans[beginning] ?? Span(end: now + Self.time)
    if span.end <= now {
      if span.count > Self.most { more["left-out"] = "\(span.count - Self.most)" }
      span = Span(end: now + Self.time)
    }
    span.count += 1
    spans[beginning] = span
    if spans.count > Self.mostSpans { spans = spans.filter { $0.value.end > now } }
    guard span.count <= Self.most else { return nil }
    if span.count == Self.most {
      more["more"] = "left out for up to \(Self.time.components.seconds) s"
    }
    return more
  }

  /// Those of all copies of a handler.
  final class Shared: Sendable {
    private let lines = Mutex(SpaceLines())

    func judge(_ message: String) -> Logger.Metadata? {
      lines.withLock { $0.judge(message, at: .now) }
    }
  }
}
