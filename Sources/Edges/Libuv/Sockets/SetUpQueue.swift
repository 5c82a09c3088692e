import Net

/// Sets up the layers of streams: a few steps in a turn of the loop, and the addresses by turns.
///
/// A step may be an operation with a private key, which takes up to milliseconds, and strangers can ask for it. Only
/// a stream that has received all that its next step needs waits here: nobody waits for bytes of somebody else.
package final class SetUpQueue {
  /// The steps of all streams in one turn.
  package static let stepsInATurn = 3

  /// The most bytes that the streams together hold of steps.
  var mostHeldBytes: Int
  /// What each holds that holds anything.
  private var holders: [ObjectIdentifier: Holder] = [:]
  package private(set) var bufferedBytes = 0
  /// The streams whose next step is due, by address.
  private var due: [UInt64: Queue<Member>] = [:]
  /// Their addresses, in the order of their next turns.
  private var addresses = Queue<UInt64>()
  /// The steps so far, and the turns that had any.
  package private(set) var steps = 0
  package private(set) var turns = 0

  /// A stream, which is not retained.
  private struct Member {
    weak var stream: SocketStream?
  }

  private struct Holder {
    weak var stream: SocketStream?
    var byteCount: Int
  }

  /// - Parameter mostHeldBytes: The most bytes that streams together may hold of steps. If they hold more, those with
  ///   the most end.
  package init(mostHeldBytes: Int) { self.mostHeldBytes = mostHeldBytes }

  /// Notes how many bytes of its next step a stream holds.
  fileprivate func buffer(_ byteCount: Int, of stream: SocketStream?, _ id: ObjectIdentifier) {
    let old = holders.removeValue(forKey: id)?.byteCount ?? 0
    bufferedBytes += byteCount - old
    if byteCount > 0 { holders[id] = Holder(stream: stream, byteCount: byteCount) }
    if bufferedBytes > mostHeldBytes { endLongest() }
  }

  /// Ends the streams that hold the most, until an eighth of what they may hold is free, so that this is done seldom.
  private func endLongest() {
    let longest = holders.values.sorted { $0.byteCount > $1.byteCount }
    for holder in longest {
      guard bufferedBytes > mostHeldBytes / 8 * 7 else { return }
      holder.stream?.endSetUp()
    }
  }

  /// The streams whose next step is due.
  var dueCount: Int { due.values.reduce(0) { $0 + $1.count } }

  /// Lets a stream take its next step when it is its turn.
  func append(_ stream: SocketStream, of address: UInt64) {
    if due[address] == nil { addresses.append(address) }
    due[address, default: Queue()].append(Member(stream: stream))
  }

  /// Takes the steps of this turn.
  ///
  /// - Returns: Whether more are due.
  package func endTurn() -> Bool {
    var count = 0
    while count < Self.stepsInATurn, let stream = next() {
      stream.takeSetUpStep()
      count += 1
    }
    steps += count
    if count > 0 { turns += 1 }
    return !due.isEmpty
  }

  private func next() -> SocketStream? {
    while let address = addresses.popFirst() {
      let stream = due[address]?.popFirst()?.stream
      if due[address]?.count == 0 { due[address] = nil } else { addresses.append(address) }
      if let stream, stream.isOpen { return stream }
    }
    return nil
  }
}

/// What a stream has received for the next step of its layer.
final class SetUp {
  private let queue: SetUpQueue
  private let address: UInt64
  private var buffered: [UInt8] = []
  /// The bytes of the step, once all of them are held.
  private var stepBytes = 0
  /// The time that the stream has waited for others, and since when it does again.
  private var waited = Duration.zero
  private var waitsSince: Duration?

  /// The bytes of one read, so that little is held.
  static let readBytes = 4_096

  init(in queue: SetUpQueue, of address: UInt64) { (self.queue, self.address) = (queue, address) }

  /// Whether the step is due. Until it is taken nothing is read.
  var isDue: Bool { stepBytes > 0 }

  /// Holds what was read, until all that the step needs has come.
  func buffer(_ bytes: UnsafeRawBufferPointer, of stream: SocketStream, for layer: any StreamLayer)
  {
    buffered += bytes
    stepBytes = buffered.withUnsafeBytes { layer.stepBytes(in: $0) }
    queue.buffer(buffered.count, of: stream, ObjectIdentifier(self))
    guard isDue else { return }
    waitsSince = MonotonicClock.now
    queue.append(stream, of: address)
  }

  /// Hands on the bytes of the step, and those that have come behind it.
  func takeStep() -> (step: ArraySlice<UInt8>, rest: ArraySlice<UInt8>) {
    endWait()
    defer { discard() }
    return (buffered[..<stepBytes], buffered[stepBytes...])
  }

  /// Holds nothing any more.
  func discard() {
    (buffered, stepBytes) = ([], 0)
    queue.buffer(0, of: nil, ObjectIdentifier(self))
  }

  deinit { queue.buffer(0, of: nil, ObjectIdentifier(self)) }

  private func endWait() {
    if let waitsSince { waited += MonotonicClock.now - waitsSince }
    waitsSince = nil
  }

  /// The time that the peer is to be given because it had to wait, since this was asked last.
  func takeWait() -> Duration {
    endWait()
    if isDue { waitsSince = MonotonicClock.now }
    defer { waited = .zero }
    return waited + (isDue ? .milliseconds(100) : .zero)
  }
}
