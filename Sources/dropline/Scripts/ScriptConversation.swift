import ArgumentParser
import BoardClient
import BoardModel
import BoardWire
import Glibc
import Libuv

/// The conversation of a command for scripts: what is done goes to standard output, what is refused
/// or not understood to standard error, and the status says which it was.
struct ScriptConversation {
  /// The status for what may have been done or not: the reply never came (`EX_TEMPFAIL`).
  static let lost = ExitCode(75)

  private let conversation: Conversation
  private let isJSON: Bool

  /// Connects and says who the client is.
  ///
  /// - Throws: `ExitCode` 69 if there is no server, 1 if it refuses the name.
  init(_ options: ServerOptions) throws {
    isJSON = options.json
    let address = try options.address()
    do throws(SocketFault) {
      conversation = try Conversation(with: address, timeout: options.timeout.duration)
    } catch {
      complain(printable(error.description))
      throw ExitCode(EX_UNAVAILABLE)
    }
    if let hello = try options.hello() { _ = try done(hello) }
  }

  /// Sends a request that has to be done for anything else to make sense.
  ///
  /// - Throws: `ExitCode` 1 for a refusal and 64 for an error, which are then on standard error; 75 if
  ///   no reply comes, 76 if something else is answered.
  func done(_ request: Request) throws -> ReceivedReply {
    try checked(request.verb) { () throws(Conversation.Fault) in try conversation.ask(request) }
  }

  /// Sends a request and prints the reply.
  ///
  /// - Throws: `ExitCode` as `done` does.
  func send(_ request: Request) throws { say(try done(request)) }

  /// Sends a command that a person typed and prints the reply.
  ///
  /// - Throws: `ExitCode` as `done` does. What cannot be read is not sent.
  func send(_ typed: PromptCommand) throws {
    switch typed.request {
    case .success(let request):
      let answer = try checked(request.verb) { () throws(Conversation.Fault) in
        try conversation.ask(lines: typed.lines)
      }
      say(answer)
    case .failure(let error): try check(ReceivedReply(error, to: typed))
    }
  }

  /// Prints a reply.
  func say(_ answer: ReceivedReply) { say(answer.lines, of: answer) }

  /// Prints the rows of a listing, and says on standard error if there is more.
  func say(rowsOf answer: ReceivedReply, hasMore: Bool) {
    say(Array(answer.lines.dropFirst()), of: answer)
    if hasMore, !isJSON { complain("there is more than is listed") }
  }

  /// Prints these lines of a reply, or all of it with `--json`.
  func say(_ lines: [String], of answer: ReceivedReply) {
    if isJSON { return sayLine(answer.json) }
    for line in lines { sayLine(printable(line)) }
  }

  /// Prints a reply on standard error.
  func sayError(_ answer: ReceivedReply) {
    let bytes = Array((isJSON ? answer.json : answer.text).utf8) + [0x0A]
    _ = write(STDERR_FILENO, bytes, bytes.count)
  }

  /// Cancels a drag, without a word if that fails.
  func putBack(_ drag: SessionID) {
    _ = try? conversation.ask(.drag(.cancel(.init(drag))))
  }

  private func checked(
    _ verb: Verb, _ ask: () throws(Conversation.Fault) -> ReceivedReply
  ) throws -> ReceivedReply {
    let answer: ReceivedReply
    do throws(Conversation.Fault) { answer = try ask() } catch {
      switch error {
      case .socket(let fault):
        complain("\(fault) before the answer; the command was done or not")
        throw Self.lost
      case .malformed(let line):
        complain(Complaint(line).description)
        throw ExitCode(EX_PROTOCOL)
      }
    }
    guard answer.answers(verb) else { throw Self.unexpected(answer) }
    try check(answer)
    return answer
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

  /// Says that the server answers something else than it was asked.
  static func unexpected(_ answer: ReceivedReply) -> ExitCode {
    complain("the server answers something else: \(answer.text)")
    return ExitCode(EX_PROTOCOL)
  }
}
