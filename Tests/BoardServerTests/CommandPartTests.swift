import ArgumentParser
import Testing

@testable import dropline

@Suite("The parts of the commands")
struct CommandPartTests {
  @Test(
    "take addresses as people write them",
    arguments: [
      ("localhost:1", "localhost", 1), ("example.org", "example.org", 7667),
      (":80", "localhost", 80),
      ("[::1]:9", "::1", 9), ("[::1]", "::1", 7667), ("::1", "::1", 7667),
      ("1.2.3.4:5", "1.2.3.4", 5),
    ])
  func addresses(_ text: String, _ host: String, _ port: Int) throws {
    let address = try #require(ServerAddress(argument: text))
    #expect(address.host == host)
    #expect(Int(address.port) == port)
  }

  @Test("take no address that is none", arguments: ["", "a:", "a:b", "a:0", "a:65536", "a:1:x"])
  func noAddresses(_ text: String) { #expect(ServerAddress(argument: text)?.port == nil) }

  @Test("take times with a unit")
  func times() {
    #expect(TimeOption(argument: "250ms")?.duration == .milliseconds(250))
    #expect(TimeOption(argument: "2s")?.duration == .seconds(2))
    #expect(TimeOption(argument: "5m")?.duration == .seconds(300))
    for text in ["", "s", "5", "-1s", "1.5s", "99999999999s"] {
      #expect(TimeOption(argument: text) == nil, "\(text)")
    }
    #expect(TimeOption(.milliseconds(1_500)).description == "1500ms")
    #expect(TimeOption(.seconds(10)).description == "10s")
  }

  @Test("collect a block up to its end, whatever its rows say, and nothing else")
  func blocks() {
    var block = LineBlock()
    #expect(block.add("") == nil && block.add("   ") == nil)
    #expect(block.add("end") == "end")
    #expect(block.add("#t Batch list") == nil)
    #expect(block.add("") == nil)
    #expect(block.add("insert 0.0 - - batch") == nil)
    #expect(block.add("replace x") == nil)
    #expect(!block.isEmpty)
    #expect(block.add("END ") == "#t Batch list\ninsert 0.0 - - batch\nreplace x\nEND ")
    #expect(block.isEmpty)
    #expect(block.add("{\"do\":\"batch\"}") == "{\"do\":\"batch\"}")
  }

  @Test("know batches and snapshots in both forms, however a text looks")
  func messages() throws {
    let lines: [(String, TailMessage.Kind)] = [
      ("batch list 1 2 0", .batch(to: 2)), ("board list 7 0 0", .snapshot(at: 7)),
      ("{\"batch\":\"list\",\"from\":1,\"to\":2,\"rows\":[{\"to\":\"0.0\"}]}", .batch(to: 2)),
      ("{\"snapshot\":\"list\",\"revision\":7,\"sections\":[{\"title\":\"x\"}]}", .snapshot(at: 7)),
      ("{\"drag\":\"d1\",\"event\":\"began\",\"board\":\"list\"}", .event),
      ("selected list a", .event),
      ("{\"bye\":\"quit\"}", .goodbye), ("pong {\"ok\":1}", .pong),
      ("{\"refused\":\"x\"}", .refused),
      ("news from 1 2 3", .other), ("{\"news\":\"batch\",\"to\":1}", .other),
    ]
    for (line, kind) in lines {
      var reader = TailReader()
      #expect(try reader.take(line)?.kind == kind, "\(line)")
    }
    var reader = TailReader()
    #expect(try reader.take("batch list 1 2 2") == nil)
    #expect(try reader.take("reload 0.0 a batch list 2 3 0") == nil)
    #expect(try reader.take("board list 1 1 1")?.lines.count == 3)
    for line in ["{\"batch\":\"list\",\"rows\":[{\"a\":1,\"to\":2}]}", "{\"snapshot\":\"list\"}"] {
      var reader = TailReader()
      #expect(throws: Complaint.self) { try reader.take(line) }
    }
  }

  @Test("allow a lease less time and a listing more lines, and nothing else")
  func slack() {
    func allows(_ expected: String, _ line: String, after command: String = "x") -> Bool {
      CheckSlack(expected: expected, command: command).allows(line)
    }
    #expect(allows("refused leased a ann d1 20", "refused leased a ann d1 19; Somebody has it."))
    #expect(!allows("refused leased a ann d1 20", "refused leased a ann d1 21"))
    #expect(!allows("refused leased a ann d1 20", "refused leased a ann d1 9"))
    #expect(!allows("refused leased a ann d1 20", "refused leased a ben d1 19"))
    let object = "{\"refused\":\"leased\",\"item\":\"a\",\"seconds\":20}"
    #expect(
      allows(object, "{\"refused\":\"leased\",\"item\":\"a\",\"seconds\":19,\"sentence\":\"x\"}"))
    #expect(allows("ok boards 2", "ok boards 9", after: "boards\n"))
    #expect(!allows("ok boards 2", "ok boards 1", after: "boards\n"))
    #expect(!allows("ok who 2", "ok who 9", after: "who list\n"))
    #expect(!allows("ok insert i1 0.0 2", "ok insert i1 0.0 3"))
  }

  @Test("write JSON that holds nothing to steer a terminal by")
  func json() {
    let object = JSONObject(("a\"b", "x\\\n\u{1B}\u{202E}é🍐"), ("n", 7), ("list", [true, false]))
    #expect(
      object.json == "{\"a\\\"b\":\"x\\\\\\u000a\\u001b\\u202eé🍐\",\"n\":7,\"list\":[true,false]}")
  }
}
