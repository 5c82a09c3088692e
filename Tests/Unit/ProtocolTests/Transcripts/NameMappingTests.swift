import TestKit
import Testing
import Transcripts

@Suite("A mapping of names")
struct NameMappingTests {
  private func sent(_ line: String, _ mapping: inout NameMapping) -> String {
    String(decoding: mapping.sent(Array(line.utf8)), as: UTF8.self)
  }

  @Test(
    "adds a suffix to the names of a transcript, and removes it")
  func endings() {
    var mapping = NameMapping()
    mapping.rename("list", ending: "-7")
    let line = "#list move a before:b board=list listing {\"board\":\"list\"} relist list"
    let there = "#list-7 move a before:b board=list-7 listing {\"board\":\"list-7\"} relist list-7"
    expectEqual(sent(line, &mapping), there)
    expectEqual(mapping.read(there), line)
  }

  @Test("learns each number of the server when it is first expected, and requires it afterwards")
  func learns() {
    var mapping = NameMapping()
    let line = "ok begin d1 items=i1"
    expectEqual(mapping.read("ok begin d41 items=i9", as: line), line)
    expectEqual(sent("perform d1", &mapping), "perform d41")
    expectEqual(mapping.read("drag d41 ended gone", as: "drag d2 ended gone"), "drag d1 ended gone")
    expectEqual(mapping.read("ok begin d42 items=i9", as: line), "ok begin d42 items=i1")
    expectEqual(mapping.read("ok begin d42", as: "ok begin d2"), "ok begin d2")
  }

  @Test("does not confuse known names with similar ones")
  func similarNames() {
    var mapping = NameMapping()
    _ = mapping.read("drag d41 began list guest-9", as: "drag d1 began list guest-1")
    expectEqual(mapping.read("drag d1 ended gone", as: "drag d1 ended gone"), "drag d1? ended gone")
    expectEqual(mapping.read("guest-1", as: "guest-1"), "guest-1?")
  }

  @Test("does not confuse kinds of names, nor numbers with names")
  func kinds() {
    var mapping = NameMapping()
    expectEqual(mapping.read("ok begin s4 i1", as: "ok begin d1 i1"), "ok begin s4 i1")
    expectEqual(mapping.read("ok delete count=2", as: "ok delete count=1"), "ok delete count=2")
  }

  @Test("sends an id that the server has not assigned as an unknown one")
  func unknown() {
    var mapping = NameMapping()
    _ = mapping.read("ok begin d500 a", as: "ok begin d1 a")
    let line = sent("resume d2", &mapping)
    #expect(line.hasPrefix("resume d9007") && line != "resume d2")
    let name = line.dropFirst("resume ".count)
    expectEqual(
      mapping.read("refused unknown-session drag=\(name)", as: "refused unknown-session drag=d2"),
      "refused unknown-session drag=d2")
    expectEqual(mapping.read("ok begin d501 b", as: "ok begin d2 b"), "ok begin d2 b")
    expectEqual(sent("perform d2", &mapping), "perform d501")
  }

  @Test("preserves names that a client chooses, and bytes that are not text")
  func keeps() {
    var mapping = NameMapping()
    expectEqual(sent("insert 0.0 i4 x", &mapping), "insert 0.0 i4 x")
    expectEqual(mapping.sent([0xFF, 0xF4, 0x0A, 0x1B]), [0xFF, 0xF4, 0x0A, 0x1B])
  }

  @Test("maps names in both forms of the protocol")
  func forms() throws {
    let transcript = try Transcript.parse(
      """
      ## T
      u1> #7 create one
      u1> {"tag":"x","kind":"create","board":"two"}
      u1< refused unknown-board board=three
      u1< {"kind":"refused","code":"unknown-board","board":"four"}
      u1> rename-board one five
      u1> {"to":"six","kind":"rename-board","board":"five"}
      u1> batch one
      u1> create row
      u1> end
      u1> hello ann token=a-token-long-enough
      u1> hello form=json
      u1> {"kind":"hello","client":"cat"}
      u1> hello guest-9
      u1>? create no.name
      """, file: "t.txt")
    expectEqual(transcript.scenarios[0].boardNames, ["one", "two", "three", "four", "five", "six"])
    expectEqual(transcript.scenarios[0].clientNames, ["ann", "cat"])
  }

  @Test(
    "adds a suffix to the boards and clients of a scenario, and preserves the given ids of items")
  func scenario() throws {
    let transcript = try Transcript.parse(
      """
      ## T
      given
      board list 1 1 2
      section s1 1 A
      item list Milk

      u1> hello ann
      """, file: "t.txt")
    var mapping = NameMapping(of: transcript.scenarios[0], ending: "-7")
    expectEqual(sent("ann list s1", &mapping), "ann-7 list-7 s1")
    expectEqual(mapping.read("section s5", as: "section s1"), "section s5")
  }

  @Test("finds every board and client that the transcripts name, and no word of the protocol")
  func names() throws {
    let words: Set<String> = [
      "open", "batch", "end", "move", "item", "section", "insert", "start", "before", "after", "ok",
      "drag", "began", "over", "ended", "board", "every", "replayed", "rewound",
    ]
    for played in try TranscriptFiles.scenarios() {
      let names = played.scenario.boardNames.union(played.scenario.clientNames)
      #expect(names.isDisjoint(with: words), "\(played): \(names)")
      for board in played.scenario.boards { #expect(names.contains(board.name)) }
    }
    let all = try TranscriptFiles.scenarios().reduce(into: Set<String>()) {
      $0.formUnion($1.scenario.boardNames.union($1.scenario.clientNames))
    }
    #expect(all.isSuperset(of: ["groceries", "list", "nowhere", "third", "ann", "ben", "cat"]))
  }
}
