import BoardDelivery
import BoardHub
import BoardModel
import TestKit
import Testing

@Suite("Long-running lines")
struct LongLineTests {
  @Test("are executed one at a time, so that other clients wait for one line and not for all")
  func oneAtATime() throws {
    let scene = try HubScene()
    let long = (0..<3).map { _ in scene.connect() }
    let other = scene.connect()
    _ = scene.turn()
    for client in long {
      #expect(receive(start, from: client, in: scene))
      #expect(!receive("}\nping 1\n", from: client, in: scene))
    }
    #expect(receive("ping\n", from: other, in: scene))
    expectEqual(answers(in: scene, to: other), ["pong"])
    for turn in 0..<3 {
      #expect(scene.hub.hasUnread)
      expectEqual(scene.hub.goOn(at: scene.now), [long[turn]])
      let delivery = Sent(scene.turn())
      for client in long {
        expectEqual(delivery.lines(of: client), (client == long[turn] ? ["pong", "pong 1"] : []))
      }
    }
    #expect(!scene.hub.hasUnread)
  }

  /// A command without its end.
  private var start: String {
    #"{"kind":"ping""# + String(repeating: " ", count: Limits.unsentBytes)
  }

  private func receive(_ text: String, from client: ConnectionID, in scene: HubScene) -> Bool {
    Array(text.utf8).withUnsafeBytes { scene.hub.receive($0, from: client, at: scene.now) }
  }

  private func answers(in scene: HubScene, to client: ConnectionID) -> [String] {
    Sent(scene.turn()).lines(of: client)
  }
}
