import BoardClient
import BoardModel
import BoardWire
import Net

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
  /// The boards that a space of a server has.
  ///
  /// - Throws: `SocketFault` if there is no server, `Complaint` if it refuses or its reply is
  ///   malformed.
  static func boards(
    of address: ServerAddress, in space: SpaceName?, timeout: Duration = .seconds(10)
  ) throws -> [BoardsRow] {
    let conversation = try Conversation(with: address, timeout: timeout)
    let answer = try conversation.ask(.choices(of: space), then: .board(.boards))
    guard case .boards(let listing)? = answer.reply.ok else { throw Complaint(answer.text) }
    return listing.rows
  }

  /// Sends requests, each after the reply to the one before, up to one that fails.
  ///
  /// - Returns: The last reply.
  /// - Throws: `SocketFault` if the connection breaks, `Complaint` if a reply is malformed.
  func ask(_ requests: [Request], then last: Request) throws -> ReceivedReply {
    do throws(Fault) {
      for request in requests {
        let answer = try ask(request)
        if answer.reply.ok == nil { return answer }
      }
      return try ask(last)
    } catch {
      switch error {
      case .socket(let fault): throw fault
      case .malformed(let line): throw Complaint(line)
      }
    }
  }
}

extension [Request] {
  /// What a connection to a space begins with: nothing for the default space.
  static func choices(of space: SpaceName?) -> [Request] {
    space.map { [.connection(.space(.init($0)))] } ?? []
  }
}
