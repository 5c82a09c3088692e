import Glibc
import Libuv
import Testing

@Suite("A failure")
struct FailureTests {
  @Test("of a peer that has gone is told, once, to whoever writes to it")
  func gonePeer() throws {
    let harness = try Harness()
    let (client, server) = try harness.connectedPair()
    let far = Recorder()
    server.handler = far
    server.write([UInt8](repeating: 0, count: 16 << 20))
    client.close()
    harness.run { !far.events.isEmpty }
    guard case .closed(.some) = far.events[0] else {
      Issue.record("No error but \(far.events).")
      return
    }
    #expect(far.events.count == 1)
    #expect(server.write([UInt8]("anyone?")) == .failed(.brokenPipe))
  }

  @Test("of a direct write is its outcome, and does not call back")
  func directWrite() throws {
    let harness = try Harness()
    let (client, server) = try harness.connectedPair()
    let far = Recorder()
    server.handler = far
    client.reset()
    let heartbeat = try Timer(on: harness.loop) {}
    heartbeat.start(after: .zero, repeating: .milliseconds(1))
    harness.run {
      guard case .failed = server.write([UInt8]("anyone?")) else { return false }
      return true
    }
    #expect(far.events.isEmpty)
  }

  @Test("to write ends a process that has not been set up for it, and no other")
  func brokenPipe() async {
    await #expect(processExitsWith: .signal(SIGPIPE)) {
      ProcessSetup.clearSignalMask()
      signal(SIGPIPE, SIG_DFL)
      try writeToGonePeer()
    }
    await #expect(processExitsWith: .success) {
      ProcessSetup.clearSignalMask()
      ProcessSetup.ignoreBrokenPipes()
      try writeToGonePeer()
    }
  }

  @Test("to connect has a name")
  func refusedConnection() throws {
    let harness = try Harness()
    let address = try harness.listen { _ in }.address
    var outcome: Result<TCPStream, UVError>?
    try TCPStream.connect(to: address, on: harness.loop) { outcome = $0 }
    harness.run { outcome != nil }
    guard case .failure(let error) = outcome else {
      Issue.record("Nobody listens at \(address), and yet it answers.")
      return
    }
    #expect(error.name == "ECONNREFUSED")
    #expect(error.description == "ECONNREFUSED: connection refused")
  }

  @Test("to listen where somebody listens already is thrown")
  func addressInUse() throws {
    let harness = try Harness()
    let listener = try harness.listen { _ in }
    let error = #expect(throws: UVError.self) {
      try TCPListener(at: listener.address, on: harness.loop) { _ in }
    }
    #expect(error?.name == "EADDRINUSE")
  }

  @Test("to name an address in numbers is thrown", arguments: ["", "localhost", "1.2.3", "::g"])
  func badAddress(host: String) {
    #expect(throws: UVError.self) { try SocketAddress(host: host, port: 1) }
  }
}

/// Writes until the peer's disappearance shows.
private func writeToGonePeer() throws {
  let loop = try EventLoop()
  var server: TCPStream?
  let anyPort = try SocketAddress(host: "127.0.0.1", port: 0)
  let listener = try TCPListener(at: anyPort, on: loop) { server = try? $0.get() }
  let client = try TCPStream.connect(to: listener.address, on: loop) { _ in }
  loop.onTurnEnd = { if server != nil { loop.stop() } }
  loop.run()
  client.close()
  loop.onTurnEnd = { if case .failed? = server?.write([1]) { loop.stop() } }
  let patience = try Timer(on: loop) {}
  patience.start(after: .zero, repeating: .milliseconds(1))
  loop.run()
}
