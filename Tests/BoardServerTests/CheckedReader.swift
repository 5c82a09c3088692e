import BoardCore
import BoardWire
import TestSupport

/// What one client has read, held against the specification line by line.
///
/// It keeps a mirror of each board by code of its own, knows the commands that are still to be
/// answered and the drag sessions it was shown, and throws at the first line that does not fit.
struct CheckedReader {
  typealias Fault = Mirror.Fault

  /// A command on its way, by the tag that its reply will bear.
  struct Question {
    let tag: String
    let board: String
  }

  /// That a board stood at a revision, although this client was told no batch as far as that.
  struct Claim {
    let board: Mirror.Board
    let name: String
    let revision: Int
  }

  private var reader = ServerReader()
  private(set) var mirror = Mirror()
  private(set) var awaited: [Question] = []
  private(set) var openBoards: Set<String> = []
  /// The revision that `ok open` told. What follows leads to it, even where nothing is different.
  private var opened: [String: Int] = [:]
  private var sessions = SessionBook()
  private(set) var claims: [Claim] = []
  private(set) var lineCount = 0
  private(set) var batchCount = 0
  private(set) var snapshotCount = 0
  private(set) var selectionCount = 0
  /// What the line before told of a selection.
  private var lastSelected: (board: String, items: [String])?

  /// The name that this client gave itself.
  var name: String? { sessions.name }
  /// The sessions that this client itself began or resumed and that have not ended.
  var own: [String] { sessions.own.keys.sorted() }
  /// The sessions that it was shown and whose end it was not told.
  var shown: [String] { sessions.shown.keys.sorted() }

  /// Begins anew on another connection, with the copies of the boards it has.
  mutating func reconnect() {
    reader = ServerReader()
    awaited = []
    openBoards = []
    opened = [:]
    sessions = SessionBook()
    let boards = mirror.boards
    mirror = Mirror()
    for (name, board) in boards { mirror.hold(board, of: name) }
  }

  mutating func ask(_ question: Question) { awaited.append(question) }

  /// Takes the next line.
  ///
  /// - Returns: The name of the board that is another one by it, if there is one.
  mutating func read(_ line: String) throws -> String? {
    lineCount += 1
    let message = try Array(line.utf8).withUnsafeBytes { try reader.read($0) }
    if case .batch(let name, _, let to, let batch) = message {
      try check(batch, of: name.string, to: to)
    }
    if case .greeting = message { return nil }
    try mirror.read(line)
    let told = lastSelected
    lastSelected = nil
    switch message {
    case .batch(let name, _, _, _)?:
      batchCount += 1
      return name.string
    case .snapshot(let name, _, let content, let drags)?:
      snapshotCount += 1
      for case .selected(_, _, let items) in drags { try check(items, on: name.string) }
      guard content.isConsistent else { throw Fault("a snapshot that holds something twice") }
      guard openBoards.contains(name.string) else { throw Fault("a snapshot unasked for") }
      sessions.replace(name.string, by: drags)
      return name.string
    case .reply(let reply)?: try take(reply, behind: told)
    case .event(.selected(let board, _, let items))?: try take(items, selectedOn: board.string)
    case .event(let event)?: try sessions.take(event, isOpen: openBoards)
    case .ended(let session, let outcome)?: try end(session.description, outcome)
    case .unknown(let word)?: throw Fault("an unknown event \(word)")
    case nil, .greeting?: break
    }
    return nil
  }

  /// A batch is legal on the very board that the mirror holds, and leads to a consistent one.
  private func check(_ batch: BatchUpdate, of name: String, to: Int) throws {
    guard openBoards.contains(name) else { throw Fault("a batch of a board that is not open") }
    guard let board = mirror.boards[name] else { throw Fault("a batch before any snapshot") }
    guard !batch.isEmpty || opened[name] == to else { throw Fault("a batch of nothing") }
    let content = try board.content()
    if let violation = batch.validate(on: ContentShape(content)) {
      throw Fault("a batch to \(to) that breaks \(violation)")
    }
    guard try batch.apply(to: content).isConsistent else {
      throw Fault("a batch to \(to) that leaves something twice")
    }
  }

