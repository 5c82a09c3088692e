/// How much the owner may send before the edge has performed what it was sent.
///
/// What was queued has a window of its own, of one chunk: so whatever is sent next waits for at most one chunk,
/// however much is queued.
struct SendWindow {
  /// The weight of all frames so far, and of those that the edge has acknowledged.
  private var sent = 0
  private var acknowledged = 0
  /// Where the last queued bytes end.
  private var queuedEnd = 0
  private var chunkBudget = LinkLimits.chunkBytes
  /// Whether nothing may be sent at once.
  private(set) var isFull = false

  /// The weight of the frames that are not acknowledged.
  var unacknowledged: Int { sent - acknowledged }

  /// The bytes of queues that may be sent now.
  var queuedBytesAllowed: Int {
    isFull || chunkBudget < LinkLimits.shortestChunk ? 0 : chunkBudget
  }

  @inline(__always)
  mutating func send(_ weight: Int) {
    sent += weight
    if unacknowledged >= LinkLimits.window { isFull = true }
  }

  mutating func sendQueued(_ weight: Int) {
    send(weight)
    queuedEnd = sent
    chunkBudget -= weight
  }

  mutating func acknowledge(_ weight: Int) throws(LinkFault) {
    guard weight <= unacknowledged else { throw .windowExceeded(.acknowledged) }
    acknowledged += weight
    if acknowledged >= queuedEnd { chunkBudget = LinkLimits.chunkBytes }
    if unacknowledged < LinkLimits.reopenedWindow { isFull = false }
  }
}
