import Testing
import Transcripts

@Suite("A book of names")
struct NameBookTests {
  private func sent(_ line: String, _ book: inout NameBook) -> String {
    String(decoding: book.sent(Array(line.utf8)), as: UTF8.self)
  }

  @Test(
    "gives names of a transcript an ending wherever they stand as a word, and takes it off again")
  func endings() {
    var book = NameBook()
    book.rename("list", ending: "-7")
    let line = "#list move list/a list/before:b listing {\"board\":\"list\"} relist list"
    let there = "#list-7 move list-7/a list-7/before:b listing {\"board\":\"list-7\"} relist list-7"
    #expect(sent(line, &book) == there)
    #expect(book.read(there) == line)
  }

  @Test("learns what a server counts where it is first expected, and holds it to that")
  func learns() {
    var book = NameBook()
    #expect(book.read("ok begin d41 i9", as: "ok begin d1 i1") == "ok begin d1 i1")
    #expect(sent("perform d1", &book) == "perform d41")
    #expect(book.read("drag d41 ended gone", as: "drag d2 ended gone") == "drag d1 ended gone")
    #expect(book.read("ok begin d42 i9", as: "ok begin d1 i1") == "ok begin d42 i1")
    #expect(book.read("ok begin d42 i9", as: "ok begin d2 i1") == "ok begin d2 i1")
  }

  @Test("takes no other name for one that it knows, be they spelled alike")
  func noLookalikes() {
    var book = NameBook()
    _ = book.read("drag d41 began list guest-9", as: "drag d1 began list guest-1")
    #expect(book.read("drag d1 ended gone", as: "drag d1 ended gone") == "drag d1? ended gone")
    #expect(book.read("guest-1", as: "guest-1") == "guest-1?")
  }

  @Test("does not take one kind of name for another, nor a number for a name")
  func kinds() {
    var book = NameBook()
    #expect(book.read("ok begin s4 i1", as: "ok begin d1 i1") == "ok begin s4 i1")
    #expect(book.read("ok delete 2 5", as: "ok delete 1 4") == "ok delete 2 5")
  }

  @Test("sends what the server has not named yet as something that it does not know")
  func unknown() {
    var book = NameBook()
    _ = book.read("ok begin d500 a", as: "ok begin d1 a")
    let line = sent("resume d2", &book)
    #expect(line.hasPrefix("resume d9007") && line != "resume d2")
    let name = line.dropFirst("resume ".count)
    #expect(
      book.read("refused unknown-session \(name)", as: "refused unknown-session d2")
        == "refused unknown-session d2")
    #expect(book.read("ok begin d501 b", as: "ok begin d2 b") == "ok begin d2 b")
    #expect(sent("perform d2", &book) == "perform d501")
  }

  @Test("keeps names that a client gives, and bytes that are no text")
  func keeps() {
    var book = NameBook()
    #expect(sent("insert 0.0 i4 - x", &book) == "insert 0.0 i4 - x")
    #expect(book.sent([0xFF, 0xF4, 0x0A, 0x1B]) == [0xFF, 0xF4, 0x0A, 0x1B])
  }

  @Test("finds names in both forms of the protocol")
  func forms() throws {
    let transcript = try Transcript.parse(
      """
      ## T
      u1> #7 create one
      u1> {"do":"create","tag":"x","board":"two"}
      u1< refused unknown-board three
      u1< {"refused":"unknown-board","board":"four"}
      u1> hello ann a-token
      u1> hello json ben
      u1> {"do":"hello","name":"cat"}
      u1> hello json
      u1> {"do":"hello","name":"text"}
      u1> hello guest-9
      u1>? create no.name
      """, file: "t.txt")
    #expect(transcript.scenarios[0].boardNames == ["one", "two", "three", "four"])
    #expect(transcript.scenarios[0].clientNames == ["ann", "ben", "cat"])
  }

  @Test("finds every board and client that the transcripts name, and no word of the protocol")
  func names() {
    let words: Set<String> = [
      "open", "batch", "end", "move", "item", "section", "insert", "start", "before", "after", "ok",
      "drag", "began", "over", "ended", "board", "none", "every", "replayed", "rewound",
    ]
    for played in Played.all {
      let names = played.scenario.boardNames.union(played.scenario.clientNames)
      #expect(names.isDisjoint(with: words), "\(played.testDescription): \(names)")
      for board in played.scenario.boards { #expect(names.contains(board.name)) }
    }
    let all = Played.all.reduce(into: Set<String>()) {
      $0.formUnion($1.scenario.boardNames.union($1.scenario.clientNames))
    }
    #expect(all.isSuperset(of: ["groceries", "list", "nowhere", "third", "ann", "ben", "cat"]))
  }
}
