import Glibc

/// A port that does not answer: its accept queue is full, and the kernel drops further attempts.
final class FullListener {
  enum Fault: Error { case socket(Int32) }

  private var descriptors: [Int32] = []
  private(set) var port: UInt16 = 0

  init() throws {
    let listener = makeSocket()
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) | listen(listener, 0) | getsockname(listener, $0, &length)
      }
    }
    guard status == 0 else { throw Fault.socket(errno) }
    port = UInt16(bigEndian: address.sin_port)
    // A backlog of 0 holds one connection; further ones wait forever.
    for _ in 0..<4 {
      _ = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(makeSocket(), $0, length)
        }
      }
    }
  }

  deinit { for descriptor in descriptors { close(descriptor) } }

  private func makeSocket() -> Int32 {
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let descriptor = socket(AF_INET, kind, 0)
    descriptors.append(descriptor)
    return descriptor
  }
}
