import Libuv
import Net
import SystemTestKit
import TestKit
import Testing

@Suite("A resolver")
struct ResolverTests {
  private let loop: EventLoop

  init() throws { loop = try EventLoop() }

  @Test("finds the addresses of a name, IPv6 first", arguments: ["localhost"])
  func name(_ host: String) throws {
    var result: Result<[SocketAddress], UVError>?
    try Resolver.resolve(host, port: 80, on: loop) { result = $0 }
    expectNil(result)
    loop.run()
    let addresses = try #require(try result?.get())
    #expect(!addresses.isEmpty)
    #expect(addresses.allSatisfy { ["127.0.0.1", "::1"].contains($0.host) && $0.port == 80 })
    expectEqual(Set(addresses).count, addresses.count)
    let sixes = addresses.map { $0.host.contains(":") }
    expectEqual(sixes, sixes.sorted { $0 && !$1 })
  }

  @Test("answers a numeric address with itself", arguments: ["127.0.0.1", "::1"])
  func numeric(_ host: String) throws {
    var result: Result<[SocketAddress], UVError>?
    try Resolver.resolve(host, port: 7, on: loop) { result = $0 }
    loop.run()
    try expectEqual(result?.get(), [SocketAddress(host: host, port: 7)])
  }

  @Test("reports why a name has no address")
  func unknown() throws {
    var error: UVError?
    try Resolver.resolve("no such host.invalid", port: 7, on: loop) {
      if case .failure(let failure) = $0 { error = failure }
    }
    loop.run()
    #expect(error != nil)
  }

  @Test("makes no callback once it is cancelled, nor on a closed loop")
  func cancelled() throws {
    var calls = 0
    let resolver = try Resolver.resolve("localhost", port: 7, on: loop) { _ in calls += 1 }
    resolver.cancel()
    loop.run()
    try Resolver.resolve("localhost", port: 7, on: loop) { _ in calls += 1 }
    loop.close()
    expectEqual(calls, 0)
    #expect(throws: UVError.canceled) {
      try Resolver.resolve("localhost", port: 7, on: loop) { _ in calls += 1 }
    }
  }
}
