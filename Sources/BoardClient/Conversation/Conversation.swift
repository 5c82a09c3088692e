import BoardWire
import Libuv

/// A blocking client: one command, its reply, then the next command.
package final class Conversation {
  /// Why there is no reply.
  package enum Fault: Error {
    case socket(SocketFault)
    /// The server sent a malformed line.
    case malformed(MalformedLine)
  }

  private let socket: LineSocket
  private let timeout: Duration
  private var received = ReceivedLines()

  /// Connects, and reads the greeting.
  ///
  /// - Throws: `SocketFault.unreachable` if there is no server of this protocol; another fault if
  ///   it sends nothing.
  package init(with address: ServerAddress, timeout: Duration) throws(SocketFault) {
    self.timeout = timeout
    socket = try LineSocket(to: address, timeout: timeout)
    // The greeting of a silent client may be late (rule 1.1).
    socket.send("")
    let line = try socket.line(within: timeout) ?? "(nothing)"
    guard let greeting = Greeting(line: line), greeting.version == 1 else {
      throw .unreachable("\(address) does not speak Dropline 1; it says: \(line)")
    }
  }

  /// Sends a request, and waits for its reply.
  package func ask(_ request: Request) throws(Fault) -> ReceivedReply {
    socket.send(request)
    return try reply()
  }

  /// Sends the lines of one command as they are, and waits for its reply.
  package func ask(lines: [String]) throws(Fault) -> ReceivedReply {
    for line in lines { socket.send(line) }
    return try reply()
  }

  /// Reads up to the next reply; skips events and `bye`.
  private func reply() throws(Fault) -> ReceivedReply {
    let deadline = EventLoop.now + timeout
    while EventLoop.now < deadline {
      let line: String?
      do throws(SocketFault) { line = try socket.line(within: timeout) } catch {
        throw .socket(error)
      }
      guard let line else { throw .socket(.closed) }
      do throws(MalformedLine) {
        guard let message = try received.read(line), case .reply(let reply) = message.message else {
          continue
        }
        return ReceivedReply(reply, lines: message.lines)
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
