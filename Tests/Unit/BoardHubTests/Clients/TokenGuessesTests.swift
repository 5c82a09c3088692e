import BoardModel
import TestKit
import Testing

@testable import BoardDelivery
@testable import BoardHub

@Suite("Wrong tokens for a name")
struct TokenGuessesTests {
  private static let here = PeerOrigin.network(0x7F00_0001)
  private var guesses = TokenGuesses()

  private mutating func guess(_ name: ClientName, times: Int, at seconds: Int = 0) {
    for _ in 0..<times { guesses.note(name, from: Self.here, at: .seconds(seconds)) }
  }

  private mutating func areTooMany(
    for name: ClientName, from origin: PeerOrigin = here, at seconds: Int = 0
  ) -> Bool {
    guesses.areTooMany(for: name, from: origin, at: .seconds(seconds))
  }

  @Test("are too many if there are five of them from one address")
  mutating func five() {
    guess("ann", times: Limits.wrongTokens - 1)
    #expect(!areTooMany(for: "ann"))
    guess("ann", times: 1)
    #expect(areTooMany(for: "ann"))
    #expect(!areTooMany(for: "ben"))
    #expect(!areTooMany(for: "ann", from: PeerOrigin.network(0x7F00_0002)))
  }

  @Test("count for a minute from the first one")
  mutating func minute() {
    guess("ann", times: 1, at: 10)
    guess("ann", times: 4, at: 69)
    #expect(areTooMany(for: "ann", at: 69))
    #expect(!areTooMany(for: "ann", at: 70))
    guess("ann", times: 4, at: 70)
    #expect(!areTooMany(for: "ann", at: 70))
  }

  @Test("are counted for so many names and no more, the last ones")
  mutating func bounded() {
    guess("ann", times: Limits.wrongTokens)
    for number in 1..<Limits.guessedNames { guess(ClientName(unchecked: "u\(number)"), times: 1) }
    #expect(areTooMany(for: "ann"))
    guess("ben", times: Limits.wrongTokens)
    #expect(!areTooMany(for: "ann"))
    #expect(areTooMany(for: "ben"))
  }

  @Test("lock out nobody at another address")
  func elsewhere() throws {
    let scene = try HubScene(.fixed(.zero))
    let ann = scene.connect()
    scene.say("hello ann token=a-long-secret-of-ann", by: ann)
    for _ in 0..<3 {
      let guest = scene.hub.connect(at: scene.now, from: Self.here)
      for _ in 0..<2 { scene.say("hello ann token=a-patient-guess-at-it", by: guest) }
    }
    _ = scene.turn()
    let near = scene.hub.connect(at: scene.now, from: Self.here)
    let far = scene.hub.connect(at: scene.now, from: PeerOrigin.network(1))
    for id in [near, far] { scene.say("hello ann token=a-long-secret-of-ann", by: id) }
    let sent = Sent(scene.turn())
    expectEqual(sent.closed, [near])
    expectEqual(sent.lines(of: far).last, "ok hello ann")
  }
}
