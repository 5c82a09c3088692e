import Glibc
import Libuv

/// Why there is no conversation.
enum SocketFault: Error, CustomStringConvertible {
  /// There is no such host, or nobody answers there.
  case unreachable(String)
  /// The server has closed the connection.
  case closed
  /// The server says nothing for so long.
  case silent(Duration)
  /// The server sends a line without an end.
  case endlessLine

  var description: String {
    switch self {
    case .unreachable(let reason): reason
    case .closed: "the server has closed the connection"
    case .silent(let time): "the server says nothing for \(time.shown)"
    case .endlessLine: "the server sends a line without an end"
    }
  }
}

extension Duration {
  /// `30 s`, or `250 ms` where it is no whole number of seconds.
  var shown: String {
    let milliseconds = Int(self / .milliseconds(1))
    return milliseconds % 1_000 == 0 ? "\(milliseconds / 1_000) s" : "\(milliseconds) ms"
  }
}

/// A connection that is written to and read from in turn, by a program that does nothing else.
///
/// No call waits longer than the patience that it is given.
final class LineSocket {
  /// How many bytes a line may have: more than rule 2.7 allows.
  private static let lineLimit = 1 << 20

  let descriptor: Int32
  private var buffer: [UInt8] = []
  private var chunk = [UInt8](repeating: 0, count: 1 << 16)
  /// The bytes of `buffer` that were handed out already.
  private var taken = 0
  /// The bytes of `buffer` that hold no line feed.
  private var searched = 0
  private(set) var isAtEnd = false

  /// - Throws: `SocketFault.unreachable`.
  init(to address: ServerAddress, patience: Duration = .seconds(10)) throws(SocketFault) {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    let status = getaddrinfo(address.host, "\(address.port)", &hints, &list)
    guard status == 0 else {
      throw .unreachable("\(address): \(String(cString: gai_strerror(status)))")
    }
    defer { freeaddrinfo(list) }
    var reason: Int32 = ECONNREFUSED
    var next = list
    while let candidate = next {
      if let socket = Self.connect(to: candidate.pointee, patience, &reason) {
        descriptor = socket
        return
      }
      next = candidate.pointee.ai_next
    }
    throw .unreachable("\(address): \(String(cString: strerror(reason)))")
  }

  deinit { Glibc.close(descriptor) }

  private static func connect(
    to candidate: addrinfo, _ patience: Duration, _ reason: inout Int32
  ) -> Int32? {
    let kind = candidate.ai_socktype | Int32(SOCK_CLOEXEC.rawValue)
    let descriptor = socket(candidate.ai_family, kind, candidate.ai_protocol)
    guard descriptor >= 0 else {
      reason = errno
      return nil
    }
    // A connection attempt, too, lasts no longer than a write may.
    var time = timeval(patience)
    setsockopt(
      descriptor, SOL_SOCKET, SO_SNDTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    guard Glibc.connect(descriptor, candidate.ai_addr, candidate.ai_addrlen) == 0 else {
      reason = errno == EINPROGRESS ? ETIMEDOUT : errno
      Glibc.close(descriptor)
      return nil
    }
    var noDelay: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &noDelay, 4)
    return descriptor
  }

  /// Sends all of it, or as much as a server takes that has closed or does not read.
  func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress!, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  func send(_ line: String) { send(Array(line.utf8) + [0x0A]) }

  /// Tells the server that nothing more will come.
  func finishWriting() { shutdown(descriptor, Int32(SHUT_WR)) }
}

// Reading.

extension LineSocket {
  /// Whether there is a line without an end.
  var isTooLong: Bool { buffer.count - taken > Self.lineLimit }

  /// A line that has come already, without its line feed.
  func arrivedLine() -> String? {
    guard let end = buffer[searched...].firstIndex(of: 0x0A) else {
      searched = buffer.count
      return nil
    }
    defer { take(end + 1) }
    return String(decoding: buffer[taken..<end], as: UTF8.self)
  }

  /// The next line without its line feed, or nil at the end.
  ///
  /// - Throws: `SocketFault.silent` where it does not come in time, `endlessLine`.
  func line(within patience: Duration) throws(SocketFault) -> String? {
    let deadline = EventLoop.now + patience
    while true {
      if let line = arrivedLine() { return line }
      guard !isTooLong else { throw .endlessLine }
      guard try fill(until: deadline, patience) else { return nil }
    }
  }

  /// Exactly so many bytes, or nil if the end comes before.
  ///
  /// - Throws: `SocketFault.silent` where they do not come in time.
  func bytes(_ count: Int, within patience: Duration) throws(SocketFault) -> [UInt8]? {
    let deadline = EventLoop.now + patience
    while buffer.count - taken < count {
      guard try fill(until: deadline, patience) else { return nil }
    }
    defer { take(taken + count) }
    return Array(buffer[taken..<taken + count])
  }

  private func take(_ end: Int) {
    taken = end
    if taken == buffer.count {
      buffer.removeAll(keepingCapacity: true)
      taken = 0
    } else if taken > 1 << 20 {
      buffer.removeSubrange(..<taken)
      taken = 0
    }
    searched = taken
  }

  private func fill(
    until deadline: Duration, _ patience: Duration
  ) throws(SocketFault) -> Bool {
    guard !isAtEnd else { return false }
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    repeat {
      let left = deadline - EventLoop.now
      guard left > .zero else { throw .silent(patience) }
      let milliseconds = Int32(clamping: Int(left / .milliseconds(1)) + 1)
      let count = poll(&request, 1, milliseconds)
      if count > 0 { break }
    } while true
    return read()
  }

  /// Takes what there is, without waiting.
  ///
  /// - Returns: Whether there may be more to come.
  @discardableResult
  func read() -> Bool {
    let count = recv(descriptor, &chunk, chunk.count, Int32(MSG_DONTWAIT))
    if count < 0, errno == EINTR || errno == EAGAIN { return true }
    buffer += chunk[..<max(0, count)]
    isAtEnd = count <= 0
    return !isAtEnd
  }
}

extension timeval {
  init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    self.init(tv_sec: Int(seconds), tv_usec: Int(attoseconds / 1_000_000_000_000))
  }
}
