import BoardModel
import BoardWire

/// Something whole that a server said, with the lines in which it said it.
struct ReceivedMessage {
  let message: ServerMessage
  let lines: [String]

  /// The lines as a terminal may show them.
  var text: String { lines.map(printable).joined(separator: "\n") }

  /// The message in the JSON form: an object on one line.
  var json: String { JSONTranslator.translate(lines) }
}

/// Puts the lines of a server together to messages.
struct ReceivedLines {
  private var reader = MessageReader()
  private var lines: [String] = []

  /// - Returns: The message that ends with this line, if one does.
  /// - Throws: `Complaint` if it cannot be a line of the protocol.
  mutating func read(_ line: String) throws(Complaint) -> ReceivedMessage? {
    lines.append(line)
    let bytes = Array(line.utf8)
    do throws(MalformedLine) {
      let result = bytes.withUnsafeBytes { bytes in
        Result { () throws(MalformedLine) in try reader.read(bytes) }
      }
      guard let message = try result.get() else { return nil }
      defer { lines = [] }
      return ReceivedMessage(message: message, lines: lines)
    } catch {
      lines = []
      throw Self.notUnderstood(error.line)
    }
  }

  private static func notUnderstood(_ line: String) -> Complaint {
    Complaint("the server does not speak the protocol: \(printable(String(line.prefix(100))))")
  }
}

/// A reply with the lines in which it came.
struct ReceivedReply {
  let reply: ServerReply
  let lines: [String]

  var text: String { lines.map(printable).joined(separator: "\n") }
  var json: String { JSONTranslator.translate(lines) }

  init(_ reply: ServerReply, lines: [String]) {
    self.reply = reply
    self.lines = lines
  }

  /// What a server of this version would say of a command that cannot be read.
  init(_ error: LineError, to command: TypedCommand) {
    var buffer = WireBuffer()
    buffer.append(.error(error, command.verb), tag: command.tag)
    reply = ServerReply(tag: command.tag, .error(Failure(error, command.verb)))
    lines = [String(buffer.string.dropLast())]
  }

  /// Whether it can be the reply to a command of this verb. Failures do not say what they are about.
  func answers(_ verb: Verb) -> Bool { reply.ok?.verb == nil || reply.ok?.verb == verb }
}

extension JSONTranslator {
  /// The object that the lines of one message are.
  fileprivate static func translate(_ lines: [String]) -> String {
    var translator = JSONTranslator()
    var json = WireBuffer()
    let text = Array((lines.joined(separator: "\n") + "\n").utf8)
    text.withUnsafeBytes { translator.translate($0, to: &json) }
    return String(json.string.dropLast())
  }
}

extension LineSocket {
  /// Sends a request.
  func send(_ request: Request) {
    var buffer = WireBuffer()
    buffer.append(request)
    send(buffer.bytes)
  }
}
