import Glibc

/// A connection to the program that never waits.
final class NonblockingSocket {
  let descriptor: Int32
  /// Whether everything that will ever come has come.
  private(set) var isAtEnd = false
  private var input: [UInt8] = []
  private var output: [UInt8] = []

  /// Connects on loopback, where that takes no time.
  ///
  /// - Parameter receiveBuffer: How much the kernel holds for a client that does not read.
  init(port: UInt16, receiveBuffer: Int32? = nil) {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    if var size = receiveBuffer { setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, 4) }
    var on: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, 4)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let status = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    // The program may be dead already.
    isAtEnd = status != 0
  }

  deinit { close(descriptor) }

  var isWriting: Bool { !output.isEmpty && !isAtEnd }

  func write(_ bytes: [UInt8]) {
    output += bytes
    flush()
  }

  /// Sends what the kernel takes now.
  func flush() {
    while isWriting {
      let count = output.withUnsafeBytes {
        send(descriptor, $0.baseAddress!, $0.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
      }
      if count < 0 && errno == EAGAIN { return }
      // What is said to the dead is lost; what they said is still to be read.
      if count <= 0 { output = [] } else { output.removeFirst(count) }
    }
  }

  /// The whole lines that have come.
  func arrived() -> [String] {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while !isAtEnd {
      let count = recv(descriptor, &chunk, chunk.count, Int32(MSG_DONTWAIT))
      if count < 0 && errno == EAGAIN { break }
      if count <= 0 { isAtEnd = true } else { input += chunk[..<count] }
    }
    guard let end = input.lastIndex(of: 0x0A) else { return [] }
    defer { input.removeSubrange(...end) }
    return input[..<end].split(separator: 0x0A, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }
}
