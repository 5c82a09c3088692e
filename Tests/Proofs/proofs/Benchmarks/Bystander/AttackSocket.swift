import Glibc
import Net

/// A connection of one of the others, which discards what it reads.
final class AttackSocket {
  private let socket: LineSocket
  private var unsent: ArraySlice<UInt8> = []
  private var end = Burst.End.sent
  /// The last bytes that were read: the text that is awaited may be in two pieces.
  private var tail: [UInt8] = []
  private(set) var isOver = true

  init(port: UInt16) {
    guard let socket = try? LineSocket(to: .loopback(port)) else {
      preconditionFailure("the server takes one more connection")
    }
    self.socket = socket
  }

  /// Whether the others wait for its end.
  var isAwaited: Bool {
    if case .endless = end { return false }
    return !isOver
  }

  /// What `poll` is to wait for.
  var request: pollfd {
    let events = unsent.isEmpty ? POLLIN : POLLIN | POLLOUT
    return pollfd(fd: socket.descriptor, events: Int16(events), revents: 0)
  }

  /// Makes its release reset the connection.
  func resetAtEnd() { socket.resetAtEnd() }

  /// Begins to send; `pump` goes on.
  func begin(_ burst: Burst) {
    (unsent, end, tail, isOver) = (burst.bytes[...], burst.end, [], false)
    pump()
  }

  /// Sends what the kernel takes.
  func pump() {
    while !unsent.isEmpty {
      guard let count = socket.sendWithoutWaiting(unsent) else {
        isOver = true
        return
      }
      guard count > 0 else { return }
      unsent = unsent.dropFirst(count)
    }
    if case .sent = end { isOver = true }
  }

  /// Reads what there is. A connection that the server ends is over.
  func drain(into chunk: inout [UInt8]) {
    while true {
      let count = recv(socket.descriptor, &chunk, chunk.count, Int32(MSG_DONTWAIT))
      if count < 0, errno == EAGAIN || errno == EINTR { return }
      guard count > 0 else {
        isOver = true
        return
      }
      switch end {
      case .sent, .endless: break
      case .anything: isOver = true
      case .text(let text): isOver = find(text, in: chunk[..<count])
      }
      if isOver { return }
    }
  }

  private func find(_ text: String, in bytes: ArraySlice<UInt8>) -> Bool {
    let text = Array(text.utf8)
    let window = tail + bytes
    tail = window.suffix(text.count - 1)
    var left = window[...]
    while let start = left.firstIndex(of: text[0]) {
      left = left[start...]
      if left.starts(with: text) { return true }
      left = left.dropFirst()
    }
    return false
  }
}
