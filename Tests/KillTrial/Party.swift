import TestSupport

/// Somebody who talks to the program over one connection after another, and keeps copies of boards.
class Party {
  /// What a reply is awaited for.
  enum Question {
    case hello
    case open(String)
    case create
    case history(String)
    /// A tagged command of an author, by its number.
    case command(Int)
  }

  let name: String
  /// The boards it watches.
  var boards: [String]
  private(set) var mirror = Mirror()
  private(set) var wire: Wire?
  private var awaited: [Question] = []
  private(set) var isGreeted = false
  /// The lines so far of the batch or snapshot that is being read.
  private var block: [String] = []
  /// The rows of a listing.
  private var listing: (board: String, rows: Int)?
  let evidence: Evidence

  init(_ name: String, watching boards: [String], _ evidence: Evidence) {
    self.name = name
    self.boards = boards
    self.evidence = evidence
  }

  /// Whether it has the answers to all that it asked on this connection.
  var isContent: Bool { awaited.isEmpty && isGreeted && !mirror.isWithinBlock && listing == nil }

  var isGone: Bool { wire?.isAtEnd ?? true }

  /// Connects anew, with no more than the copies that it had.
  func connect(port: UInt16, receiveBuffer: Int32? = nil) {
    wire = Wire(port: port, receiveBuffer: receiveBuffer)
    (awaited, isGreeted, block, listing) = ([], false, [], nil)
    let copies = mirror.boards
    mirror = Mirror()
    for (board, copy) in copies { mirror.hold(copy, of: board) }
  }

  func cut() { wire = nil }

  /// Forgets its copies, so that it gets snapshots.
  func forget() { mirror = Mirror() }

  func ask(_ question: Question, _ lines: [String]) {
    awaited.append(question)
    wire?.write(lines)
  }

  /// Watches a board, from the revision of its copy on.
  func open(_ board: String) {
    let revision = mirror.boards[board].map { " \($0.revision)" } ?? ""
    ask(.open(board), ["open \(board)\(revision)"])
  }

  /// Takes all that has come.
  func listen() {
    for line in wire?.arrived() ?? [] {
      do { try take(line) } catch {
        evidence.object(.misfit, "\(name) read \(line.prefix(200)): \(error)")
      }
    }
  }

  private func take(_ line: String) throws {
    guard isGreeted else {
      isGreeted = true
      evidence.greeted(line)
      return
    }
    if line.hasPrefix("| "), !mirror.isWithinBlock { return takeRow(line) }
    let wasWithin = mirror.isWithinBlock
    if !wasWithin, let question = question(of: line) {
      try mirror.read(line)
      return answered(question, line)
    }
    if !wasWithin { block = [] }
    block.append(line)
    try mirror.read(line)
    if !mirror.isWithinBlock { takeBlock() }
  }

  private func takeBlock() {
    let head = block[0].split(separator: " ").map(String.init)
    guard head[0] == "batch" || head[0] == "board", let board = mirror.boards[head[1]] else {
      return
    }
    evidence.saw(board, of: head[1], by: name)
    if head[0] == "batch", let from = Int(head[2]), from + 1 == board.revision {
      evidence.saw(step: block, to: board.revision, of: head[1])
    }
  }

  private func takeRow(_ line: String) {
    guard let (board, rows) = listing else { return }
    evidence.tells(line, of: board)
    listing = rows > 1 ? (board, rows - 1) : nil
  }

  private func question(of line: String) -> Question? {
    guard ["ok ", "refused ", "error ", "pong"].contains(where: { line.hasPrefix($0) }),
      !awaited.isEmpty
    else { return nil }
    return awaited.removeFirst()
  }

  func answered(_ question: Question, _ line: String) {
    let words = line.split(separator: " ").map(String.init)
    switch question {
    case .hello:
      if words[0] != "ok" { evidence.object(.lost, "\(name) is not known: \(line)") }
    case .open(let board):
      evidence.opened(board, words, by: name, holding: mirror.boards[board]?.revision)
    case .history(let board):
      guard words[0] == "ok", let rows = Int(words[3]) else {
        return evidence.object(.vanished, "\(board) has no history: \(line)")
      }
      if rows > 0 { listing = (board, rows) }
    case .create, .command: break
    }
  }
}
