import ArgumentParser
import BoardClient
import BoardModel
import BoardWire
import Glibc
import Net

/// The connection of a command for scripts: replies go to standard output, refusals and errors to
/// standard error, and the exit status distinguishes them.
struct ScriptConversation {
  /// The exit status if the command may or may not have been executed: no reply arrived
  /// (`EX_TEMPFAIL`).
  static let lost = ExitCode(75)

  private let conversation: Conversation
  private let isJSON: Bool

  /// Connects, chooses the space and sends `hello`.
  ///
  /// - Throws: `ExitCode` 69 if there is no server, 1 if it refuses the space or the name.
  init(_ options: ServerOptions) throws {
    isJSON = options.json
    let (address, space) = (try options.address(), try options.spaceName())
    do throws(SocketFault) {
      conversation = try Conversation(
        with: address, in: space, timeout: options.timeout.duration)
    } catch {
      complain(printable(error.description), ExitCode(EX_UNAVAILABLE))
      throw ExitCode(EX_UNAVAILABLE)
    }
    for choice in [Request].choices(of: space) { _ = try done(choice) }
    if let hello = try options.hello() { _ = try done(hello) }
  }

  /// Sends a request that must succeed.
  ///
  /// - Throws: `ExitCode` 1 for a refusal and 64 for an error, printed on standard error; 75 if no
  ///   reply arrives, 76 if the reply is of another verb.
  func done(_ request: Request) throws -> ReceivedReply {
    try checked(request.verb) { () throws(Conversation.Fault) in try conversation.ask(request) }
  }

  /// Sends the bytes of a block that must succeed.
  ///
  /// - Throws: `ExitCode` as for a request.
  func done(_ block: [UInt8], of verb: Verb) throws -> ReceivedReply {
    try checked(verb) { () throws(Conversation.Fault) in try conversation.ask(block: block) }
  }

  /// Sends a request, and says nothing if it fails.
  ///
  /// - Returns: Whether it succeeded.
  func isDone(_ request: Request) -> Bool { (try? conversation.ask(request))?.reply.ok != nil }

  /// Sends a request and prints the reply.
  ///
  /// - Throws: `ExitCode` as `done` does.
  func send(_ request: Request) throws { say(try done(request)) }

  /// Sends a request for a listing and prints its rows.
  ///
  /// - Parameter hasMore: Whether a reply has not all rows; nil if it is another one.
  /// - Throws: `ExitCode` as `done` does.
  func list(_ request: Request, hasMore: (Reply) -> Bool?) throws {
    let answer = try done(request)
    guard let hasMore = answer.reply.ok.flatMap(hasMore) else { throw Self.unexpected(answer) }
    say(rowsOf: answer, hasMore: hasMore)
  }

  /// Opens a board and prints it as an object.
  ///
  /// - Throws: `ExitCode` as `done` does.
  func sayObject(of board: BoardName) throws {
    _ = try done(.board(.open(.init(board))))
    let snapshot = try received { () throws(Conversation.Fault) in try conversation.snapshot() }
    sayLine(snapshot.json)
  }

  /// Sends a typed command and prints the reply.
  ///
  /// - Returns: The reply; nil if it is none of this version.
  /// - Throws: `ExitCode` as `done` does. A malformed command is not sent.
  @discardableResult
  func send(_ typed: PromptCommand) throws -> Reply? {
    switch typed.request {
    case .success(let request):
      let answer = try checked(request.verb, speaksOfLines: true) {
        () throws(Conversation.Fault) in
        try conversation.ask(lines: typed.lines)
      }
      say(answer)
      return answer.reply.ok
    case .failure(let error):
      try check(ReceivedReply(error, to: typed))
      return nil
    }
  }

  /// Prints a reply.
  func say(_ answer: ReceivedReply) { say(answer.lines, of: answer) }

  /// Prints the rows of a listing, and a note on standard error if there is more.
  func say(rowsOf answer: ReceivedReply, hasMore: Bool) {
    say(Array(answer.lines.dropFirst()), of: answer)
    if hasMore, !isJSON { complain("there is more than is listed") }
  }

  /// Prints some lines of a reply, or all of it with `--json`.
  func say(_ lines: [String], of answer: ReceivedReply) {
    if isJSON { return sayLine(answer.json) }
    for line in lines { sayLine(printable(line)) }
  }

  /// Prints a reply on standard error.
  func sayError(_ answer: ReceivedReply) {
    let bytes = Array((isJSON ? answer.json : answer.text).utf8) + [0x0A]
    _ = write(STDERR_FILENO, bytes, bytes.count)
  }

  /// Cancels a drag, ignoring failures.
  func putBack(_ drag: SessionID) {
    _ = try? conversation.ask(.drag(.cancel(.init(drag))))
  }

  /// - Parameter speaksOfLines: Whether the command was typed as a line of the protocol.
  private func checked(
    _ verb: Verb, speaksOfLines: Bool = false,
    _ ask: () throws(Conversation.Fault) -> ReceivedReply
  ) throws -> ReceivedReply {
    let answer = try received(ask)
    guard answer.answers(verb) else { throw Self.unexpected(answer) }
    try check(speaksOfLines ? answer : verb.sentences.reworded(answer))
    return answer
  }

  /// Receives something.
  ///
  /// - Throws: `ExitCode` 75 if it does not arrive, 76 if it is malformed.
  private func received<Result>(
    _ receive: () throws(Conversation.Fault) -> Result
  ) throws -> Result {
    do throws(Conversation.Fault) { return try receive() } catch {
      switch error {
      case .socket(let fault):
        complain("\(fault) before the answer; the command was done or not", Self.lost)
        throw Self.lost
      case .malformed(let line):
        complain(Complaint(line).description, ExitCode(EX_PROTOCOL))
        throw ExitCode(EX_PROTOCOL)
      }
    }
  }

  private func check(_ answer: ReceivedReply) throws {
    switch answer.reply.outcome {
    case .ok: return
    case .refused:
      sayError(answer)
      throw ExitCode.failure
    case .error:
      sayError(answer)
      throw ExitCode(EX_USAGE)
    }
  }

  /// The failure for a reply of another verb.
  static func unexpected(_ answer: ReceivedReply) -> ExitCode {
    let status = ExitCode(EX_PROTOCOL)
    complain("the server answers something else: \(answer.text)", status)
    return status
  }
}

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
    let conversation = try Conversation(with: address, in: space, timeout: timeout)
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
