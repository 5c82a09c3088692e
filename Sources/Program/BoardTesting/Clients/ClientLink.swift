import BoardClient
import BoardModel
import BoardReplica
import BoardWire
import Libuv
import Net

/// The connection of a client of a test, and what it has received. Only the loop's thread uses it.
final class ClientLink: @unchecked Sendable {
  let name: String
  /// What is between the client and the server.
  let relay: Relay
  private let loop: EventLoop
  private let log: ConversationLog
  private let form: ClientKind
  private let token: String?
  private var transport: (any ClientTransport)?
  private var lines = ReceivedLines()
  private var unread = LineBuffer()
  private var lastTag = 0
  /// The tags of the commands with which it introduces itself.
  private var greetings: Set<String> = []
  /// The replies to commands with a tag of this link that nobody has taken yet.
  private var answers: [String: ReceivedMessage] = [:]
  /// What the client has read and the test has not asked for yet.
  var batches: [ReceivedMessage] = []
  var events: [ReceivedMessage] = []
  var replies: [ReceivedMessage] = []
  private var copies: [BoardName: Replica] = [:]
  private var greeting: ServerMessage?
  /// What was wrong with what the server sent; nil if nothing was.
  private(set) var fault: String?
  private(set) var isClosed = false

  init(
    _ name: String, _ kind: ClientKind, token: String?, by relay: Relay, on loop: EventLoop,
    _ log: ConversationLog
  ) {
    (self.name, form, self.token) = (name, kind, token)
    (self.relay, self.loop, self.log) = (relay, loop, log)
    relay.onEvent = { [unowned self] in observe($1) }
  }

  /// Connects, and sends what a client says first. A replica connects when it opens its board.
  func connect() throws {
    (isClosed, lines) = (false, ReceivedLines())
    let onLine = { [unowned self] (line: String) in receive(line) }
    let onEnd = { [unowned self] in end() }
    switch form {
    case .lines:
      transport = try LineTransport(to: relay.port, on: loop, onLine: onLine, onEnd: onEnd)
    case .webSocket:
      transport = try WebSocketTransport(
        to: relay.port, before: relay.target?.place.description ?? "", on: loop, onLine: onLine,
        onEnd: onEnd)
      greetings.insert(ask("hello form=json"))
    case .replica: return
    }
    log.add("\(name) connects")
    greetings.insert(ask("hello \(name)" + (token.map { " token=\($0)" } ?? "")))
  }

  /// What passes the relay: the lines of a replica, and why there is no connection.
  private func observe(_ event: Relay.Event) {
    switch event {
    case .unreachable(let reason): log.add("(\(name): \(reason))")
    case .connected where form == .replica:
      (lines, unread) = (ReceivedLines(), LineBuffer())
      log.add("\(name) connects")
    case .received(let bytes) where form == .replica:
      for line in unread.lines(after: bytes) { receive(line) }
    case .closed where form == .replica, .cut where form == .replica: log.add("\(name)< (closed)")
    case .connected, .sent, .received, .inputEnded, .cut, .closed: break
    }
  }

  /// Sends a line as it is.
  func send(_ line: String) {
    log.add("\(name)> \(line)")
    transport?.send(line)
  }

  /// Sends a command with a tag, under which its reply is kept.
  @discardableResult
  func ask(_ line: String) -> String {
    lastTag += 1
    let tag = "t\(lastTag)"
    log.add("\(name)> \(line)")
    transport?.send("#\(tag) \(line)")
    return tag
  }

  /// The reply to a command with a tag; nil if it has not come.
  ///
  /// - Throws: `LinkFault` if it will not come any more.
  func answer(to tag: String) throws(LinkFault) -> ReceivedMessage? {
    if let answer = answers.removeValue(forKey: tag) { return answer }
    try check()
    return nil
  }

  /// - Throws: `LinkFault` if nothing will come any more.
  func check() throws(LinkFault) {
    if let fault { throw LinkFault(reason: fault) }
    if isClosed { throw LinkFault(reason: "the connection of \(name) is closed") }
  }

  /// The client's copies of the boards that it has opened.
  var replicas: [BoardName: Replica] {
    guard let own = transport as? ReplicaTransport else { return copies }
    return [own.connection.replica.board: own.connection.replica]
  }

  /// Opens a board, from the revision of the copy if there is one.
  ///
  /// - Returns: The tag of the reply; nil of a replica, which follows one board and opens it itself.
  func open(_ board: BoardName) throws -> String? {
    if form == .replica {
      if transport == nil {
        transport = try ReplicaTransport(board, as: name, token, to: relay.port, on: loop)
      }
      return nil
    }
    var replica = copies[board] ?? Replica(of: board)
    if copies[board] == nil, let greeting { _ = try replica.receive(greeting) }
    copies[board] = replica
    var buffer = WireBuffer()
    buffer.append(replica.openRequest)
    return ask(String(buffer.string.dropLast()))
  }

  /// Ends everything that belongs to the loop.
  func close() {
    relay.onEvent = nil
    transport = nil
  }

  /// Breaks the connection.
  func cut() {
    log.add("\(name) cuts")
    relay.cut()
  }

  private func end() {
    guard !isClosed else { return }
    log.add("\(name)< (closed)")
    isClosed = true
    for board in copies.keys { _ = copies[board]?.disconnect(keepsUnanswered: false) }
  }

  private func receive(_ line: String) {
    do {
      for line in try form.textLines(of: line) {
        log.add("\(name)< \(Self.untagged(line))")
        if let message = try lines.read(line) { try receive(message) }
      }
    } catch {
      fault = fault ?? "\(name) cannot read `\(line)`: \(error)"
    }
  }

  private func receive(_ message: ReceivedMessage) throws {
    for board in Array(copies.keys) {
      _ = try copies[board]!.receive(message.message)
      guard let name = copies[board]?.board, name != board else { continue }
      // The board has been renamed.
      copies[name] = copies.removeValue(forKey: board)
    }
    switch message.message {
    case .batch: batches.append(message)
    // The heartbeat that the library has asked for.
    case .event(.ping) where form == .replica: break
    case .event: events.append(message)
    case .reply(let reply):
      if let tag = reply.tag?.description, tag.hasPrefix("t"), Int(tag.dropFirst()) != nil {
        answers[tag] = message
        if greetings.contains(tag), !Self.untagged(message.lines[0]).hasPrefix("ok ") {
          fault = fault ?? "the server answers to hello: \(Self.untagged(message.lines[0]))"
        }
      } else if form != .replica {
        replies.append(message)
      }
    case .greeting: greeting = message.message
    case .snapshot, .counts, .unknown: break
    }
  }

  /// The line without the tag of a link.
  static func untagged(_ line: String) -> String {
    guard line.hasPrefix("#t"), let blank = line.firstIndex(of: " ") else { return line }
    return String(line[line.index(after: blank)...])
  }
}

/// Why nothing more comes.
struct LinkFault: Error, CustomStringConvertible {
  let reason: String
  var description: String { reason }
}

/// What all clients of a server have sent and read, in order. Only the loop's thread adds to it.
final class ConversationLog: @unchecked Sendable {
  /// The limit on lines that are kept, since a crowd says much.
  private static let mostLines = 10_000

  private(set) var lines: [String] = []

  func add(_ line: String) {
    if lines.count == Self.mostLines { lines.removeFirst(Self.mostLines / 2) }
    lines.append(line)
  }
}
