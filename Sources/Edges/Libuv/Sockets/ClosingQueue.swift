import CLibuv

/// The streams of a loop that have ended by themselves: their ends are told and their sockets closed a few in
/// each turn, in their order.
///
/// The kernel takes microseconds for each, and thousands may end at once. Until then a stream refuses
/// writes. The queue retains its streams and their handlers.
final class ClosingQueue {
  /// The most streams that are closed in a turn, unless somebody needs their descriptors.
  static let closedPerTurn = 64

  private struct Member {
    let stream: SocketStream
    let handler: (any SocketStreamHandler)?
    let handle: UnsafeMutablePointer<uv_handle_t>
    let error: UVError
  }

  private var members = Queue<Member>()
  /// Lets the loop take another turn at once.
  private let nextTurn = UnsafeMutablePointer<uv_idle_t>.allocate(capacity: 1)

  init(on loop: UnsafeMutablePointer<uv_loop_t>) {
    nextTurn.initialize(to: uv_idle_t())
    uv_idle_init(loop, nextTurn)
    nextTurn.pointee.data = Unmanaged.passUnretained(self).toOpaque()
  }

  /// Closes a stream in a later turn.
  ///
  /// - Parameter handle: Its handle, which nobody else uses, and which does not read.
  func append(
    _ stream: SocketStream, _ handle: UnsafeMutablePointer<uv_handle_t>, error: UVError
  ) {
    members.append(Member(stream: stream, handler: stream.handler, handle: handle, error: error))
    uv_idle_start(nextTurn) { idle in
      Unmanaged<ClosingQueue>.fromOpaque(idle!.pointee.data).takeUnretainedValue().takeTurn()
    }
  }

  private func takeTurn() {
    var count = 0
    while count < Self.closedPerTurn, closeNext() { count += 1 }
  }

  /// Closes the next stream, and tells its handler.
  ///
  /// - Returns: Whether there was one.
  func closeNext() -> Bool {
    guard let member = removeFirst() else { return false }
    closeBlock(member.handle)
    member.stream.handler?.streamDidClose(member.stream, error: member.error)
    return true
  }

  private func removeFirst() -> Member? {
    defer { if members.count == 0 { uv_idle_stop(nextTurn) } }
    return members.popFirst()
  }

  /// Closes all streams, and tells nobody.
  func close() {
    while let member = removeFirst() { closeBlock(member.handle) }
    nextTurn.withMemoryRebound(to: uv_handle_t.self, capacity: 1) { closeBlock($0) }
  }
}
