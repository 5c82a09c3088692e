import Glibc
import Net

/// A blocking connection with almost no memory in this process.
final class PlainSocket {
  private let socket: LineSocket
  private var isLineStart = true
  private var chunk: [UInt8] = []

  /// Connects to a server on the loopback interface.
  init(port: UInt16) {
    guard let socket = try? LineSocket(to: .loopback(port)) else {
      preconditionFailure("the server takes one more connection")
    }
    self.socket = socket
  }

  func write(_ bytes: [UInt8]) { socket.send(bytes) }

  /// Sends pipelined commands, and reads all replies.
  ///
  /// Whenever half of those in flight are answered, as many are sent in one write.
  func exchange(_ lines: some Collection<[UInt8]>, inFlight: Int) {
    if chunk.isEmpty { chunk = [UInt8](repeating: 0, count: 65_536) }
    var (left, open) = (lines[...], 0)
    let step = max(1, inFlight / 2)
    while open > 0 || !left.isEmpty {
      if open <= inFlight - step, !left.isEmpty {
        let next = left.prefix(inFlight - open)
        write(Array(next.joined()))
        left = left.dropFirst(next.count)
        open += next.count
      }
      open -= readReplies()
    }
  }

  /// Reads available bytes, blocking for the first, and counts the replies that begin in them.
  private func readReplies() -> Int {
    let count = recv(socket.descriptor, &chunk, chunk.count, 0)
    precondition(count > 0, "the server answers")
    var replies = 0
    for byte in chunk[..<count] {
      // The only lines that begin with an `o` or a `p` are replies of success, and where items only
      // move, none begins with an `e` or an `r` but errors and refusals.
      if isLineStart && (byte == 0x6F || byte == 0x70) { replies += 1 }
      precondition(!isLineStart || (byte != 0x65 && byte != 0x72), "no error, no refusal")
      isLineStart = byte == 0x0A
    }
    return replies
  }

  /// Reads until the received bytes end with a suffix.
  func read(untilEnding end: String) {
    var last: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4_096)
    while !last.ends(with: end) {
      let count = recv(socket.descriptor, &chunk, chunk.count, 0)
      precondition(count > 0, "the server answers")
      last = (last + chunk[..<count]).suffix(64)
    }
  }
}

extension [UInt8] {
  fileprivate func ends(with end: String) -> Bool { suffix(end.utf8.count).elementsEqual(end.utf8) }
}
