import BoardCore
import BoardWire
import Testing

/// The JSON form says what the text form says, of every line that a transcript has.
@Suite("The JSON form")
struct JSONLawTests {
  @Test("of every message of the transcripts leads back to the same text")
  func serverLines() throws {
    var seen = 0
    for message in try Messages.inTranscripts() where !message.hasPrefix("{") {
      let json = inJSON(message)
      #expect(!json.contains("{\"unknown\":"), "\(message)")
      #expect(json.hasSuffix("\n") && json.count { $0 == "\n" } == 1, "\(message)")
      #expect(try inText(json) == message)
      seen += 1
    }
    #expect(seen > 1_000)
  }

  @Test("of the transcripts leads to a text and back to itself")
  func serverObjects() throws {
    let objects = try Messages.inTranscripts().filter { $0.hasPrefix("{") }
    for object in objects { #expect(inJSON(try inText(object)) == object) }
    #expect(objects.count > 30)
  }

  @Test("of a command is the same command", arguments: try! Tables.clientLines())
  func commands(_ line: String) throws {
    guard let command = read(line), case .success(let request) = command.request,
      command.verb != .batch && command.verb != .replace
    else { return }
    let json = try #require(JSONCommand.json(of: [line]))
    let text = String(decoding: try readJSON(json).lines.get(), as: UTF8.self)
    let again = read(String(text.dropLast()))
    #expect(try again?.request.get() == request, "\(json)")
    #expect(again?.tag == command.tag)
  }

  @Test("has nothing in it that could break a line or steer a terminal")
  func clean() throws {
    let json = inJSON("board b 1 1 2\nsection s 1 a\\u{1b}\\u{202e}\nitem i - \\u{7f}\\n\\\\\"é🍐\n")
    #expect(
      json
        == #"{"snapshot":"b","revision":1,"sections":[{"section":"s","title":"a\u001b\u202e","items":[{"item":"i","text":"\u007f\n\\\"é🍐"}]}],"events":[]}"#
        + "\n")
  }
}

/// What becomes of messages of the text form in the JSON form.
func inJSON(_ text: String) -> String {
  var translator = JSONTranslator()
  var json = WireBuffer()
  Array(text.utf8).withUnsafeBytes { translator.translate($0, to: &json) }
  return json.string
}

/// What becomes of a line of the JSON form in the text form.
func inText(_ json: String) throws -> String {
  let line = json.hasSuffix("\n") ? String(json.dropLast()) : json
  let lines = try Array(line.utf8).withUnsafeBytes { try JSONMessage.lines($0) }
  return String(decoding: lines, as: UTF8.self)
}

/// What servers say in the transcripts, message by message with all its lines.
enum Messages {
  static func inTranscripts() throws -> [String] {
    var messages: [String] = []
    for lines in try Tables.linesByReader() {
      var reader = ServerReader()
      var message = ""
      for line in lines {
        message += line + "\n"
        let isWhole = try Array(line.utf8).withUnsafeBytes { try reader.read($0) } != nil
        guard isWhole else { continue }
        messages.append(message)
        message = ""
      }
    }
    return messages
  }
}
