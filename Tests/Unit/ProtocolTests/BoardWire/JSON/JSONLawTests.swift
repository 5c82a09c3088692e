import BoardModel
import BoardWire
import TestKit
import Testing

/// The JSON form is equivalent to the text form, for every line of the transcripts.
@Suite("The JSON form")
struct JSONLawTests {
  @Test("of every message of the transcripts is one object on one line, without unknown members")
  func serverLines() throws {
    var seen = 0
    for message in try Messages.inTranscripts() where !message.hasPrefix("{") {
      let json = inJSON(message)
      #expect(!json.contains("{\"unknown\":"), "\(message)")
      #expect(json.hasSuffix("\n") && json.count { $0 == "\n" } == 1, "\(message)")
      seen += 1
    }
    #expect(seen > 1_000)
  }

  @Test("of a command is the same command")
  func commands() throws {
    for line in try Tables.clientLines() { try check(line) }
  }

  private func check(_ line: String) throws {
    guard let command = read(line), case .success(let request) = command.request,
      command.verb?.beginsBlock == false
    else { return }
    let json = try #require(
      JSONTranslator.object(of: line.withCanonicalVerb, saidBy: .client), "\(line)")
    let text = String(decoding: try readJSON(json).lines.get(), as: UTF8.self)
    let again = read(String(text.dropLast()))
    try expectEqual(again?.request.get(), request, "\(json)")
    expectEqual(again?.tag, command.tag)
  }

  @Test("of a block has its rows, each as an object with its kind")
  func blocks() throws {
    let command = readJSON(
      #"{"kind":"batch","board":"b","rev":3,"rows":[{"kind":"insert-section","index":0,"section":"-","#
        + #""items":1,"text":"New"},{"kind":"item","text":"e=1"}],"tag":"t"}"#)
    try expectEqual(
      String(decoding: command.lines.get(), as: UTF8.self),
      "#t batch b rev=3\ninsert-section 0 - 1 New\nitem - e\\=1\nend\n")
  }

  @Test("has nothing that could break a line or control a terminal")
  func clean() throws {
    let json = inJSON("board b 1 1 2\nsection s 1 a\\u{1b}\\u{202e}\nitem i \\u{7f}\\n\\\\\"é🍐\n")
    expectEqual(
      json,
      #"{"kind":"board","board":"b","rev":1,"sections":1,"rows":[{"kind":"section","section":"s","items":1,"text":"a\u001b\u202e"},{"kind":"item","item":"i","text":"\u007f\n\\\"é🍐"}]}"#
        + "\n")
  }

  @Test("of an unknown line has the line")
  func unknown() {
    expectEqual(inJSON("cursor b \"ann\"\n"), #"{"unknown":"cursor b \"ann\""}"# + "\n")
  }

  @Test("has the keys of a later version, as strings")
  func unknownKeys() {
    expectEqual(
      inJSON("pong count=2 x=\n"), #"{"kind":"pong","count":"2","x":""}"# + "\n")
    #expect(inJSON("bye kind=x\n").hasPrefix(#"{"unknown":"#))
  }

  @Test(
    "of an invalid command has the error",
    arguments: [
      (#"{}"#, .missingArgument("kind")), (#"{"kind":7}"#, .badArgument("kind")),
      (#"{"kind":"fly"}"#, .unknownVerb("fly")),
      (#"{"kind":"open"}"#, .missingArgument("BOARD")),
      (#"{"kind":"open","board":null}"#, .missingArgument("BOARD")),
      (#"{"kind":"open","board":"b","x":1.5}"#, .unknownKey("x")),
      (#"{"kind":"open","board":"b","":1}"#, .unknownKey("\"\"")),
      (#"{"kind":"open","board":"b","since":-1}"#, .badNumber("-1")),
      (#"{"kind":"open","board":"b","board":"b"}"#, .duplicateKey("board")),
      (#"{"kind":"open","board":"b c"}"#, .badArgument("b c")),
      (#"{"kind":"open","board":"b","since":[1]}"#, .badArgument("since")),
      (#"{"kind":"open","board":"b=c"}"#, .badArgument("b=c")),
      (#"{"kind":"move","items":"i1","place":"0.0"}"#, .badArgument("items")),
      (#"{"kind":"move","items":[],"place":"0.0"}"#, .missingArgument("ITEMS")),
      (#"{"kind":"move","items":["i1,i2"],"place":"0.0"}"#, .badArgument("i1,i2")),
      (#"{"kind":"move","items":["i1"],"place":"0.0","force":"yes"}"#, .badArgument("force")),
      (#"{"kind":"insert","place":"0.0"}"#, .missingArgument("TEXT")),
      (#"{"kind":"insert","place":"0.0","text":7}"#, .badArgument("text")),
      (#"{"kind":"quit","tag":"a b"}"#, .badTag),
      (#"{"kind":"batch","board":"b"}"#, .missingArgument("rows")),
      (#"{"kind":"batch","board":"b","rows":[{"kind":"delete","item":"a"}]}"#, .badRow(1)),
      (#"{"kind":"quit"} x"#, .badJSON(17)),
    ] as [(String, LineError)])
  func wrong(_ json: String, _ error: LineError) {
    expectEqual(readJSON(json).lines, .failure(error))
  }
}

extension String {
  /// The line with its verb in small letters and no blanks before it.
  fileprivate var withCanonicalVerb: String {
    var words = drop { $0 == " " }.split(separator: " ", omittingEmptySubsequences: false)
      .map(String.init)
    guard let verb = words.firstIndex(where: { !$0.hasPrefix("#") && !$0.isEmpty }) else {
      return self
    }
    words[verb] = words[verb].lowercased()
    return words.joined(separator: " ")
  }
}

/// The command of a line in the JSON form.
func readJSON(_ json: String) -> JSONCommand {
  Array(json.utf8).withUnsafeBytes { JSONCommand.read($0) }
}

/// Messages of the text form, translated to the JSON form.
func inJSON(_ text: String) -> String {
  var translator = JSONTranslator()
  var json = WireBuffer()
  Array(text.utf8).withUnsafeBytes { translator.translate($0, to: &json) }
  return json.string
}

/// The messages of servers in the transcripts, each with all its lines.
enum Messages {
  static func inTranscripts() throws -> [String] {
    var messages: [String] = []
    for lines in try Tables.linesByReader() {
      var reader = MessageReader()
      var message = ""
      for pattern in lines {
        // Open values of a transcript become some word or number.
        let line = pattern.replacing(/epoch=(…|{epoch})/, with: "epoch=k7qx").replacing(
          "retry=…", with: "retry=7ms"
        ).replacing(
          /^(insert [^ ]*|item) …/, with: { "\($0.1) i7" }
        ).replacing("profiles=…", with: "profiles=core").replacing("…", with: "7")
        message += line + "\n"
        if line.hasPrefix("{") {
          message = ""
          continue
        }
        let isWhole = try Array(line.utf8).withUnsafeBytes { try reader.read($0) } != nil
        guard isWhole else { continue }
        messages.append(message)
        message = ""
      }
    }
    return messages
  }
}
