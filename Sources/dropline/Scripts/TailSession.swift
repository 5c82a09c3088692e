import ArgumentParser
import BoardClient
import BoardModel
import BoardWire
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
  private let hello: Request?
  private let interruption = Interruption()
  /// The board, under the name that it has now.
  private var board: BoardName
  /// The revision that was printed last, and the epoch that it belongs to, if that is known.
  private var revision: Int?
  private var epoch: Epoch?
  private var left: Int?
  private var hasFollowed = false
  private var retry = Duration.zero

  init(_ options: Tail) throws {
    self.options = options
    address = try options.server.address()
    hello = try options.server.hello()
    board = options.board
    revision = options.from
    left = options.count
  }

  /// - Throws: `ExitCode` if it ends for another reason than that it was told to.
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
    var lines = ReceivedLines()
    let greeting = try greeting(on: socket, &lines)
    if let hello { try ask(hello, on: socket, &lines) }
    let open = BoardRequest.open(
      .init(board, since: revision, epoch: epoch, every: options.every?.duration))
    try ask(.board(open), on: socket, &lines)
    epoch = greeting.epoch
    hasFollowed = true
    while true {
      let message = try next(on: socket, &lines)
      retry = .zero
      try receive(message)
    }
  }

  private func connect() throws(End) -> LineSocket {
    do throws(SocketFault) {
      return try LineSocket(to: address, timeout: options.server.timeout.duration)
    } catch {
      if interruption.wait(for: -1, atMost: .zero) == .end { throw .done }
      throw .lost(error.description)
    }
  }

  private func greeting(
    on socket: LineSocket, _ lines: inout ReceivedLines
  ) throws(End) -> Greeting {
    let message = try next(on: socket, &lines, isAsked: true)
    guard case .greeting(let greeting) = message.message, greeting.version == 1 else {
      throw .lost("\(address) does not greet as Dropline 1 does; it says: \(message.lines[0])")
    }
    return greeting
  }
}

// What is said and heard.

extension TailSession {
  private func ask(
    _ request: Request, on socket: LineSocket, _ lines: inout ReceivedLines
  ) throws(End) {
    socket.send(request)
    let deadline = EventLoop.now + options.server.timeout.duration
    while EventLoop.now < deadline {
      let message = try next(on: socket, &lines, isAsked: true)
      switch message.message {
      case .reply(let reply): return try check(reply, saying: message.lines[0])
      // Drags of this name on another connection may be told of before.
      case .event(.bye), .greeting, .batch, .snapshot:
        throw .lost("the server says instead of an answer: \(message.lines[0])")
      case .event, .unknown: break
      }
    }
    throw .lost("the server does not answer")
  }

  private func check(_ reply: ServerReply, saying line: String) throws(End) {
    switch reply.outcome {
    case .ok: return
    case .refused(let failure):
      if hasFollowed, case .nameTaken? = failure.refusal {
        // The server has not noticed yet that our last connection is gone.
        throw .lost(line)
      }
      throw .failed(.failure, line)
    case .error: throw .failed(ExitCode(EX_USAGE), line)
    }
  }

  /// The next message, however long it takes; a server that says nothing is asked whether it is there.
  ///
  /// - Parameter isAsked: Whether an answer is due already.
  private func next(
    on socket: LineSocket, _ lines: inout ReceivedLines, isAsked: Bool = false
  ) throws(End) -> ReceivedMessage {
    var isAsked = isAsked
    while true {
      while let line = socket.arrivedLine() {
        do throws(MalformedLine) {
          if let message = try lines.read(line) { return message }
        } catch {
          throw .failed(ExitCode(EX_PROTOCOL), Complaint(error).description)
        }
      }
      if socket.isAtEnd { throw .lost("the server has closed the connection") }
      guard !socket.isTooLong else {
        throw .failed(ExitCode(EX_PROTOCOL), SocketFault.endlessLine.description)
      }
      let time = isAsked ? options.server.timeout.duration : .seconds(30)
      switch interruption.wait(for: socket.descriptor, atMost: time) {
      case .end: throw .done
      case .readable: socket.read()
      case .timeout where isAsked: throw .lost("the server says nothing for \(time.shown)")
      case .timeout:
        socket.send(.connection(.ping(.init())))
        isAsked = true
      }
    }
  }

  private func receive(_ message: ReceivedMessage) throws(End) {
    switch message.message {
    case .batch(_, _, let number, _): try print(message, at: number)
    case .snapshot(_, let number, _, _):
      // The first snapshot says where the board is, unless somebody waits for what became of it.
      let isExpected = revision == nil && !options.snapshot
      if isExpected { revision = number } else { try print(message, at: number) }
    case .event(let event): try receive(event, in: message)
    case .greeting, .reply, .unknown: break
    }
  }

  private func receive(_ event: Event, in message: ReceivedMessage) throws(End) {
    switch event {
    case .bye: throw .lost("the server says: \(message.lines[0])")
    case .ping: return
    case .began, .items, .over, .lifted, .lost, .suspended, .resumed, .ended, .selected: break
    case .renamed(let old, let new): if old == board { board = new }
    case .removed(let name):
      guard name == board else { break }
      if options.events { say(message) }
      throw .failed(.failure, "the board \(name) was removed")
    }
    if options.events { say(message) }
  }

  private func print(_ message: ReceivedMessage, at number: Int) throws(End) {
    say(message)
    revision = number
    left = left.map { $0 - 1 }
    if left == 0 { throw .done }
  }

  private func say(_ message: ReceivedMessage) {
    sayLine(options.server.json ? message.json : message.text)
  }
}
