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

  /// The bytes of queues that may be sent now: no chunk goes beyond either window.
  var queuedBytesAllowed: Int {
    let allowed = min(chunkBudget, LinkLimits.window - unacknowledged)
    return isFull || allowed < LinkLimits.shortestChunk ? 0 : allowed
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

/// What has something queued, and sends one frame when it is its time.
enum SendSource {
  case channel(ChannelUse)
  case blob(OutgoingBlobs.ID)
}

/// Elements in the order of their coming.
struct Fifo<Element> {
  private var elements: [Element] = []
  /// The index of the first element.
  private var head = 0

  var isEmpty: Bool { head == elements.count }
  var first: Element? { isEmpty ? nil : elements[head] }
  var all: ArraySlice<Element> { elements[head...] }

  mutating func append(_ element: Element) { elements.append(element) }

  /// - Complexity: O(1), amortised.
  mutating func popFirst() -> Element? {
    guard let first else { return nil }
    head += 1
    if isEmpty {
      (elements, head) = ([], 0)
    } else if head >= 32, head * 2 >= elements.count {
      elements.removeFirst(head)
      head = 0
    }
    return first
  }
}

/// The channels of the last broadcast, which the next one has in most cases.
struct BroadcastMemory {
  /// What the list of the last frame was.
  private(set) var channels: [Channel] = []
  /// When it was sent, as a count of changes of what is direct.
  private var changes = -1

  /// Whether the list is that of the last frame, and all of its channels are still direct.
  func isCurrent(_ list: [Channel], changes: Int) -> Bool {
    self.changes == changes && Self.isEqual(list, channels)
  }

  /// Notes the list of a frame.
  ///
  /// - Returns: Whether it is that of the last frame.
  mutating func replace(by list: [Channel], changes: Int) -> Bool {
    self.changes = changes
    if Self.isEqual(list, channels) { return true }
    channels.removeAll(keepingCapacity: true)
    channels.append(contentsOf: list)
    return false
  }

  /// The same as `==`, for thousands: the differences of many channels are looked at together.
  private static func isEqual(_ one: [Channel], _ other: [Channel]) -> Bool {
    guard one.count == other.count else { return false }
    return one.withUnsafeBufferPointer { one in
      other.withUnsafeBufferPointer { other in
        for start in stride(from: 0, to: one.count, by: 64) {
          var difference: UInt32 = 0
          for index in start..<min(start + 64, one.count) {
            difference |= one[index].number ^ other[index].number
          }
          if difference != 0 { return false }
        }
        return true
      }
    }
  }
}
