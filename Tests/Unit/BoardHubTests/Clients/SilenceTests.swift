import BoardModel
import BoardWire
import TestKit
import Testing

@testable import BoardDelivery
@testable import BoardHub

@Suite("A silent connection (rule 1.8)")
struct SilenceTests {
  private var scene: HubScene

  init() throws { scene = try HubScene(.fixed(.zero)) }

  /// Who is closed after so much time.
  private mutating func wait(_ milliseconds: Int) -> [ConnectionID] {
    scene.pass(.milliseconds(milliseconds))
    let sent = Sent(scene.turn())
    for id in sent.closed {
      expectEqual(sent.lines(of: id).last?.hasPrefix("bye idle"), true)
      scene.hub.disconnected(id, at: scene.now)
    }
    return sent.closed
  }

  private func connect() -> ConnectionID { scene.hub.connect(at: scene.now) }

  /// Sends bytes without the end of a line.
  private func begin(_ bytes: [UInt8], by id: ConnectionID) {
    _ = bytes.withUnsafeBytes { scene.hub.receive($0, from: id, at: scene.now) }
  }

  @Test("may say its first line at any time, as long as there is room")
  mutating func newcomer() {
    let silent = connect()
    for _ in 0..<3 { expectEqual(wait(40_000_000), []) }
    expectNil(scene.nextDeadline)
    scene.say("ping", by: silent)
    expectEqual(Sent(scene.turn()).lines(of: silent).last, "pong")
  }

  @Test("ends 60 s after it began its first line, and not if it only negotiated telnet options")
  mutating func beginnings() {
    let (typing, telnet) = (connect(), connect())
    expectEqual(wait(100_000), [])
    begin(Array("p".utf8), by: typing)
    begin([0xFF, 0xFD, 0x01], by: telnet)
    _ = scene.turn()
    expectEqual(wait(59_000), [])
    begin(Array("i".utf8), by: typing)
    expectEqual(wait(999), [])
    expectEqual(wait(1), [typing])
    expectEqual(wait(100_000), [])
  }

  @Test("is never ended between lines", arguments: ["ping", "", "nonsense", "batch list"])
  mutating func thinking(_ line: String) {
    let id = connect()
    scene.say(line, by: id)
    _ = wait(0)
    for _ in 0..<3 { expectEqual(wait(40_000_000), []) }
    expectNil(scene.nextDeadline)
  }

  @Test("ends without a first line after 10 s if nine tenths of the connections are taken")
  mutating func crowded() {
    scene.hub.room.limit = 10
    let early = (0..<8).map { _ in connect() }
    expectEqual(wait(11_000), [])
    let last = connect()
    scene.say("ping", by: last)
    expectEqual(wait(0), early)
    expectEqual(wait(100_000), [])
    let later = (0..<8).map { _ in connect() }
    _ = wait(0)
    expectEqual(scene.nextDeadline, scene.now + .seconds(10))
    expectEqual(wait(9_999), [])
    expectEqual(wait(1), later)
  }

  @Test("ends if it sends nothing for 60 s inside a line")
  mutating func unfinished() {
    let id = connect()
    begin(Array("ping\npi".utf8), by: id)
    expectEqual(wait(59_000), [])
    begin(Array("ng".utf8), by: id)
    expectEqual(wait(59_999), [])
    expectEqual(wait(1), [id])
  }

  @Test("ends inside a telnet command, and inside a line that is too long")
  mutating func skipped() {
    let ids = [connect(), connect()]
    for id in ids { scene.say("ping", by: id) }
    begin([0xFF, 0xFA, 0x22], by: ids[0])
    begin([UInt8](repeating: 0x78, count: 5_000), by: ids[1])
    expectEqual(wait(59_999), [])
    expectEqual(wait(1), ids)
  }

  @Test("may go on if it ends its line in time, however often it begins one")
  mutating func finished() {
    let id = connect()
    scene.say("ping", by: id)
    for _ in 0..<5 {
      begin(Array("pi".utf8), by: id)
      expectEqual(wait(59_000), [])
      begin(Array("ng\n".utf8), by: id)
    }
    expectEqual(wait(1_000_000), [])
  }

  @Test("is not ended inside a line while the server does not read it")
  mutating func blocked() {
    let id = connect()
    begin(Array("ping\npi".utf8), by: id)
    _ = wait(0)
    scene.hub.setBlocked(id, true, unsentBytes: 70_000)
    expectEqual(wait(600_000), [])
    scene.hub.setBlocked(id, false)
    expectEqual(wait(60_000), [id])
  }

