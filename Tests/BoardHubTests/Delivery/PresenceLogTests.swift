import BoardModel
import BoardWire
import Testing

@testable import BoardHub

@Suite("The unsent events of a watcher")
struct PresenceLogTests {
  private static let items = (0..<Limits.sessionItems).map { ItemID("\(Self.long)\($0)")! }
  private static let long = String(repeating: "n", count: 60)

  @Test("exclude replaced events, so that their memory is bounded")
  func void() {
    var log = PresenceLog()
    for _ in 0..<1_000 {
      _ = log.append(.selected(.init("list", by: "ann", Self.items)), origin: nil)
      #expect(log.byteCount < 200_000)
    }
    #expect(log.tail == 0)
    var lines = WireBuffer()
    log.write(since: 0, to: &lines)
    #expect(lines.string.hasPrefix("selected list ann items=n"))
    #expect(lines.string.count { $0 == "\n" } == 1)
  }

  @Test("take at most as many bytes as the limit; the oldest are removed first")
  func full() {
    var log = PresenceLog()
    for number in 1...1_000 {
      let session = SessionID(number)
      _ = log.append(.began(.init(session, on: "list", by: "ann", Self.items)), origin: nil)
      _ = log.append(.ended(session, .cancelled), origin: nil)
      #expect(log.byteCount <= Limits.presenceBytes + 65_536)
    }
    #expect(log.tail > 0)
    var lines = WireBuffer()
    log.write(since: log.tail, to: &lines)
    #expect(lines.string.hasSuffix("drag d1000 ended cancelled\n"))
  }

  @Test("include the end of a drag after a snapshot only for watchers that were sent its beginning")
  func endWithoutBeginning() {
    var log = PresenceLog()
    let session = SessionID(1)
    let began = log.append(.began(.init(session, on: "list", by: "ann", Self.items)), origin: nil)
    // A board that is renamed forgets what it owes, and so does a log that is full.
    log.clear()
    _ = log.append(.ended(session, .cancelled), origin: nil)
    #expect(Self.lines(of: log, since: began) == "drag d1 ended cancelled\n")
    #expect(Self.lines(of: log, since: began - 1) == "")
  }

  private static func lines(of log: borrowing PresenceLog, since number: Int) -> String {
    var lines = WireBuffer()
    log.write(since: number, isBehindSnapshot: true, to: &lines)
    return lines.string
  }
}
