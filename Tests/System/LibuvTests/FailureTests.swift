import Glibc
import Libuv
import Net
import SystemTestKit
import TestKit
import Testing

@Suite("A failure")
struct FailureTests {
  @Test("of a disconnected peer is reported once to the stream that writes")
  func gonePeer() throws {
    let harness = try Harness()
    let (client, server) = try harness.connectedPair()
    let far = Recorder()
    server.handler = far
    server.write([UInt8](repeating: 0, count: 16 << 20))
    client.close()
    harness.run { !far.events.isEmpty }
    guard case .closed = far.events[0] else {
      Issue.record("No error but \(far.events).")
      return
    }
    expectEqual(far.events.count, 1)
    expectEqual(server.write([UInt8]("anyone?")), .failed(.brokenPipe))
  }

  @Test("of a direct write is its return value, and makes no callback")
  func directWrite() throws {
    let harness = try Harness()
    let (client, server) = try harness.connectedPair()
    let far = Recorder()
    server.handler = far
    client.reset()
    try harness.writeUntilFailure(to: server)
    #expect(far.events.isEmpty)
  }

  @Test("to write kills a process that does not ignore SIGPIPE, and no other")
  func brokenPipe() async {
    await #expect(processExitsWith: .signal(SIGPIPE)) {
      try writeToGonePeer(preparing: { signal(SIGPIPE, SIG_DFL) })
    }
    await #expect(processExitsWith: .success) {
      try writeToGonePeer(preparing: ProcessSetup.ignoreBrokenPipes)
    }
  }

  @Test("to connect has an error name")
  func refusedConnection() throws {
    let harness = try Harness()
    let endpoint = try harness.listen { _ in }.endpoint
    var outcome: Result<SocketStream, UVError>?
    try SocketStream.connect(to: endpoint, on: harness.loop) { outcome = $0 }
    harness.run { outcome != nil }
    guard case .failure(let error) = outcome else {
      Issue.record("Nobody listens at \(endpoint), and yet it answers.")
      return
    }
    expectEqual(error.name, "ECONNREFUSED")
    expectEqual(error.description, "ECONNREFUSED: connection refused")
  }

  @Test("to listen at an address in use is thrown")
  func addressInUse() throws {
    let harness = try Harness()
    let listener = try harness.listen { _ in }
    let error = #expect(throws: UVError.self) {
      try SocketListener(with: .own(listener.endpoint), on: harness.loop) { _ in }
    }
    expectEqual(error?.name, "EADDRINUSE")
  }

  @Test("to parse a numeric address is thrown", arguments: ["", "localhost", "1.2.3", "::g"])
  func badAddress(host: String) {
    #expect(throws: AddressFault.invalid) { try SocketAddress(host: host, port: 1) }
  }
}

/// Writes until the peer's disappearance shows.
private func writeToGonePeer(preparing prepare: () -> Void) throws {
  let harness = try Harness()
  ProcessSetup.clearSignalMask()
  prepare()
  let (client, server) = try harness.connectedPair()
  client.close()
  try harness.writeUntilFailure(to: server)
}
