import Glibc

/// The TCP data segments received from a server.
///
/// On loopback a write of less than 64 KB to a client without backlog is one segment. The kernel's
/// count of a process's writes includes `write`, but not `sendmsg`.
enum ReceivedSegments {
  /// The offset of the count in the kernel's `tcp_info`, which the C library lacks.
  private static let offset = 152

  /// - Complexity: O(descriptors).
  static func count(fromPort port: UInt16) -> Int {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    return (0..<Int32(limit.rlim_cur)).reduce(0) { sum, descriptor in
      peerPort(of: descriptor) == port ? sum + count(of: descriptor) : sum
    }
  }

  private static func peerPort(of descriptor: Int32) -> UInt16? {
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(descriptor, $0, &size) }
    }
    return status == 0 ? UInt16(bigEndian: address.sin_port) : nil
  }

  private static func count(of descriptor: Int32) -> Int {
    withUnsafeTemporaryAllocation(byteCount: 256, alignment: 8) { info in
      info.initializeMemory(as: UInt8.self, repeating: 0)
      var size = socklen_t(info.count)
      getsockopt(descriptor, Int32(IPPROTO_TCP), TCP_INFO, info.baseAddress, &size)
      return Int(info.load(fromByteOffset: offset, as: UInt32.self))
    }
  }
}
