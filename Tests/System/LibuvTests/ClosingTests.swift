import SystemTestKit
import TestKit
import Testing

@testable import Libuv

@Suite("Streams that end together")
struct ClosingTests {
  @Test("are closed a few in each turn, in their order, and each is told once")
  func turns() throws {
    let harness = try Harness()
    var accepted: [SocketStream] = []
    let listener = try harness.listen { accepted.append($0) }
    let count = 3 * Crowd.most(.closing) + 7
    let clients = try harness.connect(count, to: listener)
    harness.run { accepted.count == count && clients.allSatisfy { $0.peerAddress != nil } }
    let recorder = Recorder()
    var closed: [ObjectIdentifier] = []
    recorder.onClose = { _, stream in closed.append(ObjectIdentifier(stream)) }
    for stream in accepted { stream.attach(recorder) }
    for client in clients { client.reset() }
    let most = harness.mostInATurn(until: count) { closed.count }
    #expect(most <= Crowd.most(.closing), "\(most)")
    expectEqual(Set(closed), Set(accepted.map { ObjectIdentifier($0) }))
    #expect(accepted.allSatisfy { !$0.isOpen && $0.write([1]) == .failed(.brokenPipe) })
  }

  @Test("are closed with their loop, and then nobody is told")
  func loop() throws {
    let harness = try Harness()
    let (stream, recorder) = try harness.resetStream()
    harness.run { !stream.isOpen }
    if recorder.events.isEmpty { harness.loop.close() }
    #expect(recorder.events.count <= 1)
  }

  @Test("keep the loop running until all of them are told")
  func last() throws {
    let harness = try Harness()
    let (stream, recorder) = try harness.resetStream()
    harness.loop.run()
    expectEqual(recorder.events.count, 1)
    withExtendedLifetime(stream) {}
  }
}
