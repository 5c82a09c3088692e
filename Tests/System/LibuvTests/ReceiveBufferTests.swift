import Libuv
import SystemTestKit
import TestKit
import Testing

@Suite("A stream with a small receive buffer")
struct ReceiveBufferTests {
  @Test("makes its peer wait soon if it does not read, and loses nothing")
  func slowPeer() throws {
    let harness = try Harness()
    var server: SocketStream?
    let listener = try harness.listen { server = $0 }
    var client: SocketStream?
    try SocketStream.connect(to: #require(listener.address), on: harness.loop, receiveBuffer: 2_048)
    { result in
      do { client = try result.get() } catch { Issue.record(error) }
    }
    harness.run { client != nil && server != nil }
    let sender = try #require(server)
    let reader = try #require(client)
    try sender.limitUnsentInKernel(to: 1_024)
    let counter = Counter()
    sender.handler = counter
    reader.handler = counter
    var sent = 0
    let line = [UInt8](repeating: 0x61, count: 80)
    while sender.unsentBytes == 0 {
      sender.write(line)
      sent += line.count
    }
    // Without the small buffer it is more than 100,000.
    #expect(sent < 65_536)
    reader.startReading()
    harness.run { counter.count == sent }
    expectEqual(counter.count, sent)
  }

  private final class Counter: SocketStreamHandler {
    var count = 0
    func streamDidRead(_ stream: SocketStream, _ bytes: RawSpan) { count += bytes.byteCount }
    func streamDidEnd(_ stream: SocketStream) {}
    func streamDidClose(_ stream: SocketStream, error: UVError) {}
  }
}