  @Test("costs no memory and no timer between lines, and those that are gone cost none")
  mutating func memory() {
    for _ in 0..<1_000 { scene.say("ping", by: connect()) }
    scene.goOn()
    for _ in 0..<5_000 {
      let id = connect()
      scene.say("ping", by: id)
      _ = wait(1)
      scene.hub.disconnected(id, at: scene.now)
    }
    let silent = connect()
    for _ in 0..<5_000 {
      let id = connect()
      scene.say("ping", by: id)
      scene.hub.disconnected(id, at: scene.now)
    }
    expectEqual(wait(60_000), [])
    #expect(scene.hub.silent.entryCount <= 2 * scene.hub.room.count + 65)
    scene.hub.disconnected(silent, at: scene.now)
  }
}

@Suite("Room for a new connection (rule 1.9)")
struct RoomTests {
  private var scene: HubScene

  init() throws { scene = try HubScene(.fixed(.zero)) }

  /// A guest that has said something, a second before the next one.
  private mutating func guest(_ lines: String...) -> ConnectionID {
    let id = scene.hub.connect(at: scene.now)
    for line in ["ping"] + lines { scene.say(line, by: id) }
    _ = scene.turn()
    scene.pass(.seconds(1))
    return id
  }

  /// Who makes room, and is gone then.
  private func makeRoom(
    _ unsentBytes: (ConnectionID) -> Int = { _ in 0 }
  ) -> (id: ConnectionID, farewell: [UInt8])? {
    guard let room = scene.hub.room.makeRoom(at: scene.now, unsentBytes: unsentBytes) else {
      return nil
    }
    scene.hub.disconnected(room.id, at: scene.now)
    return room
  }

  @Test("is made by the guest that has been idle for the longest time and watches nothing")
  mutating func idle() {
    let watcher = guest("open list")
    let named = guest("hello ann")
    let guests = [guest(), guest(), guest()]
    scene.say("ping", by: guests[0])
    _ = scene.turn()
    scene.pass(.seconds(1))
    expectEqual(makeRoom()?.id, guests[1])
    scene.say("close", by: watcher)
    _ = scene.turn()
    expectEqual([makeRoom()?.id, makeRoom()?.id], [guests[2], guests[0]])
    expectNil(makeRoom())
    scene.pass(.seconds(1))
    expectEqual(makeRoom()?.id, watcher)
    scene.pass(.seconds(600))
    expectNil(makeRoom())
    expectEqual(scene.hub.room.count, 1)
    scene.say("ping", by: named)
    expectEqual(Sent(scene.turn()).lines(of: named), ["pong"])
  }

  @Test("is not made by a guest that has sent something since it was found idle")
  mutating func active() {
    let guests = [guest(), guest(), guest()]
    expectEqual(makeRoom()?.id, guests[0])
    scene.say("ping", by: guests[1])
    _ = scene.turn()
    expectEqual(makeRoom()?.id, guests[2])
    expectNil(makeRoom())
  }

  @Test("is made with bye idle, in the form of the connection")
  mutating func farewell() throws {
    _ = guest()
    _ = guest("hello form=json")
    let lines = [makeRoom(), makeRoom()].map { String(decoding: $0?.farewell ?? [], as: UTF8.self) }
    #expect(lines[0].hasPrefix("bye idle ") && lines[0].hasSuffix("\n"))
    #expect(lines[1].hasPrefix(#"{"kind":"bye","reason":"idle""#))
  }

  @Test("is made first by a connection that has taken nothing of its answers for 60 s")
  mutating func stalled() {
    let waiting = guest()
    let (stuck, slow) = (guest("open list"), guest("open list"))
    for id in [stuck, slow] { scene.hub.setBlocked(id, true, unsentBytes: 9_000) }
    scene.pass(.seconds(59))
    let unsent = { (id: ConnectionID) in id == slow ? 8_999 : 9_000 }
    expectEqual(makeRoom(unsent)?.id, stuck)
    expectEqual(makeRoom(unsent)?.id, waiting)
    expectNil(makeRoom(unsent))
    scene.pass(.seconds(60))
    expectEqual(makeRoom(unsent)?.id, slow)
  }

  @Test("is looked for once a second if there is none, and once for many that are given up")
  mutating func searches() {
    for _ in 0..<200 { _ = guest() }
    #expect(makeRoom() != nil)
    expectEqual(scene.hub.silent.dispensable.count, 63)
    for _ in 0..<199 { #expect(makeRoom() != nil) }
    expectNil(makeRoom())
    expectEqual(scene.hub.silent.nextSearch, scene.now + .seconds(1))
  }
}
