import BoardModel
import Net
import Simulation
import SystemTestKit
import TLS
import TestKit
import Testing

/// Two ends of an encrypted connection without a network between them.
private final class Ends {
  let server: any StreamLayer
  let client: any StreamLayer
  private(set) var receivedByServer: [UInt8] = []
  private(set) var receivedByClient: [UInt8] = []
  private(set) var serverState = StreamLayerState.open
  private(set) var clientState = StreamLayerState.open
  /// What is on the way.
  var toServer: [UInt8] = []
  var toClient: [UInt8] = []

  init(_ certificate: TestCertificate, trusting trust: ServerTrust? = nil) throws {
    server = try certificate.identity().makeLayer(answeringOthers: Array("plain\n".utf8))
    client = try (trust ?? .authorities(inFile: certificate.certificate))
      .makeLayer(to: "localhost")
    collect()
  }

  private func collect() {
    server.withOutput { toClient += $0 }
    client.withOutput { toServer += $0 }
  }

  /// Delivers everything in pieces of a size, until nothing is on the way.
  func deliver(inPiecesOf size: Int = .max) {
    while !toServer.isEmpty || !toClient.isEmpty {
      let (up, down) = (toServer.prefix(size), toClient.prefix(size))
      toServer.removeFirst(up.count)
      toClient.removeFirst(down.count)
      if !up.isEmpty { receive(up, at: server, &receivedByServer, &serverState) }
      if !down.isEmpty { receive(down, at: client, &receivedByClient, &clientState) }
      collect()
    }
  }

  private func receive(
    _ bytes: ArraySlice<UInt8>, at layer: any StreamLayer, _ received: inout [UInt8],
    _ state: inout StreamLayerState
  ) {
    var plain: [UInt8] = []
    let new = bytes.withUnsafeBytes { bytes in layer.receive(bytes) { plain += $0 } }
    received += plain
    if state == .open { state = new }
  }

  func send(_ bytes: [UInt8], by layer: any StreamLayer) -> Bool {
    defer { collect() }
    return bytes.withUnsafeBytes { layer.send($0) }
  }

  func finish(_ layer: any StreamLayer) {
    layer.finish()
    collect()
  }
}

@Suite("Encryption")
struct TLSLayerTests {
  private let certificate: TestCertificate

  init() throws { certificate = try TestCertificate(in: Scratch()) }

  @Test("gives nobody what another connection has for the network")
  func apart() throws {
    let identity = try certificate.identity()
    let trust = ServerTrust.authorities(inFile: certificate.certificate)
    let servers = try (0..<2).map { _ in try identity.makeLayer() }
    let clients = try (0..<2).map { _ in try trust.makeLayer(to: "localhost") }
    for (server, client) in zip(servers, clients) {
      var hello: [UInt8] = []
      client.withOutput { hello += $0 }
      hello.withUnsafeBytes { expectEqual(server.receive($0) { _ in }, .open) }
    }
    // The second one is asked first.
    for (server, client) in zip(servers, clients).reversed() {
      var answer: [UInt8] = []
      server.withOutput { answer += $0 }
      answer.withUnsafeBytes { expectEqual(client.receive($0) { _ in }, .open) }
      #expect(client.isReady)
    }
  }

  @Test("carries bytes both ways, however they are split", arguments: [1, 2, 7, 100, 5_000, .max])
  func pieces(size: Int) throws {
    let ends = try Ends(certificate)
    // What is sent before the handshake is held.
    #expect(ends.send(Array("early\n".utf8), by: ends.client))
    #expect(ends.client.bufferedBytes == 6 && !ends.client.isReady)
    ends.deliver(inPiecesOf: size)
    #expect(ends.client.isReady && ends.server.isReady && ends.client.bufferedBytes == 0)
    expectEqual(ends.receivedByServer, Array("early\n".utf8))
    let long = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    #expect(ends.send(long, by: ends.server))
    #expect(ends.send([1, 2, 3], by: ends.client))
    ends.deliver(inPiecesOf: size)
    expectEqual(ends.receivedByClient, long)
    expectEqual(ends.receivedByServer.suffix(3), [1, 2, 3])
    ends.finish(ends.client)
    ends.deliver(inPiecesOf: size)
    #expect(ends.serverState == .ended && ends.clientState == .open)
  }

