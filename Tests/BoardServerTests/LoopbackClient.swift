import Glibc

/// A client as simple as `nc`: a blocking socket on loopback.
final class LoopbackClient {
  private let descriptor: Int32
  private var buffer: [UInt8] = []
  private(set) var isAtEnd = false

  init(port: UInt16) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    // A server that says nothing for so long has failed the test.
    var patience = timeval(tv_sec: 60, tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    let status = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard status == 0 else { throw LoopbackError.connect(errno) }
  }

  deinit { Glibc.close(descriptor) }

  func send(_ line: String) { send(Array(line.utf8) + [0x0A]) }

  func send(_ bytes: [UInt8]) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.send(
          descriptor, $0.baseAddress! + sent, bytes.count - sent, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return }
      sent += count
    }
  }

  /// The next line without its line feed, or nil at the end.
  ///
  /// - Throws: `LoopbackError.silence` if the server says nothing.
  func line() throws -> String? {
    var searched = 0
    while true {
      if let end = buffer[searched...].firstIndex(of: 0x0A) {
        defer { buffer.removeSubrange(...end) }
        return String(decoding: buffer[..<end], as: UTF8.self)
      }
      searched = buffer.count
      guard try fill() else { return nil }
    }
  }

  /// Exactly so many bytes, or nil if the end comes before.
  func bytes(_ count: Int) throws -> [UInt8]? {
    while buffer.count < count {
      guard try fill() else { return nil }
    }
    defer { buffer.removeFirst(count) }
    return Array(buffer[..<count])
  }

  /// The lines up to one that the condition holds of, that one included.
  func lines(until condition: (String) -> Bool) throws -> [String] {
    var lines: [String] = []
    while let line = try line() {
      lines.append(line)
      if condition(line) { break }
    }
    return lines
  }

  /// Ends what it sends.
  func halfClose() { shutdown(descriptor, Int32(SHUT_WR)) }

  private func fill() throws -> Bool {
    guard !isAtEnd else { return false }
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &chunk, chunk.count, 0)
    if count < 0 && errno == EAGAIN { throw LoopbackError.silence }
    guard count > 0 else {
      isAtEnd = true
      return false
    }
    buffer += chunk[..<count]
    return true
  }
}

enum LoopbackError: Error {
  case connect(Int32)
  /// The server said nothing for a minute.
  case silence
}
