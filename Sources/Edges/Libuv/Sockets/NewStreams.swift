import CLibuv

/// The streams that are new to their owner, of which each turn of the loop reads some.
///
/// They are in a set of their own, which for the loop is one descriptor that can be read. So what a crowd of them has sent
/// costs nothing until it is its turn, and what all others send is not behind it.
final class NewStreams {
  private struct Member {
    weak var stream: SocketStream?
  }

  /// The most that are read in a turn; the steps of others may leave fewer.
  private static let most = Crowd.most(.reading)

  /// The most bytes of one that are read in a turn.
  static let readBytes = 16_384

  /// The set of the kernel; nil before the first stream.
  private var set: Int32?
  private var poll: UnsafeMutablePointer<uv_poll_t>?
  /// The streams whose bytes are awaited, by their descriptors.
  private var members: [Int32: Member] = [:]
  /// How many may be read now, and how many were.
  private let budget: (room: () -> Int, take: () -> Void)

  init(room: @escaping () -> Int, take: @escaping () -> Void) { budget = (room, take) }

  /// Awaits bytes of a stream.
  ///
  /// - Returns: Whether the kernel has room for that.
  func insert(_ stream: SocketStream, on loop: UnsafeMutablePointer<uv_loop_t>) -> Bool {
    guard let set = set ?? begin(on: loop) else { return false }
    let descriptor = stream.descriptor
    guard cuv_set_insert(set, descriptor) == 0 else { return false }
    members[descriptor] = Member(stream: stream)
    if let poll, members.count == 1 {
      uv_poll_start(poll, Int32(UV_READABLE.rawValue)) { poll, _, _ in
        Unmanaged<NewStreams>.fromOpaque(poll!.pointee.data).takeUnretainedValue().read()
      }
    }
    return true
  }

  /// Awaits no more bytes of a stream, which is open still.
  func remove(_ stream: SocketStream) {
    let descriptor = stream.descriptor
    members[descriptor] = nil
    if let set { cuv_set_remove(set, descriptor) }
    if let poll, members.isEmpty { uv_poll_stop(poll) }
  }

  private func begin(on loop: UnsafeMutablePointer<uv_loop_t>) -> Int32? {
    let set = cuv_set()
    guard set >= 0 else { return nil }
    let poll = UnsafeMutablePointer<uv_poll_t>.allocate(capacity: 1)
    poll.initialize(to: uv_poll_t())
    guard uv_poll_init(loop, poll, set) == 0 else {
      poll.deallocate()
      cuv_set_close(set)
      return nil
    }
    poll.pointee.data = Unmanaged.passUnretained(self).toOpaque()
    (self.set, self.poll) = (set, poll)
    return set
  }

  /// Reads those that have sent something, as far as the turn allows.
  private func read() {
    let room = min(budget.room(), Self.most)
    guard room > 0, let set else { return }
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: room) { descriptors in
      let count = Int(cuv_set_ready(set, descriptors.baseAddress!, Int32(room)))
      for descriptor in descriptors.prefix(max(0, count)) {
        budget.take()
        members[descriptor]?.stream?.readArrived()
      }
    }
  }

  func close() {
    members = [:]
    if let poll { poll.withMemoryRebound(to: uv_handle_t.self, capacity: 1) { closeBlock($0) } }
    if let set { cuv_set_close(set) }
    (set, poll) = (nil, nil)
  }
}
