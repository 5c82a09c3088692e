import Glibc
import SystemTestKit
import TestKit
import Testing

@testable import Libuv
@testable import Net

@Suite("A listener with a connection limit")
struct AdmissionTests {
  @Test("sends a line to clients beyond the limit, and closes them")
  func cap() throws {
    let harness = try Harness()
    let full = SharedBytes("full\n".utf8)
    var admitted: [SocketStream] = []
    let listener = try harness.listen { stream in
      if admitted.count < 2 { admitted.append(stream) } else { stream.close(saying: full) }
    }
    let clients = try harness.connect(5, to: listener)
    for client in clients { client.write([UInt8]("hello\n")) }
    let recorders = clients.map { _ in Recorder() }
    harness.run { clients.allSatisfy { $0.peerAddress != nil } && admitted.count == 2 }
    for (client, recorder) in zip(clients, recorders) { client.attach(recorder) }
    harness.run { recorders.count { $0.text == "full\n" } == 3 }
    expectEqual(recorders.count { $0.text.isEmpty }, 2)
  }

  @Test("accepts a limited number of connections in a turn, and all of them in the end")
  func turns() throws {
    let harness = try Harness()
    var admitted: [SocketStream] = []
    let listener = try harness.listen { admitted.append($0) }
    let count = 3 * Crowd.most(.accepting) + 7
    let clients = try harness.connect(count, to: listener)
    let most = harness.mostInATurn(until: count) { admitted.count }
    #expect(most <= Crowd.most(.accepting), "\(most)")
    withExtendedLifetime(clients) {}
  }

  @Test("that is closed keeps its open connections")
  func closing() throws {
    let harness = try Harness()
    let (client, server) = try harness.connectedPair()
    let far = Recorder()
    server.attach(far)
    client.write([UInt8]("still here"))
    harness.run { far.text == "still here" }
  }

  @Test("continues to listen if the process has no descriptors left")
  func exhaustion() async {
    await #expect(processExitsWith: .success) { try outliveExhaustion() }
  }

  @Test("refuses clients even without its spare descriptor")
  func lostDescriptor() async {
    await #expect(processExitsWith: .success) { try turnAwayWithoutSpare() }
  }

  @Test("can raise the limit of descriptors to what the system permits")
  func descriptorLimit() async {
    await #expect(processExitsWith: .success) {
      let before = ProcessSetup.descriptorLimit
      let after = ProcessSetup.raiseDescriptorLimit()
      guard before > 0, after >= before, ProcessSetup.descriptorLimit == after else { exit(1) }
    }
  }
}

/// Connects more clients than there are descriptors for, then one more after they have closed.
private func outliveExhaustion() throws {
  let harness = try Harness()
  var admitted: [SocketStream] = []
  var turnedAway = 0
  let recorder = Recorder()
  recorder.onEnd = { _, _ in turnedAway += 1 }
  recorder.onClose = { _, _ in turnedAway += 1 }
  let anyPort = try SocketAddress(host: "127.0.0.1", port: 0)
  let listener = try SocketListener(at: anyPort, on: harness.loop) { result in
    // libuv would go on with what failed in the same turn.
    guard case .success(let stream) = result else { exit(1) }
    admitted.append(stream)
  }
  let clients = try (0..<20).map { _ in
    try SocketStream.connect(to: listener.endpoint, on: harness.loop) { result in
      do { try result.get().attach(recorder) } catch { turnedAway += 1 }
    }
  }
  setDescriptorLimit(to: lowestFreeDescriptor() + 5)
  harness.run { admitted.count + turnedAway == clients.count }
  try #require(!admitted.isEmpty && turnedAway > 0)
  for stream in clients + admitted { stream.close() }
  admitted = []
  let late = try SocketStream.connect(to: listener.endpoint, on: harness.loop) { _ in }
  harness.run { admitted.count == 1 }
  late.close()
}

/// Connects clients while the limit is below libuv's reserved descriptor, so that libuv cannot
/// reopen it.
private func turnAwayWithoutSpare() throws {
  let harness = try Harness()
  let lowest = lowestFreeDescriptor()
  let recorder = Recorder()
  var turnedAway = 0
  recorder.onEnd = { _, _ in turnedAway += 1 }
  recorder.onClose = { _, _ in turnedAway += 1 }
  let anyPort = try SocketAddress(host: "127.0.0.1", port: 0)
  let listener = try SocketListener(at: anyPort, on: harness.loop) { _ in exit(1) }
  let clients = try (0..<5).map { _ in
    try SocketStream.connect(to: listener.endpoint, on: harness.loop) { result in
      do { try result.get().attach(recorder) } catch { turnedAway += 1 }
    }
  }
  setDescriptorLimit(to: lowest + 1)
  harness.run { turnedAway == clients.count }
}

private func lowestFreeDescriptor() -> Int {
  let descriptor = dup(0)
  close(descriptor)
  return Int(descriptor)
}

private func setDescriptorLimit(to count: Int) {
  var limits = rlimit(rlim_cur: rlim_t(count), rlim_max: rlim_t(count))
  setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits)
}
