import Foundation
import Glibc
import Libuv
import Net
import SystemTestKit
import Testing

@Suite("The check of an address")
struct FreeAddressTests {
  @Test("passes if nobody listens there, and refuses all connections meanwhile")
  func free() throws {
    let port = try ReservedPort()
    for host in ["127.0.0.1", "0.0.0.0", "::1", "::"] {
      try SocketAddress(host: host, port: port.number).checkFree()
    }
    #expect(throws: (any Error).self) { try LoopbackClient(port: port.number) }
  }

  @Test("names the reason if somebody listens there")
  func taken() throws {
    let loop = try EventLoop()
    let listener = try SocketListener(at: SocketAddress(host: "127.0.0.1", port: 0), on: loop) {
      _ in
    }
    for host in ["127.0.0.1", "0.0.0.0"] {
      let address = try SocketAddress(host: host, port: listener.port)
      let error = #expect(throws: UVError.self) { try address.checkFree() }
      #expect(error?.message == "address already in use")
    }
    listener.close()
    loop.close()
  }

  @Test("passes once the child that had a copy of the listener has closed it")
  func inherited() throws {
    let port = try ReservedPort()
    let address = try SocketAddress(host: "127.0.0.1", port: port.number)
    let listener = try InheritedListener(at: port.number)
    #expect(throws: UVError.self) { try address.checkFree() }
    // As a child does that runs its program.
    Thread.detachNewThread { listener.close() }
    try ReservedPort.waitUntilFree(port.number)
    try address.checkFree()
  }
}

/// The copy of a listener that a child has before it runs its program.
private struct InheritedListener {
  private let descriptor: Int32

  init(at port: UInt16) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var isShared: Int32 = 1
    setsockopt(
      descriptor, SOL_SOCKET, SO_REUSEADDR, &isShared, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    address.sin_port = port.bigEndian
    let status = withUnsafePointer(to: &address) { [descriptor] address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) | listen(descriptor, 1)
      }
    }
    guard status == 0 else { throw LoopbackError.system(errno) }
  }

  func close() { _ = Glibc.close(descriptor) }
}
