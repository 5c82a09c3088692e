import BoardModel
import BoardWire
import TestKit
import Testing

@Suite("The word that an error quotes")
struct QuotedWordTests {
  @Test("is never empty: an empty word is a missing argument")
  func empty() {
    let empty = ""
    expectNil(QuotedWord(empty))
    #expect(throws: LineError.missingArgument("WORD")) { try SingleWord.item("") }
    #expect(throws: LineError.missingArgument("WORD")) { try SingleWord.token("") }
    #expect(throws: LineError.badArgument(" ")) { try SingleWord.place(" ") }
  }

  @Test("is the beginning of the client's word: whole characters of up to 32 bytes")
  func cut() {
    expectEqual(mistake("\(String(repeating: "x", count: 40))"), .unknownVerb(word("x", 32)))
    expectEqual(mistake("a\(String(repeating: "é", count: 40))"), .unknownVerb(word("é", 15, "a")))
  }

  private func word(_ letter: String, _ count: Int, _ start: String = "") -> QuotedWord {
    QuotedWord(start + String(repeating: letter, count: count))!
  }

  @Test(
    "is there in both forms, whichever part of a line is a sign with nothing beside it",
    arguments: [
      "show @", "show =", "open ,", "move i2 @", "move i2 1.0@", "move i2 @3", "move i2 before:",
      "begin ,", "resume d", "move-section s1 :", "policy * limit=", "policy @ paused=yes",
      "hello @", "=", "@", "open b since=", "delete 1.", "delete .1", "undo =x", "quit =",
    ])
  func signs(_ line: String) throws {
    let error = try #require(mistake(line))
    let reply = String(written(.error(error, read(line)?.verb)).dropLast())
    #expect(!reply.contains("word= "), "\(reply)")
    #expect(JSONTranslator.object(of: reply, saidBy: .server) != nil, "\(reply)")
  }
}

@Suite("The sentence of an error")
struct SentenceTests {
  @Test("has no backslash, which a text shows as two")
  func backslashes() {
    for error in TablesTests.errors + [.controlByte(0x1B), .unknownKey("e")] {
      for verb in Verb.allCases.map(Optional.some) + [nil] {
        #expect(!Failure(error, verb).sentence.contains("\\"), "\(error)")
      }
    }
  }
}
