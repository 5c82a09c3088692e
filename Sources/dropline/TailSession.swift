import ArgumentParser
import Glibc
import Libuv

/// Follows a board over as many connections as it takes.
final class TailSession {
  /// What ends following a board, or a connection of it.
  private enum End: Error {
    /// Enough was said, or nobody listens any more.
    case done
    /// The connection is lost.
    case lost(String)
    /// It makes no sense to go on.
    case failed(ExitCode, String)
  }

  private let options: Tail
  private let address: ServerAddress
  private let interruption = Interruption()
  private var revision: Int?
  private var left: Int?
  private var hasFollowed = false
  private var retry = Duration.zero

  init(_ options: Tail) throws {
    self.options = options
    address = try options.server.address()
    revision = options.from
    left = options.count
  }

  /// - Throws: `ExitCode` where it ends for another reason than that it was told to.
  func run() throws {
    while true {
      do throws(End) {
        try follow()
      } catch {
        switch error {
        case .done: return
        case .failed(let code, let reason):
          complain(printable(reason))
          throw code
        case .lost(let reason):
          guard hasFollowed else {
            complain(printable(reason))
            throw ExitCode(EX_UNAVAILABLE)
          }
          retry = min(max(retry * 2, .milliseconds(100)), .seconds(10))
          complain("\(printable(reason)); trying again in \(retry.shown)")
          if interruption.wait(for: -1, atMost: retry) == .end { return }
        }
      }
    }
  }

  /// Follows the board on one connection, to its end.
  private func follow() throws(End) {
    let socket = try connect()
    var reader = TailReader()
    try greet(socket, &reader)
    hasFollowed = true
    while true {
      let message = try next(on: socket, &reader)
      retry = .zero
      try take(message)
    }
  }

  private func connect() throws(End) -> LineSocket {
    do throws(SocketFault) {
      return try LineSocket(to: address, patience: options.server.patience.duration)
    } catch {
      if interruption.wait(for: -1, atMost: .zero) == .end { throw .done }
      throw .lost(error.description)
    }
  }

  /// Says who we are and what we want, up to the answer.
  private func greet(_ socket: LineSocket, _ reader: inout TailReader) throws(End) {
    let greeting = try next(on: socket, &reader, isAsked: true)
    guard greeting.lines[0].hasPrefix("dropline 1 ready;") else {
      throw .lost("\(address) does not greet as Dropline 1 does; it says: \(greeting.lines[0])")
    }
    if let hello = options.server.hello { try ask(hello, on: socket, &reader) }
    if options.server.json {
      let answer = try ask("hello json", on: socket, &reader)
      guard answer.lines[0].hasPrefix("{") else {
        throw .failed(ExitCode(EX_UNAVAILABLE), "the server has no JSON form")
      }
      socket.lineLimit = LineSocket.longestObject
    }
    let words = ["open", options.board] + (revision.map { ["\($0)"] } ?? [])
    let every = options.every.map { ["every=\($0)"] } ?? []
    try ask((words + every).joined(separator: " "), on: socket, &reader)
  }

  @discardableResult
  private func ask(
    _ command: String, on socket: LineSocket, _ reader: inout TailReader
  ) throws(End) -> TailMessage {
    socket.send(command)
    let deadline = EventLoop.now + options.server.patience.duration
    var answer: TailMessage
    // Drags of this name on another connection may be told of before.
    repeat {
      answer = try next(on: socket, &reader, isAsked: true)
    } while answer.kind == .event && EventLoop.now < deadline
    switch answer.kind {
    case .done: return answer
    case .refused where hasFollowed && answer.lines[0].contains("name-taken"):
      // The server has not noticed yet that our last connection is gone.
      throw .lost(answer.lines[0])
    case .refused: throw .failed(.failure, answer.lines[0])
    default: throw .lost("the server says instead of an answer: \(answer.lines[0])")
    }
  }

  /// The next message, however long it takes; a server that says nothing is asked whether it is there.
  ///
  /// - Parameter isAsked: Whether an answer is due already.
  private func next(
    on socket: LineSocket, _ reader: inout TailReader, isAsked: Bool = false
  ) throws(End) -> TailMessage {
    var isAsked = isAsked
    while true {
      while let line = socket.arrivedLine() {
        do throws(Complaint) {
          if let message = try reader.take(line) { return message }
        } catch {
          throw .failed(ExitCode(EX_PROTOCOL), error.description)
        }
      }
      if socket.isAtEnd { throw .lost("the server has closed the connection") }
      guard !socket.isTooLong else {
        throw .failed(ExitCode(EX_PROTOCOL), SocketFault.endlessLine.description)
      }
      let time = isAsked ? options.server.patience.duration : .seconds(30)
      switch interruption.wait(for: socket.descriptor, atMost: time) {
      case .end: throw .done
      case .readable: socket.read()
      case .timeout where isAsked: throw .lost("the server says nothing for \(time.shown)")
      case .timeout:
        socket.send("ping")
        isAsked = true
      }
    }
  }

  private func take(_ message: TailMessage) throws(End) {
    switch message.kind {
    case .batch(let number): try print(message, at: number)
    case .snapshot(let number):
      // What comes first is where the board stands, unless somebody waits for what became of it.
      let isExpected = revision == nil && !options.snapshot
      if isExpected { revision = number } else { try print(message, at: number) }
    case .event: if options.events { say(message) }
    case .goodbye: throw .lost("the server says: \(message.lines[0])")
    case .pong, .done, .refused, .other: break
    }
  }

  private func print(_ message: TailMessage, at number: Int) throws(End) {
    say(message)
    revision = number
    left = left.map { $0 - 1 }
    if left == 0 { throw .done }
  }

  private func say(_ message: TailMessage) {
    sayLine(message.lines.map(printable).joined(separator: "\n"))
  }
}
