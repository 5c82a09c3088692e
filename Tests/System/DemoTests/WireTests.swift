import SystemTestKit
import TestKit
import Testing

@testable import dropline

@Suite("A relay")
struct WireTests {
  @Test("passes on the lines of client and server")
  func passing() throws {
    let bench = try Bench()
    let wire = try Wire(to: bench.address, on: bench.loop)
    let client = try Plain(to: wire.address, on: bench.loop)
    client.say("ping there?")
    bench.run { client.text.hasSuffix("pong there?\n") }
    #expect(client.text.hasPrefix("dropline 1 epoch="))
    expectEqual(wire.meter.bytes, client.text.utf8.count)
    client.say("quit")
    bench.run { client.isClosed }
    #expect(client.text.hasSuffix("bye quit\n"))
  }

  @Test("that stalls makes the server wait and then send one batch for all changes")
  func stalling() throws {
    let bench = try Bench()
    let wire = try Wire(to: bench.address, on: bench.loop)
    let client = try Plain(to: wire.address, on: bench.loop)
    client.say("open kanban")
    client.say("ping")
    bench.run { client.text.hasSuffix("pong\n") }
    wire.stall()
    let author = try Plain(to: bench.address, on: bench.loop)
    let long = String(repeating: "x", count: 900)
    var count = 0
    func edit() {
      count += 1
      author.say("edit i1 board=kanban \(long) number \(count)")
      bench.run { author.text.hasSuffix(" at=0.0 rev=\(count)\n") }
    }
    // The kernel holds some for the stalled client; from then on the server waits.
    while bench.server.unsentBytes.allSatisfy({ $0 == 0 }) { edit() }
    let held = count
    while count < held + 300 { edit() }
    #expect(!client.text.contains("number \(count)"))
    wire.goOn()
    bench.run { client.text.contains("number \(count)\n") }
    #expect(wire.meter.widest >= 300)
    #expect(wire.meter.batches <= held + 1)
  }

  @Test("that breaks stops within a line, and passes nothing until it is repaired")
  func breaking() throws {
    let bench = try Bench()
    let wire = try Wire(to: bench.address, on: bench.loop)
    wire.breakDown(after: 10)
    let first = try Plain(to: wire.address, on: bench.loop)
    bench.run { first.isClosed }
    #expect(first.text.utf8.count <= 10)
    #expect(wire.isBroken)
    let second = try Plain(to: wire.address, on: bench.loop)
    let witness = try Plain(to: bench.address, on: bench.loop)
    witness.say("ping")
    bench.run { witness.text.hasSuffix("pong\n") }
    expectEqual(second.text, "")
    wire.mend()
    bench.run { second.text.hasSuffix("\n") }
    #expect(second.text.hasPrefix("dropline 1 epoch="))
    #expect(!second.isClosed)
  }
}
