import BoardModel
import BoardTesting
import SystemTestKit
import TestKit
import Testing

@testable import BoardServer

@Suite("Very many frames of one client")
struct ManyFramesTests {
  @Test("are at most 4,096 in a turn, and those of a piece of 4,096 bytes")
  func count() throws {
    let server = try TestServer(boards: []) {
      $0.epoch = Epoch("frames")!
      $0.place = .memory
    }
    let client = try WebSocketClient(port: server.webPort)
    let pings = Array(repeating: WebSocketClient.frame(0x89, []), count: 40_000)
    client.send(raw: Array(pings.joined()) + WebSocketClient.frame(0x81, Array("ping over".utf8)))
    try expectEqual(client.lines { $0 == "pong over" }.last, "pong over")
    let most = try #require(server.control.ask { $0.web?.mostFrames ?? 0 })
    #expect(most > 1_000 && most <= 4_096 + 4_096 / 6, "\(most)")
  }

  @Test("are read in turns, in their order, and the latest of the pings among them is answered")
  func turns() throws {
    let server = try TestServer(boards: []) {
      $0.epoch = Epoch("frames")!
      $0.place = .memory
    }
    _ = server.control.ask { $0.web?.framesPerTurn = 7 }
    let client = try WebSocketClient(port: server.webPort)
    let ping = WebSocketClient.frame(0x89, [])
    var bytes: [UInt8] = []
    for number in 0..<200 {
      bytes += WebSocketClient.frame(0x81, Array("ping \(number)".utf8))
      for _ in 0..<99 { bytes += ping }
    }
    let other = try WebSocketClient(port: server.webPort)
    client.send(raw: bytes + WebSocketClient.frame(0x89, [7]))
    other.send("ping other")
    try expectEqual(other.lines { $0 == "pong other" }.last, "pong other")
    client.halfClose()
    var (text, pongs): (String, [[UInt8]]) = ("", [])
    while let frame = try client.frame(), frame.first != 0x88 {
      if frame.first == 0x8A {
        pongs.append(frame.payload)
      } else {
        text += String(decoding: frame.payload, as: UTF8.self)
      }
    }
    let lines = text.split(separator: "\n").dropFirst()
    expectEqual(lines.dropLast(), (0..<200).map { "pong \($0)" }[...])
    expectEqual(lines.last?.hasPrefix("bye quit"), true)
    #expect(pongs.count < 19_801 && pongs.last == [7], "\(pongs.count) pongs")
  }
}
