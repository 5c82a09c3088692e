/// Sets up the layers of streams: a few steps in a turn of the loop, and those of one address a limited number at a
/// time.
///
/// A step may be an operation with a private key, which takes up to milliseconds, and strangers can ask for it.
package final class SetUpQueue {
  /// The steps of all streams in one turn.
  package static let stepsInATurn = 3

  /// The streams of one address whose layers are set up at a time.
  private let limit: Int
  private var openPlaces: [UInt64: Int] = [:]
  /// Those that wait for a place, by address.
  private var waiting: [UInt64: Line] = [:]
  /// Those whose next step is due.
  private var due = Line()
  /// The steps so far, and the turns that had any.
  package private(set) var steps = 0
  package private(set) var turns = 0

  package init(limit: Int) { self.limit = limit }

  /// The streams that wait for a place, and those that did.
  package var waitingCount: Int { waiting.values.reduce(0) { $0 + $1.count } }

  /// Gives a stream a place, or lets it wait for one.
  func makePlace(for stream: SocketStream) -> SetUpPlace {
    let place = SetUpPlace(in: self, of: stream.peerNetwork ?? 0)
    if openPlaces[place.network, default: 0] < limit {
      open(place)
    } else {
      waiting[place.network, default: Line()].append(stream)
    }
    return place
  }

  private func open(_ place: SetUpPlace) {
    openPlaces[place.network, default: 0] += 1
    place.didOpen()
  }

  /// Gives the place of a stream that needs it no more to the next one of its address.
  fileprivate func close(_ network: UInt64) {
    let rest = openPlaces[network, default: 1] - 1
    openPlaces[network] = rest == 0 ? nil : rest
    while let next = waiting[network]?.popFirst() {
      guard let stream = next.stream, let place = stream.place else { continue }
      open(place)
      if place.held.isEmpty { stream.resumeReading() } else { append(stream) }
      return
    }
    waiting[network] = nil
  }

  /// Lets a stream take its next step when it is its turn.
  func append(_ stream: SocketStream) { due.append(stream) }

  /// Takes the steps of this turn.
  ///
  /// - Returns: Whether more are due.
  package func endTurn() -> Bool {
    var count = 0
    while count < Self.stepsInATurn, let next = due.popFirst() {
      guard let stream = next.stream, stream.isOpen else { continue }
      stream.takeSetUpStep()
      count += 1
    }
    steps += count
    if count > 0 { turns += 1 }
    return due.count > 0
  }

  /// Streams in the order of their coming. It does not retain them.
  private struct Line {
    struct Member {
      weak var stream: SocketStream?
    }

    private var members: [Member] = []
    private var first = 0

    var count: Int { members.count - first }

    mutating func append(_ stream: SocketStream) { members.append(Member(stream: stream)) }

    mutating func popFirst() -> Member? {
      guard first < members.count else { return nil }
      defer {
        first += 1
        if first * 2 > members.count {
          members.removeFirst(first)
          first = 0
        }
      }
      return members[first]
    }
  }
}

/// The place of a stream whose layer is being set up. It ends with its release.
final class SetUpPlace {
  private let queue: SetUpQueue
  let network: UInt64
  private var isOpen = false
  /// What has been read and waits for the next step.
  fileprivate(set) var held: [UInt8] = []
  /// The time that the stream has waited for others, and since when it does again.
  private var waited = Duration.zero
  private var waitsSince: Duration? = EventLoop.now

  /// The bytes of one read, so that little is held.
  static let readBytes = 4_096

  init(in queue: SetUpQueue, of network: UInt64) { (self.queue, self.network) = (queue, network) }

  deinit { if isOpen { queue.close(network) } }

  /// Whether more may be read.
  var mayRead: Bool { isOpen && held.isEmpty }

  fileprivate func didOpen() {
    isOpen = true
    endWait()
    if !held.isEmpty { waitsSince = EventLoop.now }
  }

  private func endWait() {
    if let waitsSince { waited += EventLoop.now - waitsSince }
    waitsSince = nil
  }

  /// Holds what was read until the next step.
  func hold(_ bytes: UnsafeRawBufferPointer, of stream: SocketStream) {
    let isFirst = held.isEmpty
    held += bytes
    guard isOpen, isFirst else { return }
    waitsSince = EventLoop.now
    queue.append(stream)
  }

  func takeHeld() -> [UInt8] {
    endWait()
    defer { held = [] }
    return held
  }

  /// The time that the peer is to be given because it had to wait, since this was asked last; nil if it waits for a
  /// place still.
  func takeWait() -> Duration? {
    guard isOpen else { return nil }
    let isDue = waitsSince != nil
    endWait()
    if isDue { waitsSince = EventLoop.now }
    defer { waited = .zero }
    return waited + (isDue ? .milliseconds(100) : .zero)
  }
}
