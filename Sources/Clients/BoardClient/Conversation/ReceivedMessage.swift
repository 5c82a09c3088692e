import BoardWire
import Net

/// A complete message of a server, with its lines.
package struct ReceivedMessage {
  package let message: ServerMessage
  package let lines: [String]

  /// The message in the JSON form: an object on one line.
  package var json: String { JSONTranslator.translate(lines) }
}

/// Assembles the lines of a server into messages.
package struct ReceivedLines {
  private var reader = MessageReader()
  private var lines: [String] = []

  package init() {}

  /// - Returns: The message that ends with this line, if one does.
  /// - Throws: `MalformedLine` if it cannot be a line of the protocol.
  package mutating func read(_ line: String) throws(MalformedLine) -> ReceivedMessage? {
    lines.append(line)
    do throws(MalformedLine) {
      let result = Array(line.utf8).withUnsafeBytes { bytes in
        Result { () throws(MalformedLine) in try reader.read(bytes) }
      }
      guard let message = try result.get() else { return nil }
      defer { lines = [] }
      return ReceivedMessage(message: message, lines: lines)
    } catch {
      lines = []
      throw error
    }
  }
}

/// A reply with the lines in which it came.
package struct ReceivedReply {
  package let reply: ServerReply
  package let lines: [String]

  package var json: String { JSONTranslator.translate(lines) }

  package init(_ reply: ServerReply, lines: [String]) {
    self.reply = reply
    self.lines = lines
  }

  /// Whether this can be the reply to a command of this verb. A failure does not name its verb.
  package func answers(_ verb: Verb) -> Bool { reply.ok?.verb == nil || reply.ok?.verb == verb }
}

extension JSONTranslator {
  /// The JSON object for the lines of one message.
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
  package func send(_ request: Request) {
    var buffer = WireBuffer()
    buffer.append(request)
    send(buffer.bytes)
  }
}
