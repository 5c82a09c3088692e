import BoardDelivery
import BoardModel
import TestKit
import Testing

@Suite("A tagged command in another spelling")
struct SpellingTests {
  private let scene: HubScene
  private let client: ConnectionID

  init() throws {
    scene = try HubScene(.fixed(.zero))
    client = scene.connect()
    scene.say("hello ann token=secret-long-enough", by: client)
    _ = scene.turn()
  }

  private func ask(_ line: String) -> String {
    scene.say(line, by: client)
    return Sent(scene.turn()).lines(of: client).first?.withoutSentence ?? ""
  }

  @Test(
    "is the same command",
    arguments: [
      (
        "insert 0.0 board=list a\\=b", "",
        [
          "  INSERT   0.0 board=list a\\=b", "insert 0.0 board=list a\\u{3d}b",
          #"{"text":"a=b","board":"list","place":"0.0","kind":"insert","tag":"1"}"#,
        ]
      ),
      (
        "move i1,i2 1.0 force=yes board=list", "",
        [
          "Move i1,i2  1.0 board=list force=yes",
          #"{"tag":"1","kind":"move","items":["i1","i2"],"place":"1.0","force":true,"board":"list"}"#,
        ]
      ),
      (
        "policy s1 limit=3 empty=remove board=list", "",
        [
          "policy s1 board=list empty=remove limit=3",
          #"{"tag":"1","kind":"policy","target":"s1","limit":3,"empty":"remove","board":"list"}"#,
        ]
      ),
      (
        "batch list force=yes", "\ninsert 0.0 - a\ndelete 0.3 i3\nend",
        [
          "batch list force=yes\n\ninsert  0.0 - a\n delete 0.3 i3\nEND",
          "batch list force=yes\ndelete 0.3 i3\ninsert 0.0 - \\u{61}\nend",
          #"{"kind":"batch","board":"list","force":true,"tag":"1","rows":["#
            + #"{"kind":"insert","path":"0.0","item":"-","text":"a"},"#
            + #"{"kind":"delete","path":"0.3","item":"i3"}]}"#,
        ]
      ),
      (
        "replace list", "\nsection s1 1 A\nitem a b\nend",
        [
          "replace list\nsection s1 - A\nitem  a b\nend",
          #"{"kind":"replace","board":"list","tag":"1","rows":["#
            + #"{"kind":"section","section":"s1","items":1,"text":"A"},"#
            + #"{"kind":"item","item":"a","text":"b"}]}"#,
        ]
      ),
    ])
  func same(_ head: String, _ rows: String, _ others: [String]) {
    let first = ask("#1 " + head + rows)
    #expect(first.hasPrefix("#1 ok "), "\(first)")
    for other in others {
      let line = other.hasPrefix("{") ? other : "#1 \(other)"
      expectEqual(ask(line), "\(first) replayed=yes", "\(other)")
    }
  }

  @Test(
    "is another command if a word, a key or the text differs",
    arguments: [
      "insert 0.1 board=list a", "insert 0.0 board=list b", "insert 0.0 board=list  a",
      "edit i1 board=list a", "batch list\nend", "insert 0.0@100 board=list a",
    ])
  func another(_ line: String) {
    #expect(ask("#1 insert 0.0 board=list a").hasPrefix("#1 ok "))
    expectEqual(ask("#1 \(line)"), "#1 refused tag-used word=1")
  }

  @Test("is another command if a row differs")
  func anotherRow() {
    expectEqual(ask("#1 batch list\nreload 0.0 i0 a\nend"), "#1 ok batch list rev=101")
    expectEqual(ask("#1 batch list\nreload 0.0 i0 b\nend"), "#1 refused tag-used word=1")
    expectEqual(ask("#1 batch list\nreload 0.0 - a\nend"), "#1 refused tag-used word=1")
  }
}

@Suite("A block whose head is an error")
struct BlockHeadTests {
  @Test(
    "is answered at once; its rows are not executed and get no reply",
    arguments: [
      ("#7 batch", "#7 error missing-argument word=BOARD"),
      ("replace list color=red", "error unknown-key key=color"),
      ("#7 batch list rev=x", "#7 error bad-number word=x"),
      ("batch list list", "error too-many-arguments word=list"),
    ])
  func atOnce(_ head: String, _ reply: String) throws {
    let scene = try HubScene(.fixed(.zero))
    let id = scene.connect()
    _ = scene.turn()
    scene.say(head, by: id)
    let lines = Sent(scene.turn()).lines(of: id)
    expectEqual(lines.map(\.withoutSentence), [reply])
    for row in ["quit", "ping", "insert 0.0 - x", "item a", "nonsense \u{1}", "#8 ping"] {
      scene.say(row, by: id)
    }
    scene.say("end", by: id)
    expectEqual(Sent(scene.turn()).lines(of: id), [])
    scene.say("ping here", by: id)
    expectEqual(Sent(scene.turn()).lines(of: id), ["pong here"])
  }

  @Test("needs no memory, however many rows it has")
  func memory() throws {
    let scene = try HubScene(.fixed(.zero))
    let id = scene.connect()
    scene.say("replace", by: id)
    _ = scene.turn()
    let row = "item - " + String(repeating: "x", count: 1_000)
    for _ in 0..<70 {
      scene.say(Array(repeating: row, count: 1_000).joined(separator: "\n"), by: id)
      _ = scene.turn()
    }
    expectEqual(Sent(scene.turn()).lines(of: id), [])
    scene.say("end\nping", by: id)
    expectEqual(Sent(scene.turn()).lines(of: id), ["pong"])
  }
}
