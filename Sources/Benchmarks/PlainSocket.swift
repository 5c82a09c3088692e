import Glibc
import Libuv

/// A blocking connection, which costs this process next to nothing but its descriptor.
final class PlainSocket {
  private let descriptor: Int32

  /// Connects to a server on the loopback interface.
  init(port: UInt16) {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let status = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    precondition(status == 0, "the server takes one more connection")
  }

  deinit { close(descriptor) }

  func write(_ text: String) {
    var text = text
    let count = text.withUTF8 { send(descriptor, $0.baseAddress, $0.count, 0) }
    precondition(count == text.utf8.count, "the kernel takes one line")
  }

  /// Reads until what has come ends so.
  func read(untilEnding end: String) {
    var last: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4_096)
    while !last.ends(with: end) {
      let count = recv(descriptor, &chunk, chunk.count, 0)
      precondition(count > 0, "the server answers")
      last = (last + chunk[..<count]).suffix(64)
    }
  }
}

extension [UInt8] {
  fileprivate func ends(with end: String) -> Bool { suffix(end.utf8.count).elementsEqual(end.utf8) }
}
