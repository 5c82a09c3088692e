import BoardModel
import TestKit
import Testing

@testable import BoardDelivery
@testable import BoardHub

@Suite("A hub whose database does not answer")
struct UnavailableTests {
  private let scene: HubScene
  private let author, reader: ConnectionID

  init() throws {
    scene = try HubScene(.fixed(.zero))
    (author, reader) = (scene.connect(), scene.connect())
    _ = scene.turn()
  }

  private func buffer(_ lines: String..., from client: ConnectionID) {
    let bytes = Array(lines.map { $0 + "\n" }.joined().utf8)
    _ = bytes.withUnsafeBytes { scene.hub.buffer($0, from: client) }
  }

  private func refuse(
    exceptOf owed: Set<ConnectionID> = [], while mayGoOn: () -> Bool = { true }
  ) -> RefusedInput {
    scene.hub.unavailable.isOn = true
    defer { scene.hub.unavailable.isOn = false }
    return scene.hub.unavailable.refuse(at: scene.now, exceptOf: owed, while: mayGoOn)
  }

  private func lines(_ effects: [Effect], of client: ConnectionID) -> [String] {
    Sent(effects).lines(of: client).map(\.withoutSentence)
  }

  @Test("lets what follows a command wait whose reply is not out, so that replies keep their order")
  func order() {
    // A turn that is not committed: its effects are not performed.
    _ = scene.ask(["open list"], by: reader)
    scene.say("insert 0.0 board=list new", by: author)
    let turn = scene.hub.endTurn(at: scene.now)
    buffer("show list", from: author)
    buffer("show list", from: reader)
    let refused = refuse(exceptOf: [author])
    expectEqual(lines(refused.effects, of: author), [])
    expectEqual(lines(refused.effects, of: reader), ["refused unavailable retry=1s"])
    expectEqual(refused.answered, [reader])
    #expect(!refused.hasMore)
    expectEqual(lines(turn.effects, of: author), ["ok insert i20 at=0.0 rev=101"])
    // Committed: what waits is executed.
    expectEqual(scene.hub.goOn(at: scene.now), [author])
    #expect(
      lines(scene.hub.endTurn(at: scene.now).effects, of: author).first?.hasPrefix("ok show ")
        == true)
  }

  @Test("shows nobody what may not be stored, also not to one that takes something again")
  func unseen() {
    _ = scene.ask(["open list"], by: reader)
    scene.hub.setBlocked(reader, true)
    scene.say("rename-board list other", by: author)
    _ = scene.hub.endTurn(at: scene.now)
    scene.hub.setBlocked(reader, false)
    buffer("ping", from: reader)
    #expect(refuse().effects.isEmpty)
  }

  @Test("answers as much as a turn has time for, and the rest in the next ones, in order")
  func turns() {
    buffer("boards", "boards", "ping", from: author)
    buffer("boards", from: reader)
    var rest = 2
    let first = refuse {
      rest -= 1
      return rest > 0
    }
    #expect(first.hasMore)
    #expect(lines(first.effects, of: author).count < 3)
    let second = refuse()
    #expect(!second.hasMore)
    expectEqual(lines(second.effects, of: author).last, "pong")
    expectEqual(lines(second.effects, of: reader), ["refused unavailable retry=1s"])
  }

  @Test("closes one that quits, and forgets one that has gone")
  func gone() {
    buffer("quit", "boards", from: author)
    buffer("boards", from: reader)
    scene.hub.disconnected(reader, at: scene.now)
    let refused = refuse()
    expectEqual(lines(refused.effects, of: author), ["ok quit", "bye quit"])
    let closes = refused.effects.contains { if case .close(author, _) = $0 { true } else { false } }
    #expect(closes)
    #expect(!refused.hasMore)
    expectEqual(lines(refused.effects, of: reader), [])
  }
}
