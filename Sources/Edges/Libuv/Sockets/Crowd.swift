import CLibuv

/// Those who come to a loop and those who go: connections to be accepted, streams that are new to their owner and to be
/// read, and streams to be closed that have ended by themselves. A turn of the loop has one budget for all of them.
///
/// The kernel takes microseconds for each, and thousands may come or go at once. So in each turn it is some of each kind,
/// in their order, and everybody else waits for no more of a crowd than that.
final class Crowd {
  enum Work: Int, CaseIterable {
    case accepting, reading, closing

    /// The steps of one of the kind, of about 5 µs each.
    var steps: Int {
      switch self {
      case .accepting: 3
      case .reading: 1
      case .closing: 2
      }
    }
  }

  /// A listener that holds a connection, unless it is gone.
  private struct Holder {
    weak var listener: SocketListener?
  }

  /// A stream that has ended, and refuses writes until it is closed.
  private struct Ended {
    let stream: SocketStream
    let handler: (any SocketStreamHandler)?
    let handle: UnsafeMutablePointer<uv_handle_t>
    let error: UVError
  }

  /// The steps of a turn.
  static let stepsPerTurn = 192
  /// The steps that each kind has of them, whatever the others take.
  static let leastSteps = 48

  private static let noSteps = Work.allCases.map { _ in 0 }

  private var steps = stepsPerTurn
  /// The steps that each kind has taken in this turn.
  private var taken = noSteps
  /// The listeners that hold a connection.
  private var listeners = Queue<Holder>()
  /// The new streams that are to be read.
  private(set) lazy var newStreams = NewStreams(
    room: { [unowned self] in room(for: .reading) }, take: { [unowned self] in spend(on: .reading) }
  )
  /// It retains the streams and their handlers.
  private var ended = Queue<Ended>()
  /// Lets the loop take another turn at once.
  private let nextTurn = UnsafeMutablePointer<uv_idle_t>.allocate(capacity: 1)

  init(on loop: UnsafeMutablePointer<uv_loop_t>) {
    nextTurn.initialize(to: uv_idle_t())
    uv_idle_init(loop, nextTurn)
    nextTurn.pointee.data = Unmanaged.passUnretained(self).toOpaque()
  }

  /// The most of one kind that have their turn together.
  static func most(_ work: Work) -> Int { (stepsPerTurn + work.steps - 1) / work.steps }

  // MARK: Turns

  func beginTurn() {
    steps = Self.stepsPerTurn
    taken = Self.noSteps
  }

  /// How many of a kind may still have their turn in this one.
  private func room(for work: Work) -> Int {
    let left = max(steps, Self.leastSteps - taken[work.rawValue])
    return left > 0 ? (left + work.steps - 1) / work.steps : 0
  }

  private func spend(on work: Work) {
    steps -= work.steps
    taken[work.rawValue] += work.steps
  }

  /// Whether another one of a kind may have its turn, which takes its steps.
  func take(_ work: Work) -> Bool {
    guard room(for: work) > 0 else { return false }
    spend(on: work)
    return true
  }

  /// Accepts and closes those that wait, as far as the turn allows.
  private func goOn() {
    for _ in 0..<listeners.count { listeners.popFirst()?.listener?.acceptHeld() }
    while ended.count > 0, take(.closing) { closeNext() }
    stopIfOver()
  }

  private func wait() {
    uv_idle_start(nextTurn) { idle in
      Unmanaged<Crowd>.fromOpaque(idle!.pointee.data).takeUnretainedValue().goOn()
    }
  }

  private func stopIfOver() {
    if listeners.count + ended.count == 0 { uv_idle_stop(nextTurn) }
  }

  // MARK: Those that wait

  /// Lets a listener go on in a later turn.
  func append(_ listener: SocketListener) {
    listeners.append(Holder(listener: listener))
    wait()
  }

  /// Closes a stream in a later turn.
  ///
  /// - Parameter handle: Its handle, which nobody else uses, and which does not read.
  func append(
    _ stream: SocketStream, _ handle: UnsafeMutablePointer<uv_handle_t>, error: UVError
  ) {
    ended.append(Ended(stream: stream, handler: stream.handler, handle: handle, error: error))
    wait()
  }

  /// Closes the next stream that has ended, and tells its handler.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  func closeNext() -> Bool {
    guard let next = ended.popFirst() else { return false }
    closeBlock(next.handle)
    next.stream.handler?.streamDidClose(next.stream, error: next.error)
    return true
  }

  /// Closes all streams that have ended, and tells nobody.
  func close() {
    while let next = ended.popFirst() { closeBlock(next.handle) }
    listeners = Queue()
    newStreams.close()
    nextTurn.withMemoryRebound(to: uv_handle_t.self, capacity: 1) { closeBlock($0) }
  }
}
