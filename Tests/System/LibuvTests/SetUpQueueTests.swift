import SystemTestKit
import TestKit
import Testing

@testable import Libuv
@testable import Net

@Suite("A queue of layers that are set up")
struct SetUpQueueTests {
  /// A layer whose steps are four bytes each. It is ready after two of them.
  private final class StepLayer: StreamLayer {
    private(set) var received: [[UInt8]] = []
    var isReady: Bool { received.count >= 2 }
    let bufferedBytes = 0

    func stepBytes(in bytes: UnsafeRawBufferPointer) -> Int { bytes.count < 4 ? 0 : 4 }

    func receive(
      _ bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void
    ) -> StreamLayerState {
      received.append(Array(bytes))
      if received.count > 2 { body(bytes) }
      return .open
    }

    func send(_ bytes: UnsafeRawBufferPointer) -> Bool { true }
    func finish() {}
    func withOutput(_ body: (UnsafeRawBufferPointer) -> Void) {}
  }

  /// Streams with layers, each at an address that a proxy has told.
  private final class Crowd {
    let harness: Harness
    let queue = SetUpQueue(mostHeldBytes: 1_024)
    let recorder = Recorder()
    private(set) var clients: [SocketStream] = []
    private(set) var layers: [StepLayer] = []
    private var servers: [SocketStream] = []

    init(at hosts: [String]) throws {
      harness = try Harness()
      for host in hosts {
        let (client, server) = try harness.connectedPair()
        server.proxiedAddresses = ProxiedAddresses(
          client: try SocketAddress(host: host, port: 1),
          server: try SocketAddress(host: "10.0.0.1", port: 1))
        layers.append(StepLayer())
        server.secure(with: layers.last!, in: queue)
        server.attach(recorder)
        clients.append(client)
        servers.append(server)
      }
    }
  }

  @Test("gives the addresses turns, so that the steps of many do not delay those of one")
  func turns() throws {
    let crowd = try Crowd(at: Array(repeating: "10.0.0.2", count: 20) + ["10.0.0.3"])
    for client in crowd.clients.dropLast() { client.write([UInt8]("helo")) }
    crowd.harness.run { crowd.queue.dueCount == 20 }
    crowd.clients[20].write([UInt8]("helo"))
    crowd.harness.run { crowd.queue.dueCount == 21 }
    #expect(crowd.queue.endTurn())
    expectEqual(crowd.layers[20].received, [[UInt8]("helo")])
    expectEqual(crowd.layers.count { !$0.received.isEmpty }, SetUpQueue.stepsInATurn)
    while crowd.queue.endTurn() {}
    #expect(crowd.layers.allSatisfy { $0.received == [[UInt8]("helo")] })
  }

  @Test("ends those that hold the most of incomplete steps if all hold too much, and no others")
  func bufferedBytes() throws {
    let crowd = try Crowd(at: ["10.0.0.2", "10.0.0.3", "10.0.0.4", "10.0.0.5", "10.0.0.6"])
    for (client, bytes) in zip(crowd.clients, ["x", "yyy", "xx", "yyy", "yyy"]) {
      client.write([UInt8](bytes.utf8))
    }
    crowd.harness.run { crowd.queue.bufferedBytes == 12 }
    #expect(crowd.recorder.events.isEmpty)
    crowd.queue.mostHeldBytes = 11
    crowd.clients[0].write([UInt8]("x"))
    crowd.harness.run { crowd.recorder.events.count == 2 }
    expectEqual(crowd.queue.bufferedBytes, 7)
    for client in [0, 2] { crowd.clients[client].write([UInt8]("xx")) }
    crowd.harness.run { crowd.queue.dueCount == 2 }
    #expect(!crowd.queue.endTurn())
    expectEqual(crowd.queue.bufferedBytes, 3)
    expectEqual(crowd.layers[0].received, [[UInt8]("xxxx")])
  }

  @Test("takes a step when all of its bytes have come, and hands on those behind the last one")
  func pieces() throws {
    let crowd = try Crowd(at: ["10.0.0.2", "10.0.0.2"])
    crowd.clients[0].write([UInt8]("he"))
    crowd.clients[1].write([UInt8]("helodoneping"))
    crowd.harness.run { crowd.queue.dueCount == 1 }
    #expect(!crowd.queue.endTurn())
    expectEqual(crowd.layers[1].received, ["helo", "done", "ping"].map { [UInt8]($0) })
    expectEqual(crowd.recorder.text, "ping")
    #expect(crowd.layers[0].received.isEmpty)
    crowd.clients[0].write([UInt8]("lo"))
    crowd.harness.run { crowd.queue.dueCount == 1 }
    #expect(!crowd.queue.endTurn())
    expectEqual(crowd.layers[0].received, [[UInt8]("helo")])
  }
}