  @Test("fails if a byte is changed, and delivers nothing of that")
  func changedBytes() throws {
    for seed in 0..<50 {
      var random = SeededRandom(seed: seed)
      let ends = try Ends(certificate)
      ends.deliver()
      let sent = [UInt8](repeating: 7, count: 100)
      #expect(ends.send(sent, by: ends.client))
      #expect(ends.send(sent, by: ends.client))
      let place = Int.random(in: 0..<ends.toServer.count, using: &random)
      ends.toServer[place] ^= UInt8.random(in: 1...255, using: &random)
      ends.deliver()
      // A changed length may also wait for more.
      let isFailed = if case .failed = ends.serverState { true } else { false }
      #expect(isFailed || ends.serverState == .open, "seed \(seed)")
      #expect(ends.receivedByServer.count <= 100, "seed \(seed)")
      #expect(ends.receivedByServer.allSatisfy { $0 == 7 }, "seed \(seed)")
    }
  }

  @Test("answers a peer that does not speak TLS")
  func plainPeer() throws {
    let ends = try Ends(certificate)
    ends.toServer = Array("hello ann\n".utf8)
    ends.deliver()
    guard case .failed(let fault) = ends.serverState else {
      Issue.record("\(ends.serverState)")
      return
    }
    expectEqual(fault.description, "the peer does not speak TLS")
    expectEqual(fault.answer, Array("plain\n".utf8))
    expectEqual(ends.receivedByServer, [])
  }

  @Test("fails on any bytes instead of a handshake, and stays failed")
  func garbage() throws {
    for seed in 0..<200 {
      var random = SeededRandom(seed: seed)
      let ends = try Ends(certificate)
      let count = Int.random(in: 1...2_000, using: &random)
      ends.toServer =
        [22, 3, 1] + (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      ends.deliver(inPiecesOf: Int.random(in: 1...500, using: &random))
      #expect(ends.receivedByServer == [] && !ends.server.isReady, "seed \(seed)")
      if case .failed = ends.serverState {
        #expect(!ends.send([1], by: ends.server), "seed \(seed)")
      }
    }
  }

  @Test("names what is wrong with a certificate")
  func certificates() throws {
    let scratch = try Scratch()
    func fault(_ certificate: TestCertificate, trusting trust: ServerTrust?) throws -> String? {
      let ends = try Ends(certificate, trusting: trust)
      ends.deliver()
      guard case .failed(let fault) = ends.clientState else { return nil }
      #expect(!ends.client.isReady)
      return fault.description
    }
    let authority = try TestCertificate("authority", in: scratch, isAuthority: true)
    let trust = ServerTrust.authorities(inFile: authority.certificate)
    let issued = try TestCertificate(in: scratch, issuedBy: authority)
    expectNil(try fault(issued, trusting: trust))
    try expectEqual(
      fault(issued, trusting: .system),
      "the certificate of localhost is of an unknown authority; if that is right, name its file in "
        + "DROPLINE_CA")
    expectNil(try fault(issued, trusting: .anybody))
    try expectEqual(
      fault(certificate, trusting: .system),
      "the certificate of localhost is signed by itself; if that is right, name it in DROPLINE_CA")
    let other = try TestCertificate("other.example", in: scratch, issuedBy: authority)
    try expectEqual(
      fault(other, trusting: trust), "the certificate of localhost is for another name")
    let old = try TestCertificate(in: scratch, days: -1, issuedBy: authority)
    try expectEqual(fault(old, trusting: trust), "the certificate of localhost has expired")
    expectNil(try fault(old, trusting: .anybody))
  }

  @Test("needs files that can be read and belong together")
  func files() throws {
    let other = try TestCertificate("other.example", in: Scratch())
    #expect(throws: TLSFault.self) {
      try ServerIdentity(certificate: certificate.certificate, key: other.key)
    }
    #expect(throws: TLSFault.self) {
      try ServerIdentity(certificate: "/nonexistent", key: certificate.key)
    }
    #expect(throws: TLSFault.self) {
      try ServerTrust.authorities(inFile: certificate.key).makeLayer(to: "localhost")
    }
  }
}
