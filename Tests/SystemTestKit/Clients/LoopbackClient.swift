import Glibc

/// A client as simple as `nc`: a blocking socket on loopback.
package final class LoopbackClient {
  private let descriptor: Int32
  private var isOpen = true
  private var buffer: [UInt8] = []
  /// The bytes of `buffer` that were handed out already.
  private var taken = 0
  package private(set) var isAtEnd = false

  /// - Parameter receiveBuffer: How much the kernel holds for a client that does not read.
  package init(port: UInt16, receiveBuffer: Int32? = nil) throws {
    // Programs that tests start must not hold this connection open.
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    if let receiveBuffer { set(SO_RCVBUF, to: receiveBuffer) }
    // A server that says nothing for so long has failed the test.
    set(SO_RCVTIMEO, to: timeval(tv_sec: 60, tv_usec: 0))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let status = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard status == 0 else { throw LoopbackError.connect(errno) }
    var noDelay: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &noDelay, 4)
  }

  deinit { cut() }

  /// Drops the connection without a word, and with a reset if so wished.
  package func cut(withReset isReset: Bool = false) {
    guard isOpen else { return }
    if isReset { set(SO_LINGER, to: linger(l_onoff: 1, l_linger: 0)) }
    isOpen = false
    Glibc.close(descriptor)
  }

  private func set<Value>(_ option: Int32, to value: Value) {
    withUnsafePointer(to: value) {
      _ = setsockopt(
        descriptor, SOL_SOCKET, option, $0, socklen_t(MemoryLayout<Value>.size))
    }
  }

  /// Ends what it sends.
  package func halfClose() { shutdown(descriptor, Int32(SHUT_WR)) }
}

package enum LoopbackError: Error {
  case connect(Int32)
  /// The server said nothing for a minute.
  case silence
  /// The server closed the connection.
  case ended
}

// Sending.

extension LoopbackClient {
  package func send(_ line: String) { send(Array(line.utf8) + [0x0A]) }

  package func send(lines: [String]) { send(Array(lines.map { $0 + "\n" }.joined().utf8)) }

  package func send(_ bytes: [UInt8]) {
    var sent = 0
    while sent < bytes.count {
      let count = send(bytes[sent...], flags: 0)
      guard count > 0 else { return }
      sent += count
    }
  }

  /// Sends as many bytes as the kernel takes without waiting.
  ///
  /// - Returns: How many that were.
  package func sendWithoutWaiting(_ bytes: ArraySlice<UInt8>) -> Int {
    max(0, send(bytes, flags: Int32(MSG_DONTWAIT)))
  }

  private func send(_ bytes: ArraySlice<UInt8>, flags: Int32) -> Int {
    bytes.withUnsafeBytes {
      Glibc.send(descriptor, $0.baseAddress!, $0.count, flags | Int32(MSG_NOSIGNAL))
    }
  }
}

// Reading.

extension LoopbackClient {
  /// The next line without its line feed, or nil at the end.
  ///
  /// - Throws: `LoopbackError.silence` if the server says nothing.
  package func line() throws -> String? {
    var searched = taken
    while true {
      if let end = buffer[searched...].firstIndex(of: 0x0A) {
        defer { take(end + 1) }
        return String(decoding: buffer[taken..<end], as: UTF8.self)
      }
      searched = buffer.count
      guard try fill() else { return nil }
    }
  }

  /// Exactly so many bytes, or nil if the end comes before.
  package func bytes(_ count: Int) throws -> [UInt8]? {
    while buffer.count - taken < count {
      guard try fill() else { return nil }
    }
    defer { take(taken + count) }
    return Array(buffer[taken..<taken + count])
  }

  /// The lines up to one that the condition holds of, that one included.
  package func lines(until condition: (String) -> Bool) throws -> [String] {
    var lines: [String] = []
    while let line = try line() {
      lines.append(line)
      if condition(line) { break }
    }
    return lines
  }

  /// All lines up to the end of the connection.
  package func lines() throws -> [String] { try lines { _ in false } }

  /// All bytes up to the end of the connection.
  package func bytes() throws -> [UInt8] {
    while try fill() {}
    defer { take(buffer.count) }
    return Array(buffer[taken...])
  }

  /// The whole lines that have come so far. It does not wait.
  package func arrived() throws -> [String] {
    while try fill(waiting: false) {}
    guard let end = buffer[taken...].lastIndex(of: 0x0A) else { return [] }
    defer { take(end + 1) }
    return buffer[taken..<end].split(separator: 0x0A, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  private func take(_ end: Int) {
    taken = end
    if taken == buffer.count {
      buffer.removeAll(keepingCapacity: true)
      taken = 0
    }
  }

  private func fill(waiting: Bool = true) throws -> Bool {
    guard !isAtEnd else { return false }
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let count = recv(
      descriptor, &chunk, chunk.count, waiting ? 0 : Int32(MSG_DONTWAIT))
    if count < 0 && errno == EAGAIN {
      if waiting { throw LoopbackError.silence }
      return false
    }
    guard count > 0 else {
      isAtEnd = true
      return false
    }
    buffer += chunk[..<count]
    return true
  }
}
