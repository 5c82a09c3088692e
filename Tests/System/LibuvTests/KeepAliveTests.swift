import Glibc
import Libuv
import Net
import SystemTestKit
import TestKit
import Testing

@Suite("A peer that is gone without a FIN")
struct KeepAliveTests {
  @Test("is probed by the kernel at the requested intervals")
  func options() throws {
    let harness = try Harness()
    let (client, server) = try harness.connectedPair()
    let address = try #require(client.peerAddress)
    let descriptor = try #require(Self.acceptedSocket(port: address.port))
    try server.keepAlive(after: .seconds(15), every: .seconds(10), probes: 3)
    expectEqual(Self.option(SOL_SOCKET, SO_KEEPALIVE, of: descriptor), 1)
    let tcp = Int32(IPPROTO_TCP)
    expectEqual(Self.option(tcp, TCP_KEEPIDLE, of: descriptor), 15)
    expectEqual(Self.option(tcp, TCP_KEEPINTVL, of: descriptor), 10)
    expectEqual(Self.option(tcp, TCP_KEEPCNT, of: descriptor), 3)
  }

  private static func option(_ level: Int32, _ name: Int32, of descriptor: Int32) -> Int32? {
    var value: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    return getsockopt(descriptor, level, name, &value, &size) == 0 ? value : nil
  }

  /// The descriptor of the connected socket of this process that has this port as its own.
  private static func acceptedSocket(port: UInt16) -> Int32? {
    (0..<4_096).first { descriptor in
      port == Self.port(of: descriptor, getsockname)
        && Self.port(of: descriptor, getpeername) != nil
    }
  }

  private static func port(
    of descriptor: Int32,
    _ name: (Int32, UnsafeMutablePointer<sockaddr>?, UnsafeMutablePointer<socklen_t>?) -> Int32
  ) -> UInt16? {
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { name(descriptor, $0, &size) }
    }
    return status == 0 && address.sin_family == AF_INET ? UInt16(bigEndian: address.sin_port) : nil
  }
}
