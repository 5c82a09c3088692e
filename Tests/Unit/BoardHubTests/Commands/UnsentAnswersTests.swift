import BoardDelivery
import BoardHub
import BoardModel
import TestKit
import Testing

@Suite("The replies to a client that does not read")
struct UnsentAnswersTests {
  private let ping = "ping " + String(repeating: "x", count: 94)

  /// Lets a client that has not taken so many bytes ask a hundred times.
  private func answers(unsentBytes: Int) throws -> (hub: Hub, client: ConnectionID, bytes: Int) {
    var scene = try HubScene()
    let client = scene.watcher()
    scene.hub.setBlocked(client, unsentBytes > 0, unsentBytes: unsentBytes)
    scene.say(Array(repeating: ping, count: 100).joined(separator: "\n"), by: client)
    let bytes = Sent(scene.turn()).writes[client]?.joined().utf8.count ?? 0
    return (scene.hub, client, bytes)
  }

  @Test("count with its unsent bytes: the reply that reaches the limit is the last")
  func limit() throws {
    for room in [1, 100, 101, 5_000] {
      let (hub, client, bytes) = try answers(unsentBytes: Limits.unsentBytes - room)
      #expect(bytes >= room)
      #expect(bytes < room + 100)
      #expect(hub.room.waitingBytes(of: client) > 0)
      #expect(!hub.hasUnread)
    }
  }

  @Test("are written while there is room, and the rest once the client has read")
  func room() throws {
    try expectEqual(answers(unsentBytes: 50_000).bytes, 100 * 100)
    let (hub, client, first) = try answers(unsentBytes: Limits.unsentBytes - 950)
    hub.setBlocked(client, false)
    #expect(hub.hasUnread)
    expectEqual(hub.goOn(at: .seconds(100)), [client])
    let rest = Sent(hub.endTurn(at: .seconds(100)).effects).writes[client]?.joined().utf8.count
    expectEqual(first, 1_000)
    expectEqual(rest, 100 * 100 - first)
  }
}
