import SystemTestKit
import TestKit
import Testing

@testable import Libuv

@Suite("Streams that are new to their owner")
struct CrowdTests {
  @Test("are read some in each turn, all of them in the end, and a known one is not behind them")
  func turns() throws {
    let harness = try Harness()
    var accepted: [SocketStream] = []
    let listener = try harness.listen { accepted.append($0) }
    let count = Crowd.most(.reading) + 50
    let clients = try harness.connect(count + 1, to: listener)
    harness.run { accepted.count == count + 1 && clients.allSatisfy { $0.peerAddress != nil } }
    let (crowd, known) = (Recorder(), Recorder())
    var countBefore: Int?
    known.onRead = { _, _ in countBefore = crowd.received.count }
    for stream in accepted.dropLast() {
      stream.isNew = true
      stream.attach(crowd)
    }
    accepted[count].attach(known)
    for client in clients { client.write([UInt8]("x")) }
    let most = harness.mostInATurn(until: count) { crowd.received.count }
    #expect(most <= Crowd.most(.reading), "\(most)")
    expectEqual(countBefore.map { $0 <= Crowd.most(.reading) }, true, "\(countBefore ?? -1)")
  }

  @Test("may be closed and released while they wait")
  func gone() throws {
    let harness = try Harness()
    var accepted: [SocketStream] = []
    let listener = try harness.listen { accepted.append($0) }
    let count = Crowd.most(.reading) + 50
    let clients = try harness.connect(count, to: listener)
    harness.run { accepted.count == count && clients.allSatisfy { $0.peerAddress != nil } }
    let crowd = Recorder()
    for stream in accepted {
      stream.isNew = true
      stream.attach(crowd)
    }
    for client in clients { client.write([UInt8]("x")) }
    harness.run { !crowd.received.isEmpty }
    let read = crowd.received.count
    for stream in accepted.prefix(count / 2) { stream.close() }
    accepted = []
    let timer = try Timer(on: harness.loop) { [loop = harness.loop] in loop.stop() }
    timer.start(after: .milliseconds(20))
    harness.run()
    expectEqual(crowd.received.count, read)
  }
}
