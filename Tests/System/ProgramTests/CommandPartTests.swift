import ArgumentParser
import BoardClient
import BoardModel
import BoardWire
import Net
import TestKit
import Testing

@testable import dropline

@Suite("The parts of the commands")
struct CommandPartTests {
  @Test(
    "parse addresses in all common forms",
    arguments: [
      ("localhost:1", "localhost", 1), ("example.org", "example.org", 7667),
      (":80", "localhost", 80),
      ("[::1]:9", "::1", 9), ("[::1]", "::1", 7667), ("::1", "::1", 7667),
      ("1.2.3.4:5", "1.2.3.4", 5), ("7667", "localhost", 7667), ("80", "localhost", 80),
    ])
  func addresses(_ text: String, _ host: String, _ port: Int) throws {
    let address = try #require(ServerAddress(argument: text))
    expectEqual(address.place, .host(host, port: UInt16(port)))
  }

  @Test(
    "refuse invalid addresses",
    arguments: ["", "a:", "a:b", "a:0", "a:65536", "a:1:x", "0", "65536"])
  func noAddresses(_ text: String) { expectNil(ServerAddress(argument: text)) }

  @Test("accept durations with a unit")
  func times() {
    expectEqual(TimeOption(argument: "250ms")?.duration, .milliseconds(250))
    expectEqual(TimeOption(argument: "2s")?.duration, .seconds(2))
    expectEqual(TimeOption(argument: "5m")?.duration, .seconds(300))
    for text in ["", "s", "5", "-1s", "1.5s", "99999999999s"] {
      expectNil(TimeOption(argument: text), "\(text)")
    }
    expectEqual(TimeOption(.milliseconds(1_500)).description, "1500ms")
    expectEqual(TimeOption(.seconds(10)).description, "10s")
  }

  @Test("collect a block up to its end, whatever its rows contain, and no more")
  func blocks() throws {
    var typed = PromptLines()
    for line in ["", "   "] { expectNil(typed.add(line)) }
    expectEqual(typed.add("ping")?.lines, ["ping"])
    expectNil(typed.add("#t Batch list"))
    for row in ["", "insert 0.0 - batch", "delete 0.1 -"] { expectNil(typed.add(row)) }
    expectEqual(typed.blockLines, 4)
    let ended = typed.add("end ")
    let block = try #require(ended)
    expectEqual(block.lines, ["#t Batch list", "", "insert 0.0 - batch", "delete 0.1 -", "end "])
    expectEqual(block.tag, "t")
    expectEqual(block.request, .success(.block(.batch(.init("list")))))
    expectEqual(typed.blockLines, 0)
    expectNil(typed.add("replace list"))
    expectNil(typed.add("delete 0.0 -"))
    expectEqual(typed.add("end")?.request, .failure(.badRow(1)))
    expectNil(typed.add("batch list"))
    typed.cancel()
    expectEqual(typed.add("end")?.request, .failure(.unknownVerb("end")))
  }

  @Test("read JSON objects as the lines that they encode")
  func objects() {
    var typed = PromptLines()
    let ping = typed.add("{\"kind\":\"ping\",\"text\":\"a\\u000ab\",\"tag\":\"7\"}")
    expectEqual(ping?.lines, ["#7 ping a\\nb"])
    let rows = "[{\"kind\":\"delete\",\"path\":\"0.0\",\"item\":\"a\"}]"
    let batch = typed.add("{\"kind\":\"batch\",\"board\":\"list\",\"rows\":\(rows)}")
    expectEqual(batch?.lines, ["batch list", "delete 0.0 a", "end"])
    expectEqual(typed.add("{\"kind\":\"ping\"")?.lines, [])
  }

  @Test("provide a received message as text, as JSON and as a value")
  func messages() throws {
    var received = ReceivedLines()
    expectNil(try received.read("batch list 1 2 2 new=key"))
    expectNil(try received.read("reload 0.0 a batch list 2 3 0"))
    let message = try received.read("delete 0.1 b")
    let batch = try #require(message)
    expectEqual(batch.text, "batch list 1 2 2 new=key\nreload 0.0 a batch list 2 3 0\ndelete 0.1 b")
    expectEqual(
      batch.json,
      "{\"kind\":\"batch\",\"board\":\"list\",\"from\":1,\"to\":2,\"new\":\"key\",\"rows\":"
        + "[{\"kind\":\"reload\",\"path\":\"0.0\",\"item\":\"a\",\"text\":\"batch list 2 3 0\"},"
        + "{\"kind\":\"delete\",\"path\":\"0.1\",\"item\":\"b\"}]}")
    guard case .batch("list", from: 1, to: 2, _) = batch.message else {
      Issue.record("\(batch.message)")
      return
    }
    try expectEqual(received.read("news from 1 2 3")?.message, .unknown("news from 1 2 3"))
    #expect(throws: MalformedLine.self) { try received.read("batch list 1 2") }
  }

  @Test("accept items and places with a board before them, each of them one word")
  func words() throws {
    let items = try OnBoard<ItemReferences>("list/a,0.1@7")
    expectEqual(items.board, "list")
    expectEqual(items.value, [.id("a"), .path([0, 1], revision: 7)])
    expectNil(try OnBoard<Place>("end:s2").board)
    try expectEqual(
      OnBoard<Place>("list/before:0.1").value, .before(.path([0, 1], revision: nil)))
    try expectEqual(OnBoard<SectionReference>("list/2").value, .index(2))
    for word in ["", "/", "list/", "/a", "a b", "a\nquit", "7/a", "list/a/b", "a,", "a force=yes"] {
      #expect(throws: ValidationError.self, "\(word)") { try OnBoard<ItemReferences>(word) }
      #expect(throws: ValidationError.self, "\(word)") { try OnBoard<Place>(word) }
    }
  }

  @Test("write JSON without control characters")
  func json() {
    let object = JSONLine(("a\"b", "x\\\n\u{1B}\u{202E}é🍐"), ("n", 7), ("list", [true, false]))
    expectEqual(
      object.json, "{\"a\\\"b\":\"x\\\\\\u000a\\u001b\\u202eé🍐\",\"n\":7,\"list\":[true,false]}")
  }
}
