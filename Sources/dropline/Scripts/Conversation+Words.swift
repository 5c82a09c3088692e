import BoardClient
import BoardModel
import BoardWire
import Libuv

extension ReceivedMessage {
  /// The lines as a terminal may show them.
  var text: String { lines.map(printable).joined(separator: "\n") }
}

extension ReceivedReply {
  /// The lines as a terminal may show them.
  var text: String { lines.map(printable).joined(separator: "\n") }

  /// The reply of a server of this version to a malformed command.
  init(_ error: LineError, to command: PromptCommand) {
    var buffer = WireBuffer()
    buffer.append(.error(error, command.verb), tag: command.tag)
    self.init(
      ServerReply(tag: command.tag, .error(Failure(error, command.verb))),
      lines: [String(buffer.string.dropLast())])
  }
}

extension Complaint {
  /// The server sent a malformed line.
  init(_ malformed: MalformedLine) {
    let line = printable(String(malformed.line.prefix(100)))
    self.init("the server does not speak the protocol: \(line)")
  }
}

extension Conversation {
  /// The boards that a server has.
  ///
  /// - Throws: `SocketFault` if there is no server, `Complaint` if it refuses or its reply is
  ///   malformed.
  static func boards(
    of address: ServerAddress, timeout: Duration = .seconds(10)
  ) throws -> [BoardRow] {
    let conversation = try Conversation(with: address, timeout: timeout)
    let answer: ReceivedReply
    do throws(Fault) { answer = try conversation.ask(.board(.boards)) } catch {
      switch error {
      case .socket(let fault): throw fault
      case .malformed(let line): throw Complaint(line)
      }
    }
    guard case .boards(let listing)? = answer.reply.ok else { throw Complaint(answer.text) }
    return listing.rows
  }
}
