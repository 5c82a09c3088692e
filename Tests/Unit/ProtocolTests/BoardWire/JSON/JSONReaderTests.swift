import BoardModel
import BoardWire
import Simulation
import TestKit
import Testing

/// Section 15.5: objects are read strictly.
@Suite("An object in a line")
struct JSONReaderTests {
  private func object(_ line: String) -> Result<JSONObject, LineError> {
    Array(line.utf8).withUnsafeBytes { line in
      do throws(LineError) { return .success(try JSONReader.object(line)) } catch {
        return .failure(error)
      }
    }
  }

  private func value(_ text: String) throws -> JSONValue? {
    try object("{\"a\":\(text)}").get()["a"]
  }

  @Test("has its values in their order")
  func values() throws {
    let read = try object(#" { "a" : [ 1 , {"b":"c"}, true,false,null ] ,"z":{} } "#).get()
    expectEqual(read.members.map(\.key), ["a", "z"])
    let inner = try object(#"{"b":"c"}"#).get()
    expectEqual(inner["b"], .string("c"))
    expectEqual(read["a"], .array([.number(1), .object(inner), .bool(true), .bool(false), .null]))
    expectEqual(read["z"], .object(try object("{}").get()))
    expectNil(read["none"])
  }

  @Test(
    "has strings with every escape",
    arguments: [
      (#""""#, ""), (#""é\"\\\/\b\f\n\r\t""#, "é\"\\/\u{8}\u{c}\n\r\t"),
      (#""\u0041\u00e9\uFEFF""#, "Aé\u{feff}"), (#""\ud83c\udf50""#, "🍐"), (#""\u0000""#, "\0"),
      (
        #""\u0001\u001F\u001f\n\ud83c\udf50\ud83c\udf50é\u007f\"x\\""#,
        "\u{1}\u{1f}\u{1f}\n🍐🍐é\u{7f}\"x\\"
      ),
    ])
  func strings(_ text: String, _ string: String) throws {
    try expectEqual(value(text), .string(string))
  }

  @Test(
    "that is invalid reports the first wrong byte",
    arguments: [
      ("{", 2), ("{}x", 3), ("[]", 3), ("{\"a\"}", 5), ("{\"a\":}", 6), ("{\"a\":1,}", 8),
      ("{,}", 2), ("{a:1}", 2), ("{\"a\":tru}", 9), ("{\"a\":[1,]}", 9), ("{\"a\":[1 2]}", 9),
      ("{\"a\":\"b}", 9), ("{\"a\":+1}", 6), ("{\"a\":.5}", 6),
      ("{\"a\":01}", 7), ("{\"a\":1.}", 8), ("{\"a\":1e}", 8), ("{\"a\":-}", 7), ("{\"a\":'b'}", 6),
      (#"{"a":"\x"}"#, 8), (#"{"a":"\u12g4"}"#, 11), (#"{"a":"\u12"#, 11), (#"{"a":"\u12:4"}"#, 11),
      (#"{"a":"\u12@4"}"#, 11), (#"{"a":"\n\n"#, 11), (#"{"a":"\ud83c"}"#, 13),
      (#"{"a":"\udf50"}"#, 10), (#"{"a":"\udfg0"}"#, 10), (#"{"a":"\ud83c\u0041"}"#, 15),
      (#"{"a":"\ud83c\udb00"}"#, 16), (#"{"a":"\ud83c\n"}"#, 14), (#"{"a":NaN}"#, 6),
      (#"{"a":nil}"#, 7), (#"{"a":1.5"#, 9), (#"{"a":[{"b":1,"b":1}"#, 20),
    ])
  func faults(_ line: String, _ column: Int) {
    let expected = line == "[]" ? 3 : column
    expectEqual(object(line), .failure(.badJSON(expected)), "\(line)")
    // What is before that byte could still become an object.
    let beginning = String(decoding: Array(line.utf8).prefix(expected - 1), as: UTF8.self)
    if case .failure(let error) = object(beginning) {
      expectEqual(error, .badJSON(expected), "\(line)")
    }
  }

  @Test(
    "has the numbers of rule 3.3 and no others",
    arguments: ["-1", "-0", "1.0", "1e3", "1E-3", "9007199254740992", "12345678901234567890"])
  func numbers(_ text: String) throws {
    try expectEqual(value(text), .otherNumber(try #require(QuotedWord(text))))
    try expectEqual(value("9007199254740991"), .number(Limits.number))
    try expectEqual(value("0"), .number(0))
  }

  @Test("has no duplicate member, however many there are")
  func duplicates() {
    expectEqual(object(#"{"a":1,"b":2,"a":3}"#), .failure(.duplicateKey("a")))
    expectEqual(object(#"{"":1,"":2}"#), .failure(.duplicateKey("\"\"")))
    let many = (0..<40).map { "\"k\($0)\":1" }.joined(separator: ",")
    expectEqual(object("{\(many),\"k7\":2}"), .failure(.duplicateKey("k7")))
    expectEqual((try? object("{\(many)}").get().members.count), 40)
  }

  @Test("has at most 8 levels, and at most the permitted number of values")
  func limits() {
    let deep = String(repeating: "[", count: 7) + String(repeating: "]", count: 7)
    #expect((try? value(deep)) != nil)
    expectEqual(object("{\"a\":[\(deep)]}"), .failure(.badJSON(13)))
    let ones = "{\"a\":[" + String(repeating: "1,", count: Limits.jsonValues - 3)
    #expect((try? object(ones + "1]}").get()) != nil)
    expectEqual(object(ones + "1,1]}"), .failure(.badJSON(ones.utf8.count + 3)))
  }

  @Test("has objects of at most 64 members, the next of which is not read")
  func members() {
    let most = (0..<Limits.jsonMembers).map { "\"k\($0)\":1" }.joined(separator: ",")
    #expect((try? object("{\(most)}").get()) != nil)
    expectEqual(object("{\(most),\"k0\":1}"), .failure(.badJSON(most.utf8.count + 3)))
  }

  @Test("may be as long as a block; other lines may not")
  func framing() {
    let text = String(repeating: "x", count: Limits.blockBytes - 8)
    let long = "{\"a\":\"\(text)\"}"
    for line in [long, long + " "] {
      let found = frames(line + "\nping\n")
      let first = line == long ? OwnedFrame.line(long) : .failed(.lineTooLong(Limits.blockBytes))
      // Neither is printed where they differ.
      let isRight = found == [first, .line("ping")]
      #expect(isRight)
    }
    let half = " {\"a\":\"\(text.prefix(Limits.lineBytes))\"}\n"
    expectEqual(frames(half), [.failed(.lineTooLong(Limits.lineBytes))])
  }
}

/// A command in the JSON form is equivalent to exactly one in the text form.
@Suite("A command in the JSON form")
struct JSONCommandTests {
  private func text(_ json: String) -> Result<String, LineError> {
    readJSON(json).lines.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test("takes a number if the text form has one, a string otherwise, and no other value")
  func numbers() {
    expectEqual(text(#"{"kind":"clear","section":0}"#), .success("clear 0\n"))
    expectEqual(text(#"{"kind":"clear","section":"s1"}"#), .success("clear s1\n"))
    expectEqual(text(#"{"kind":"clear","section":"0"}"#), .failure(.badArgument("section")))
    expectEqual(text(#"{"kind":"undo","board":1}"#), .failure(.badArgument("board")))
    expectEqual(text(#"{"kind":"history","from":"1"}"#), .failure(.badArgument("from")))
    expectEqual(text(#"{"kind":"clear","section":true}"#), .failure(.badArgument("section")))
    expectEqual(text(#"{"kind":"clear","section":["0"]}"#), .failure(.badArgument("section")))
  }

  @Test("omits members that are null or false")
  func leftOut() {
    expectEqual(
      text(#"{"kind":"undo","board":null,"force":false,"tag":null}"#), .success("undo\n"))
    expectEqual(text(#"{"kind":"undo","force":"yes"}"#), .failure(.badArgument("force")))
    expectEqual(text(#"{"kind":"clear","section":null}"#), .failure(.missingArgument("SECTION")))
  }

  @Test(
    "of help has any topic",
    arguments: [
      ("a\\u001bb", #"a\u{1b}b"#), ("a b", #"a\u{20}b"#), (#"\\"#, #"\\"#), ("a=b", #"a\=b"#),
    ])
  func topics(_ json: String, _ word: String) {
    expectEqual(text(#"{"kind":"help","verb":"\#(json)"}"#), .success("help \(word)\n"))
  }

  @Test(
    "is refused if a string would add words or keys",
    arguments: [
      #"{"kind":"delete","items":["force=yes"]}"#, #"{"kind":"delete","items":["a b"]}"#,
      #"{"kind":"delete","items":[""]}"#, #"{"kind":"delete","items":["a\nquit"]}"#,
      #"{"kind":"delete","items":["a,b"]}"#, #"{"kind":"delete","items":["a","b force=yes"]}"#,
      #"{"kind":"propose","place":"1.0 op=copy"}"#, #"{"kind":"propose","place":"op=copy"}"#,
      #"{"kind":"hello","client":"ann token=abcd-long-enough"}"#,
      #"{"kind":"hello","client":"token=abcd-long-enough"}"#,
      #"{"kind":"cancel","drag":"force=yes"}"#, #"{"kind":"policy","target":"limit=3"}"#,
      #"{"kind":"policy","limit":"3 ops=none"}"#, #"{"kind":"open","board":"a","every":"1s 2"}"#,
      #"{"kind":"edit","item":"a b","text":"c"}"#,
      #"{"kind":"create","board":"a","tag":"1 quit"}"#,
    ])
  func injections(_ json: String) {
    switch readJSON(json).lines {
    case .failure(.badArgument), .failure(.badTag): break
    case .failure(let error): Issue.record("\(json) is \(error)")
    case .success: Issue.record("\(json) is \(text(json))")
    }
  }

  @Test("is the same command with any strings, or refused")
  func random() throws {
    var generator = SeededRandom(seed: 15)
    let words = [
      "i1", "d7", "none", "json", "copy", "move", "force=yes", "b/i1", "1.0", "3", "@3", "", "*",
      "a b", "a,b", "=", "\\u0000",
    ]
    let forms = try Tables(of: "lines.md").rows(under: "Commands").map { $0[0] }
    for _ in 0..<20_000 {
      let form = forms.randomElement(using: &generator)!
      let verb = form.prefix { $0 != " " }
      guard verb != "batch", verb != "replace" else { continue }
      var members = ["\"kind\":\"\(verb)\""]
      for match in form.dropFirst(verb.count).matches(of: /([a-z]+)=|([A-Z]+)/)
      where Bool.random(using: &generator) {
        guard let part = (match.1 ?? match.2.map { Substring($0.lowercased()) }), part != "key",
          part != "value", !members.contains(where: { $0.hasPrefix("\"\(part)\"") })
        else { continue }
        let word = { "\"\(words.randomElement(using: &generator)!)\"" }
        let isFlag = part == "force" || part == "local"
        let isList = part == "items" || part == "ops"
        members.append(
          "\"\(part)\":" + (isFlag ? "true" : isList ? "[\(word()),\(word())]" : word()))
      }
      let json = "{\(members.joined(separator: ","))}"
      guard let text = try? text(json).get(), text.last == "\n" else { continue }
      // An accepted object is parsed as nothing else.
      let line = String(text.dropLast())
      #expect(!line.contains("\n"))
      guard case .success(let request) = read(line)?.request else { continue }
      let again = try #require(JSONTranslator.object(of: line, saidBy: .client))
      let command = try String(decoding: readJSON(again).lines.get(), as: UTF8.self)
      expectEqual(read(String(command.dropLast()))?.request, .success(request), "seed 15: \(text)")
      // Every string of the object is in the one part that it was said of.
      for member in members.dropFirst() where member.contains("=") {
        #expect(line.contains("=") && request.verb.rawValue == verb, "seed 15: \(json)")
      }
    }
  }
}
