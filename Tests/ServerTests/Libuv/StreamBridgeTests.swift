import Libuv
import SystemTestKit
import TLS
import TestKit
import Testing

@Suite("A bridge between two connections")
struct StreamBridgeTests {
  /// A listener whose clients are passed on to a server, both on one loop with the test.
  private final class Stage {
    let harness: Harness
    let loop: EventLoop
    var server: SocketListener?
    var door: SocketListener?
    var bridges: [StreamBridge] = []
    var closedCount = 0
    var wasReached: [Bool] = []
    let peer = Peer()

    init(reachesServer: Bool = true, certificate digest: String? = nil) throws {
      harness = try Harness()
      loop = harness.loop
      let certificate = try EphemeralCertificate()
      let identity = try ServerIdentity(certificate)
      let address = try SocketAddress(host: "127.0.0.1", port: 0)
      server = try SocketListener(at: address, on: loop) { [unowned self] in
        guard let stream = try? $0.get() else { return }
        stream.secure(with: try! identity.makeLayer())
        peer.take(stream)
      }
      let trust = ServerTrust.certificate(digest: digest ?? certificate.digest)
      let target = try SocketAddress(host: "127.0.0.1", port: reachesServer ? server!.port : 1)
      door = try SocketListener(at: address, on: loop) { [unowned self] in
        guard let client = try? $0.get() else { return }
        bridges.append(
          try! StreamBridge(
            from: client, to: .internet(target), through: try! trust.makeLayer(to: "the server"),
            header: [0x48], on: loop
          ) { [unowned self] bridge in
            closedCount += 1
            wasReached.append(bridge.wasConnected)
          })
      }
    }

    /// Runs the loop until a condition holds.
    func run(until isDone: @escaping () -> Bool) {
      if !isDone() { harness.run(until: isDone) }
    }

    /// Runs the loop until a figure has been the same for a thousand turns.
    func rest(_ figure: @escaping () -> Int) throws -> Int {
      var (last, count) = (-1, 0)
      let timer = try Timer(on: loop) {}
      timer.start(after: .zero, repeating: .milliseconds(1))
      run {
        count = figure() == last ? count + 1 : 0
        last = figure()
        return count >= 1_000
      }
      timer.stop()
      return last
    }
  }

  /// One end of a bridge.
  private final class Peer: SocketStreamHandler {
    var stream: SocketStream?
    var received: [UInt8] = []
    var hasEnded = false
    var isClosed = false

    func take(_ stream: SocketStream, reading: Bool = true) {
      self.stream = stream
      stream.handler = self
      if reading { stream.startReading() }
    }

    func streamDidRead(_ stream: SocketStream, _ bytes: RawSpan) {
      bytes.withUnsafeBytes { received += $0 }
    }
    func streamDidEnd(_ stream: SocketStream) { hasEnded = true }
    func streamDidDrain(_ stream: SocketStream) {}
    func streamDidClose(_ stream: SocketStream, error: UVError?) { isClosed = true }
  }

  private func client(of stage: Stage, reading: Bool = true) throws -> Peer {
    let peer = Peer()
    let address = try SocketAddress(host: "127.0.0.1", port: stage.door!.port)
    try SocketStream.connect(to: .internet(address), on: stage.loop) {
      if let stream = try? $0.get() { peer.take(stream, reading: reading) }
    }
    stage.run { peer.stream != nil }
    return peer
  }

  @Test("passes on bytes and the end of each side by itself, behind the header")
  func bothWays() throws {
    let stage = try Stage()
    let client = try client(of: stage)
    client.stream?.write(Array("ping".utf8))
    stage.run { stage.peer.received.count == 5 }
    #expect(stage.peer.received == Array("Hping".utf8))
    client.stream?.finishWriting()
    stage.run { stage.peer.hasEnded }
    stage.peer.stream?.write(Array("pong".utf8))
    stage.peer.stream?.finishWriting()
    stage.run { client.hasEnded && stage.closedCount == 1 }
    #expect(client.received == Array("pong".utf8))
    #expect(stage.wasReached == [true])
  }

  @Test("reads no more from one side than the other one takes, and goes on when it does")
  func backPressure() throws {
    let stage = try Stage()
    let client = try client(of: stage, reading: false)
    stage.run { stage.peer.stream != nil }
    let bytes = (0..<32 << 20).map { UInt8(truncatingIfNeeded: $0 % 251) }
    stage.peer.stream?.write(bytes)
    // What the kernel and the bridge do not hold stays with the server.
    let unsent = try stage.rest { stage.peer.stream?.unsentBytes ?? 0 }
    #expect(unsent > 8 << 20)
    client.stream?.startReading()
    stage.run { client.received.count == bytes.count }
    #expect(client.received == bytes)
  }

  @Test("closes both when one is reset")
  func reset() throws {
    let stage = try Stage()
    let client = try client(of: stage)
    stage.run { stage.bridges.first?.wasConnected == true }
    stage.peer.stream?.reset()
    stage.run { client.isClosed || client.hasEnded }
    #expect(stage.closedCount == 1)
  }

  @Test("passes nothing on to a server with another certificate, and leaves the client open")
  func stranger() throws {
    let stage = try Stage(certificate: "SHA256:" + String(repeating: "0", count: 64))
    let client = try client(of: stage)
    client.stream?.write(Array("ping".utf8))
    stage.run { stage.closedCount == 1 }
    #expect(stage.wasReached == [false])
    #expect(
      stage.bridges[0].fault?.description
        == "the server has another certificate than it should have")
    #expect(stage.peer.received == [] && stage.bridges[0].client.isOpen)
    stage.bridges[0].client.close()
    // What it has sent was not read, so this is a reset.
    stage.run { client.hasEnded || client.isClosed }
  }

  @Test("leaves the client open if the server cannot be reached")
  func unreached() throws {
    let stage = try Stage(reachesServer: false)
    let client = try client(of: stage)
    stage.run { stage.closedCount == 1 }
    #expect(stage.wasReached == [false])
    #expect(stage.bridges[0].client.isOpen)
    #expect(!client.hasEnded && !client.isClosed)
    stage.bridges[0].client.close()
    stage.run { client.hasEnded }
  }
}
