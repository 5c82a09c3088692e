import Foundation
import Glibc
import Libuv
import Net
import SystemTestKit
import TestKit
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
      expectEqual(error?.message, "address already in use")
    }
    listener.close()
    loop.close()
  }

  @Test("passes once the child that had a copy of the listener has closed it")
  func inherited() throws {
    let port = try ReservedPort()
    let address = try SocketAddress(host: "127.0.0.1", port: port.number)
    // The copy of a listener that a child has before it runs its program.
    let listener = try address.boundSocket()
    expectEqual(listen(listener, 1), 0)
    #expect(throws: UVError.self) { try address.checkFree() }
    Thread.detachNewThread { close(listener) }
    try ReservedPort.waitUntilFree(port.number)
    try address.checkFree()
  }
}
