import BoardModel
import BoardWire
import CheckedClients
import Simulation

/// A client of the program over successive connections, with replicas of boards.
class TrialClient {
  /// A pending request.
  enum Question {
    case space
    case hello
    /// With the revision and the epoch of the replica.
    case open(String, since: Int?, of: Epoch?)
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
  /// The space that it chooses; nil for the default one.
  var space: SpaceChoice?
  /// The epoch of its replicas.
  private var epoch: Epoch?
  private var hasGreeting = false
  /// Whether it is in its space.
  private(set) var isGreeted = false
  /// Whether the database did not answer when it asked for history since this was last set.
  var mustAskAgain = false
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
    (awaited, hasGreeting, isGreeted, block) = ([], false, false, [])
    let copies = mirror.boards
    mirror = Mirror()
    for (board, copy) in copies { mirror.keep(copy, of: board) }
    // It waits for no greeting, which must come first all the same.
    if let name = space?.next() { ask(.space, .connection(.space(.init(name)))) }
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
    let epoch = revision == nil ? nil : epoch
    ask(
      .open(board, since: revision, of: epoch),
      .board(.open(.init(BoardName(board)!, since: revision, epoch: epoch))))
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
    guard hasGreeting else {
      // An owner that is about to be replaced sends it away, and so does a node that does not reach the owner.
      if case .event(.bye(let bye)) = message, [.moved, .unavailable].contains(bye.reason) {
        return
      }
      hasGreeting = true
      let greeting = evidence.greeting(message, line)
      if case .space = awaited.first { return }
      return enter(greeting?.epoch)
    }
    try mirror.read(line)
    switch message {
    case .batch(let board, let from, let to, _):
      see(board.string)
      if from + 1 == to, epoch == evidence.epoch {
        evidence.saw(step: block, to: to, of: board.string)
      }
    case .snapshot(let board, _, _, _), .counts(let board, _, _, _): see(board.string)
    case .reply(let reply):
      guard !awaited.isEmpty else { throw Mirror.Fault("an answer that nobody waits for") }
      let question = awaited.removeFirst()
      // What is told of a former epoch says nothing of the present one.
      if !isGreeted || epoch == evidence.epoch { answered(question, reply) }
    case .greeting, .unknown: throw Mirror.Fault("nothing that may come here")
    case .event, nil: break
    }
  }

  /// It is in its space.
  private func enter(_ epoch: Epoch?) {
    guard let epoch else { return }
    isGreeted = true
    self.epoch = epoch
    evidence.entered(epoch)
  }

  private func see(_ name: String) {
    if epoch == evidence.epoch, let board = mirror.boards[name] {
      evidence.saw(board, of: name, by: self.name)
    }
  }

  func answered(_ question: Question, _ reply: ServerReply) {
    switch question {
    case .space:
      guard case .space(let chosen) = reply.ok else {
        return evidence.object(.misfit, "\(name) is not in its space: \(reply.shown)")
      }
      enter(chosen.epoch)
    case .hello:
      if reply.ok == nil { evidence.object(.lost, "\(name) is not known: \(reply.shown)") }
    case .open(let board, let known, let former):
      if !evidence.opened(board, reply, by: name, holding: known, of: former) {
        boards.removeAll { $0 == board }
      }
    case .history where reply.failure?.refusal?.wire.code == .unavailable: mustAskAgain = true
    case .history(let board):
      guard case .history(_, let listing) = reply.ok else {
        return evidence.object(.vanished, "\(board) has no history: \(reply.shown)")
      }
      for row in listing.rows { evidence.lists(row, of: board) }
    case .create, .ping, .command, .resume, .cancel: break
    }
  }
}

/// The space that a client chooses by its first line.
struct SpaceChoice {
  let name: SpaceName
  /// Whether the client is in it anyway if it says nothing.
  let isDefault: Bool
  private var count = 0

  init(_ name: SpaceName, isDefault: Bool) { (self.name, self.isDefault) = (name, isDefault) }

  /// What the next connection is to choose; nil for nothing, as every second one if the space is the default one.
  mutating func next() -> SpaceName? {
    count += 1
    return isDefault && count.isMultiple(of: 2) ? nil : name
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
