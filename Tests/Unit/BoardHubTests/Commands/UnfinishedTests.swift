import BoardDelivery
import BoardHub
import BoardModel
import TestKit
import Testing

@Suite("Unfinished lines and blocks")
struct UnfinishedTests {
  private static let refusal = "refused limit limit=unfinished-bytes max=\(Limits.unfinishedBytes)"
  private static let start = #"{"kind":"ping""# + String(repeating: " ", count: 1_000_000)

  private let scene: HubScene
  /// Nearly as many as there may be, each with a line of a million bytes that has not ended.
  private let clients: [ConnectionID]

  init() throws {
    scene = try HubScene()
    clients = (0..<66).map { [scene] _ in scene.connect() }
    _ = scene.turn()
    for client in clients { say(Self.start, client) }
    let delivery = Sent(scene.turn())
    #expect(clients.allSatisfy { delivery.lines(of: $0).isEmpty })
  }

  @Test("that together exceed the limit cost the longest line: it is discarded")
  func longestLine() {
    let last = scene.connect()
    _ = scene.turn()
    say(Self.start + String(repeating: " ", count: 200_000), last)
    expectEqual(answers(to: last), [Self.refusal])
    say("}\nping here\n", last)
    expectEqual(answers(to: last), ["pong here"])
    for client in clients { finish(client) }
  }

  @Test("that together exceed the limit cost the longest block: it is refused at its end")
  func block() {
    let last = scene.connect()
    _ = scene.turn()
    say("#7 replace list\nsection s1 - A\n", last)
    let row = "item - \(String(repeating: "x", count: 1_000))\n"
    for _ in 0..<1_200 { say(row, last) }
    expectEqual(answers(to: last), [])
    say("end\nping here\n", last)
    expectEqual(
      answers(to: last),
      [
        "#7 \(Self.refusal)", "pong here",
      ])
    for client in clients { finish(client) }
  }

  @Test("no longer count once they end or their connection is closed")
  func gone() {
    for client in clients[..<2] { finish(client) }
    for client in clients[2..<4] { scene.hub.disconnected(client, at: scene.now) }
    let next = (0..<4).map { [scene] _ in scene.connect() }
    _ = scene.turn()
    for client in next {
      say(Self.start, client)
      expectEqual(answers(to: client), [])
    }
    for client in next + clients[4...] { finish(client) }
  }

  private func say(_ text: String, _ client: ConnectionID) {
    Array(text.utf8).withUnsafeBytes {
      var part = $0[...]
      while !part.isEmpty {
        let bytes = UnsafeRawBufferPointer(rebasing: part.prefix(65_536))
        _ = scene.hub.receive(bytes, from: client, at: scene.now)
        part = part.dropFirst(65_536)
        _ = scene.hub.goOn(at: scene.now)
      }
    }
  }

  private func answers(to client: ConnectionID) -> [String] {
    Sent(scene.turn()).lines(of: client).map(\.withoutSentence)
  }

  private func finish(_ client: ConnectionID) {
    say("}\n", client)
    expectEqual(answers(to: client), ["pong"])
  }
}
