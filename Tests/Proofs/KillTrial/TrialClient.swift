import BoardModel
import BoardWire
import CheckedClients
import Simulation

/// A client of the program over successive connections, with replicas of boards.
class TrialClient {
  /// A pending request.
  enum Question {
    case hello
    case open(String)
    case create
    case ping
    case history(String)
    /// The resumption of a drag of an earlier life, and its end.
    case resume(SessionID)
    case cancel
    /// A tagged command of an author, by its number.
    case command(Int)
  }

  let name: String
  /// The open boards.
  var boards: [String]
  private(set) var mirror = Mirror()
  private(set) var socket: NonblockingSocket?
  private var reader = MessageReader()
  private var awaited: [Question] = []
  private(set) var isGreeted = false
  /// The lines so far of the batch or snapshot that is being read.
  private var block: [String] = []
  let evidence: Evidence

  init(_ name: String, watching boards: [String], _ evidence: Evidence) {
    self.name = name
    self.boards = boards
    self.evidence = evidence
  }

  /// Whether all requests on this connection are answered.
  var isSettled: Bool { awaited.isEmpty && isGreeted && !reader.isInsideMessage }

  var isDisconnected: Bool { socket?.isAtEnd ?? true }

  /// Whether the server has ended its connection.
  var hasLostConnection: Bool { socket?.isAtEnd ?? false }

  /// Reconnects, keeping only its replicas.
  func connect(port: UInt16, receiveBuffer: Int32? = nil) {
    socket = NonblockingSocket(port: port, receiveBuffer: receiveBuffer)
    reader = MessageReader()
    (awaited, isGreeted, block) = ([], false, [])
    let copies = mirror.boards
    mirror = Mirror()
    for (board, copy) in copies { mirror.keep(copy, of: board) }
  }

  func cut() { socket = nil }

  /// Discards its replicas, so that it gets snapshots.
  func forget() { mirror = Mirror() }

  func ask(_ question: Question, _ request: Request) {
    var buffer = WireBuffer()
    buffer.append(request)
    ask(question, buffer.bytes)
  }

  func ask(_ question: Question, _ bytes: [UInt8]) {
    awaited.append(question)
    socket?.write(bytes)
  }

  /// Opens a board at the revision of its replica.
  func open(_ board: String) {
    let revision = mirror.boards[board]?.revision
    let epoch = revision == nil ? nil : evidence.epoch
    ask(.open(board), .board(.open(.init(BoardName(board)!, since: revision, epoch: epoch))))
  }

  /// Reads all arrived lines.
  func listen() {
    for line in socket?.arrived() ?? [] {
      do { try read(line) } catch {
        evidence.object(.misfit, "\(name) read \(line.prefix(200)): \(error)")
      }
    }
  }

  private func read(_ line: String) throws {
    if !reader.isInsideMessage { block = [] }
    block.append(line)
    let message = try Array(line.utf8).withUnsafeBytes { try reader.read($0) }
    guard isGreeted else {
      // An owner that is about to be replaced sends it away, and so does a node that does not reach the owner.
      if case .event(.bye(let bye)) = message, [.moved, .unavailable].contains(bye.reason) {
        return
      }
      isGreeted = true
      return evidence.greeted(message, line)
    }
    try mirror.read(line)
    switch message {
    case .batch(let board, let from, let to, _):
      see(board.string)
      if from + 1 == to { evidence.saw(step: block, to: to, of: board.string) }
    case .snapshot(let board, _, _, _), .counts(let board, _, _, _): see(board.string)
    case .reply(let reply):
      guard !awaited.isEmpty else { throw Mirror.Fault("an answer that nobody waits for") }
      answered(awaited.removeFirst(), reply)
    case .greeting, .unknown: throw Mirror.Fault("nothing that may come here")
    case .event, nil: break
    }
  }

  private func see(_ name: String) {
    if let board = mirror.boards[name] { evidence.saw(board, of: name, by: self.name) }
  }

  func answered(_ question: Question, _ reply: ServerReply) {
    switch question {
    case .hello:
      if reply.ok == nil { evidence.object(.lost, "\(name) is not known: \(reply.shown)") }
    case .open(let board):
      evidence.opened(board, reply, by: name, holding: mirror.boards[board]?.revision)
    case .history(let board):
      guard case .history(_, let listing) = reply.ok else {
        return evidence.object(.vanished, "\(board) has no history: \(reply.shown)")
      }
      for row in listing.rows { evidence.lists(row, of: board) }
    case .create, .ping, .command, .resume, .cancel: break
    }
  }
}

extension ServerReply {
  /// The outcome, for people.
  var shown: String { outcome.shown }
}

extension ServerReply.Outcome {
  /// The outcome as sent by a server, without connection-specific parts.
  var shown: String {
    switch self {
    case .ok(let reply):
      var buffer = WireBuffer()
      buffer.append(reply)
      return String(buffer.string.prefix { $0 != "\n" })
    case .refused(let failure): return "refused \(failure.description)"
    case .error(let failure): return "error \(failure.description)"
    }
  }
}
