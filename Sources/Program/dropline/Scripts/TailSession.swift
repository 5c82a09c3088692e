import ArgumentParser
import BoardClient
import BoardModel
import BoardReplica
import BoardWire
import Glibc
import Net
import TLS

/// Follows a board, reconnecting as needed.
final class TailSession {
  /// Why following a board, or one connection of it, ends.
  private enum End: Error {
    /// The count was reached, or the reader has closed.
    case done
    /// The connection is lost.
    case lost(String)
    /// Another server takes over, and can be reached within so long.
    case moved(Duration)
    /// A permanent failure.
    case failed(ExitCode, String)
    /// The server refused what was asked.
    case answered(ExitCode, ReceivedReply)
  }

  private let options: Tail
  private let address: ServerAddress
  private let choices: [Request]
  private let hello: Request?
  private let interruption = Interruption()
  /// The board by its present name.
  private var board: BoardName
  /// The last printed revision, and its epoch if known.
  private var revision: Int?
  private var epoch: Epoch?
  private var left: Int?
  private var hasFollowed = false
  private var retry = Duration.zero

  init(_ options: Tail) throws {
    self.options = options
    address = try options.server.address()
    choices = .choices(of: try options.server.spaceName())
    hello = try options.server.hello()
    board = try options.name()
    revision = options.from
    left = options.count
  }

  /// - Throws: `ExitCode` if it ends for another reason than a request to end.
  func run() throws {
    while true {
      do throws(End) {
        try follow()
      } catch {
        switch error {
        case .done: return
        case .failed(let code, let reason):
          complain(printable(reason), code)
          throw code
        case .answered(let code, let answer):
          say(error: answer)
          throw code
        case .moved(let time):
          let delay = min(time, .seconds(10)) * Double.random(in: 0...1)
          if interruption.wait(for: -1, atMost: delay) == .end { return }
        case .lost(let reason):
          guard hasFollowed else {
            complain(printable(reason), ExitCode(EX_UNAVAILABLE))
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
    // Before the greeting, which no other space need be there for then (rule 18.4).
    for choice in choices { socket.send(choice) }
    var served = try greeting(on: socket, &lines).epoch
    for _ in choices {
      if case .space(let entered)? = try answer(on: socket, &lines) { served = entered.epoch }
    }
    if let hello { try ask(hello, on: socket, &lines) }
    let open = BoardRequest.open(
      .init(board, since: revision, epoch: epoch, every: options.every?.duration))
    try ask(.board(open), on: socket, &lines)
    epoch = served
    hasFollowed = true
    while true {
      let message = try next(on: socket, &lines)
      retry = .zero
      try receive(message)
    }
  }

  private func connect() throws(End) -> LineSocket {
    do throws(SocketFault) {
      return try LineSocket.connect(
        to: address, timeout: options.server.timeout.duration)
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

// Sending and receiving.

extension TailSession {
  /// - Returns: The reply, which is no failure; nil if it is none of this version.
  @discardableResult
  private func ask(
    _ request: Request, on socket: LineSocket, _ lines: inout ReceivedLines
  ) throws(End) -> Reply? {
    socket.send(request)
    return try answer(on: socket, &lines)
  }

  /// - Returns: The next reply, which is no failure; nil if it is none of this version.
  private func answer(
    on socket: LineSocket, _ lines: inout ReceivedLines
  ) throws(End) -> Reply? {
    let deadline = MonotonicClock.now + options.server.timeout.duration
    while MonotonicClock.now < deadline {
      let message = try next(on: socket, &lines, isAsked: true)
      switch message.message {
      case .reply(let reply):
        try check(ReceivedReply(reply, lines: message.lines))
        return reply.ok
      // Events of drags of the same name on another connection may arrive before.
      case .event(.bye), .greeting, .batch, .snapshot, .counts:
        throw .lost("the server says instead of an answer: \(message.lines[0])")
      case .event, .unknown: break
      }
    }
    throw .lost("the server does not answer")
  }

  private func check(_ answer: ReceivedReply) throws(End) {
    switch answer.reply.outcome {
    case .ok: return
    case .refused(let failure):
      if hasFollowed, case .nameTaken? = failure.refusal {
        // The server has not yet noticed the loss of the last connection.
        throw .lost(answer.lines[0])
      }
      throw .answered(.failure, answer)
    case .error: throw .answered(ExitCode(EX_USAGE), answer)
    }
  }

  /// Prints a failure of the server on standard error.
  private func say(error answer: ReceivedReply) {
    guard options.server.json else { return complain(answer.text) }
    let bytes = Array((answer.json + "\n").utf8)
    _ = write(STDERR_FILENO, bytes, bytes.count)
  }

  /// The next message, without a timeout; an idle server is probed with `ping`.
  ///
  /// - Parameter isAsked: Whether a reply is pending, which limits the wait.
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
      // The first snapshot sets the start revision, unless a start was given.
      let isExpected = revision == nil && !options.snapshot
      if isExpected { revision = number } else { try print(message, at: number) }
    case .event(let event): try receive(event, in: message)
    case .greeting, .reply, .counts, .unknown: break
    }
  }

  private func receive(_ event: Event, in message: ReceivedMessage) throws(End) {
    if event == .ping { return }
    switch event.effect {
    case .closing(let goodbye) where goodbye.reason == .moved && hasFollowed:
      throw .moved(goodbye.retry ?? .zero)
    case .closing: throw .lost("the server says: \(message.lines[0])")
    case .renamed(let old, let new): if old == board { board = new }
    case .removed(board):
      if options.events { say(message) }
      throw .failed(.failure, "the board \(board) was removed")
    case .drag, .selection, .policy, .types, .removed, .role, .nothing: break
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
