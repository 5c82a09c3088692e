import BoardModel
import BoardWire
import Net
import TLS

/// A blocking client: one command, its reply, then the next command.
package final class Conversation {
  /// Why there is no reply.
  package enum Fault: Error {
    case socket(SocketFault)
    /// The server sent a malformed line.
    case malformed(MalformedLine)
  }

  /// What the server has said first.
  package let greeting: Greeting
  private let socket: LineSocket
  private let timeout: Duration
  private var received = ReceivedLines()
  /// The space that was chosen before the greeting, until somebody asks for the answer.
  private var chosen: SpaceName?

  /// Connects, and reads the greeting.
  ///
  /// - Parameter space: The space that `ask` is going to choose. It greets the client then, and no other one need be
  ///   waited for (rule 18.4).
  /// - Throws: `SocketFault.unreachable` if there is no server of this protocol; another fault if
  ///   it sends nothing.
  package init(
    with address: ServerAddress, in space: SpaceName? = nil, timeout: Duration
  ) throws(SocketFault) {
    (self.timeout, chosen) = (timeout, space)
    socket = try LineSocket.connect(to: address, timeout: timeout)
    // The greeting of a silent client may be late (rule 1.1).
    if let space { socket.send(.connection(.space(.init(space)))) } else { socket.send("") }
    let line = try socket.line(within: timeout) ?? "(nothing)"
    guard let greeting = Greeting(line: line), greeting.version == 1 else {
      throw .unreachable("\(address) does not speak Dropline 1; it says: \(line)")
    }
    self.greeting = greeting
  }

  /// Sends a request, and waits for its reply.
  package func ask(_ request: Request) throws(Fault) -> ReceivedReply {
    if case .connection(.space(let choice)) = request, choice.space == chosen {
      chosen = nil
    } else {
      socket.send(request)
    }
    return try reply()
  }

  /// Sends the lines of one command as they are, and waits for its reply.
  package func ask(lines: [String]) throws(Fault) -> ReceivedReply {
    for line in lines { socket.send(line) }
    return try reply()
  }

  /// Sends the bytes of a block, and waits for its reply.
  package func ask(block: [UInt8]) throws(Fault) -> ReceivedReply {
    socket.send(block)
    return try reply()
  }

  /// The content of a board, or nil if the server refuses it.
  package func content(of board: BoardName) throws(Fault) -> Content? {
    guard try ask(.board(.open(.init(board)))).reply.ok != nil else { return nil }
    guard case .snapshot(_, _, let content, _) = try snapshot().message else { return nil }
    return content
  }

  /// The snapshot that follows the reply to `open`.
  package func snapshot() throws(Fault) -> ReceivedMessage {
    try next { if case .snapshot = $0.message { $0 } else { nil } }
  }

  /// Reads up to the next reply; skips events and `bye`.
  private func reply() throws(Fault) -> ReceivedReply {
    try next { message in
      guard case .reply(let reply) = message.message else { return nil }
      return ReceivedReply(reply, lines: message.lines)
    }
  }

  /// Reads up to the next message of interest.
  ///
  /// - Parameter interest: What is of interest in a message; nil if nothing is.
  private func next<Result>(_ interest: (ReceivedMessage) -> Result?) throws(Fault) -> Result {
    let deadline = MonotonicClock.now + timeout
    while MonotonicClock.now < deadline {
      let line: String?
      do throws(SocketFault) { line = try socket.line(within: timeout) } catch {
        throw .socket(error)
      }
      guard let line else { throw .socket(.closed) }
      do throws(MalformedLine) {
        if let message = try received.read(line), let result = interest(message) { return result }
      } catch {
        throw .malformed(error)
      }
    }
    throw .socket(.silent(timeout))
  }
}

extension Greeting {
  /// Reads the first line of a server; nil if it is no greeting.
  fileprivate init?(line: String) {
    var received = ReceivedLines()
    guard case .greeting(let greeting)? = (try? received.read(line))?.message else { return nil }
    self = greeting
  }
}