  private mutating func take(_ items: [ItemID], selectedOn board: String) throws {
    guard openBoards.contains(board) else { throw Fault("a selection on a closed board") }
    try check(items, on: board)
    selectionCount += 1
    lastSelected = (board, items.map(\.string))
  }

  /// What is selected is on the board as this client knows it then.
  private func check(_ items: [ItemID], on name: String) throws {
    guard let board = mirror.boards[name] else { throw Fault("a selection on no board") }
    let known = Set(board.sections.flatMap { $0.items.map(\.name) })
    guard let item = items.first(where: { !known.contains($0.string) }) else { return }
    throw Fault("\(item) is selected, and not on \(name) at \(board.revision)")
  }

  private mutating func end(_ session: String, _ outcome: ReportedOutcome) throws {
    let home = try sessions.end(session)
    switch outcome {
    case .moved(let revision): claim(home, revision)
    case .copied(let revision, let board): claim(board?.string ?? home, revision)
    default: break
    }
  }

  /// Whatever was told of a revision came behind the batch that leads to it, if there was one.
  private mutating func claim(_ name: String, _ revision: Int) {
    guard openBoards.contains(name), let board = mirror.boards[name] else { return }
    if board.revision < revision {
      claims.append(Claim(board: board, name: name, revision: revision))
    }
  }
}

// Replies.

extension CheckedReader {
  private mutating func take(
    _ reply: ServerReply, behind told: (board: String, items: [String])?
  ) throws {
    guard let question = awaited.first, reply.tag == question.tag else {
      throw Fault("\(reply) does not answer \(String(describing: awaited.first))")
    }
    awaited.removeFirst()
    guard reply.kind == .ok, !reply.isReplayed else { return }
    let words = reply.words
    switch words[0] {
    case "hello": sessions.name = words[1]
    case "open":
      openBoards.insert(words[1])
      opened[words[1]] = try number(words[2])
      sessions.forget(words[1])
      mirror.forgetSelections(of: words[1])
    case "close":
      openBoards.remove(words[1])
      sessions.forget(words[1])
      mirror.forgetSelections(of: words[1])
    case "begin", "resume":
      sessions.own[words[1]] = sessions.shown[words[1]] ?? question.board
    case "perform": try settle(words[1])
    case "cancel": sessions.drop(words[1], unlessIn: openBoards)
    case "remove" where words.last == "cancelled": try settle(words[1])
    // Others may have left everything as it was, and then tell the present revision only.
    case "insert", "delete", "insert-section", "delete-section":
      claim(question.board, try number(words.last))
    case "select", "deselect": try take(selected: Array(words[2...]), on: words[1])
    case "choose": try take(chosen: words, on: question.board, told)
    default: break
    }
  }

  /// A selection of one's own stands in the reply.
  private mutating func take(selected items: [String], on board: String) throws {
    guard openBoards.contains(board) else { return }
    guard let name = sessions.name else { throw Fault("a guest that selects") }
    mirror.select(items, of: name, on: board)
    try check(items == ["none"] ? [] : items.map { ItemID(stringLiteral: $0) }, on: board)
  }

  /// What the reply to `choose` leaves out stands in the line before it.
  private mutating func take(
    chosen words: [String], on board: String, _ told: (board: String, items: [String])?
  ) throws {
    if words[2] == "deleted" { return claim(board, try number(words.last)) }
    guard words[2] != "moved", openBoards.contains(board) else { return }
    guard let told, told.board == board,
      told.items.contains(words[1]) == (words[2] == "selected")
    else { throw Fault("\(words) without the selection in front of it") }
  }

  /// The owner of a session that watches its board was told the end before the reply.
  private mutating func settle(_ session: String) throws {
    guard let home = sessions.own.removeValue(forKey: session) else { return }
    guard !openBoards.contains(home) else {
      throw Fault("the reply to the end of \(session) came before the end")
    }
  }
}

extension Mirror.Board {
  /// The board as the batch algebra takes it.
  func content() throws -> Content {
    try sections.map { section in
      Section(
        id: try name(section.row.name), title: Text(section.row.text),
        items: try section.items.map { Item(id: try name($0.name), text: Text($0.text)) })
    }
  }

  private func name<Kind>(_ string: String) throws -> Name<Kind> {
    guard let name = Name<Kind>(string) else { throw Mirror.Fault("no name: \(string)") }
    return name
  }
}
