import BoardModel
import BoardReplica
import BoardWire

/// What one client has read, checked against the specification line by line.
///
/// It has an independent mirror of each board, tracks pending commands and drag sessions, and
/// throws at the first line that does not fit.
package struct CheckedReader {
  package typealias Fault = Mirror.Fault

  /// A pending command, by the tag of its reply.
  package struct Question {
    package let tag: String
    package let board: String
    /// The line.
    package let line: String

    package init(tag: String, board: String, line: String = "") {
      self.tag = tag
      self.board = board
      self.line = line
    }
  }

  /// A claim that a board was at a revision that this client has not received.
  package struct Claim {
    package let board: Mirror.Board
    package let name: String
    package let revision: Int
    /// The line that says so.
    package let line: String
  }

  private var reader = MessageReader()
  package private(set) var mirror = Mirror()
  package private(set) var awaited: [Question] = []
  package private(set) var openBoards: Set<String> = []
  /// Those of them whose items it only counts.
  package private(set) var countedBoards: Set<String> = []
  /// The epoch of the last greeting.
  package private(set) var epoch: Epoch?
  /// The revision in `ok open`. What follows leads to it, even if the content is the same.
  private var opened: [String: Int] = [:]
  private var sessions = SessionTable()
  package private(set) var claims: [Claim] = []
  package private(set) var lineCount = 0
  package private(set) var batchCount = 0
  package private(set) var snapshotCount = 0
  package private(set) var selectionCount = 0
  package private(set) var renameCount = 0
  package private(set) var removalCount = 0
  /// The selection that the line before was about.
  private var lastSelected: SelectedEvent?
  /// The line that is being read.
  private var line = ""
  /// The boards of which the batch before had no rows, for no reason yet.
  private var emptied: Set<String> = []
  /// The boards of which there were only batches behind the last snapshot, which may be of an earlier revision.
  private var replaced: Set<String> = []

  /// The reply in the last line, and the command that it answers.
  package private(set) var answered: (question: Question, reply: ServerReply)?
  /// The names of a board that has another one by the last line.
  package private(set) var renamed: (old: String, new: String)?

  package init() {}

  /// The name that this client has on its connection.
  package var name: String? { sessions.name }
  /// The sessions that this client itself began or resumed and that have not ended.
  package var own: [String] { sessions.own.keys.sorted() }
  /// The sessions that it was shown and whose end it was not sent.
  package var shown: [String] { sessions.shown.keys.sorted() }

  /// Whether the next line is a row of a block.
  package var isInBlock: Bool { mirror.isInBlock }
  /// Whether it was shown a session, owns it or owned it on an earlier connection.
  package func knows(session: String) -> Bool { sessions.knows(session) }

  /// Begins a new connection with the present replicas.
  ///
  /// - Parameter isSameClient: Whether it says the same name and token. A guest is another client on each
  ///   connection, and owns nothing at first (9.1, 9.2).
  package mutating func reconnect(isSameClient: Bool) {
    reader = MessageReader()
    awaited = []
    openBoards = []
    countedBoards = []
    opened = [:]
    sessions = isSameClient ? SessionTable(after: sessions) : SessionTable()
    let boards = mirror.boards
    mirror = Mirror()
    for (name, board) in boards { mirror.keep(board, of: name) }
  }

  package mutating func ask(_ question: Question) { awaited.append(question) }

  /// Reads the next line.
  ///
  /// - Returns: The name of the board that changed by it, if one did.
  package mutating func read(_ line: String) throws -> String? {
    lineCount += 1
    (answered, renamed) = (nil, nil)
    self.line = line
    let message = try Array(line.utf8).withUnsafeBytes { try reader.read($0) }
    if case .greeting(let greeting) = message {
      // The ids of sessions mean nothing in another epoch (9.4).
      if greeting.epoch != epoch { sessions = SessionTable() }
      (epoch, sessions.name) = (greeting.epoch, greeting.client.string)
      return nil
    }
    if case .batch(let name, _, let to, let batch) = message {
      try check(batch, of: name.string, to: to)
    }
    if case .event(let event) = message { try check(event) }
    try mirror.read(line)
    let selected = lastSelected
    explainEmpty(by: message)
    if message != nil { lastSelected = nil }
    switch message {
    case .batch(let name, _, let to, let batch)?:
      batchCount += 1
      guard emptied.remove(name.string) == nil else { throw Fault("a batch of nothing") }
      if batch.isEmpty, !replaced.contains(name.string), opened[name.string] != to {
        emptied.insert(name.string)
      }
      return name.string
    case .snapshot(let name, _, let content, let presence)?:
      guard !countedBoards.contains(name.string) else { throw Fault("items of what is counted") }
      guard content.isConsistent else { throw Fault("a snapshot that holds something twice") }
      try receive(presence, of: name.string)
      replaced.insert(name.string)
      return name.string
    case .counts(let name, _, _, let presence)?:
      guard countedBoards.contains(name.string) else { throw Fault("no items of a whole board") }
      try receive(presence, of: name.string)
      return name.string
    case .reply(let reply)?: try receive(reply, behind: selected)
    case .event(.selected(let selected))?: try receive(selected)
    case .event(.ended(let ended))?: try end(ended.drag.description, ended.outcome)
    case .event(.removed(let removed))?: try remove(removed.board.string)
    case .event(.renamed(let renamed))?:
      try rename(renamed.board.string, to: renamed.to.string)
    case .event(let event)?: try sessions.receive(event, isOpen: openBoards)
    case .unknown(let line)?: throw Fault("an unknown event: \(line)")
    case nil, .greeting?: break
    }
    return nil
  }

  /// What only those may be told who watch a board is about one that this client watches.
  private func check(_ event: Event) throws {
    switch event.audience {
    case .watchers, .client:
      guard let board = event.board, openBoards.contains(board.string) else {
        throw Fault("\(event) of a board that is not open")
      }
    case .watchersAndOwner, .connection: break
    }
  }

  /// A batch is legal on the very board that the mirror holds, and leads to a consistent one.
  private func check(_ batch: BatchUpdate, of name: String, to: Int) throws {
    guard openBoards.contains(name) else { throw Fault("a batch of a board that is not open") }
    guard let board = mirror.boards[name] else { throw Fault("a batch before any snapshot") }
    guard countedBoards.contains(name) || !board.isCounted else {
      throw Fault("a batch of a whole board in front of its items")
    }
    if let long = batch.insertedSections.first(where: { $0.unnamedCount > 0 }) {
      guard countedBoards.contains(name) else { throw Fault("\(long.id) without its items") }
    }
    let content = try board.content(naming: batch)
    if let violation = batch.validate(on: ContentShape(content)) {
      throw Fault("a batch to \(to) that breaks \(violation)")
    }
    guard try batch.apply(to: content).isConsistent else {
      throw Fault("a batch to \(to) that leaves something twice")
    }
  }

  private mutating func receive(_ presence: [Event], of name: String) throws {
    snapshotCount += 1
    for case .selected(let selected) in presence { try check(selected.items, on: name) }
    guard openBoards.contains(name) else { throw Fault("a snapshot unasked for") }
    sessions.replace(name, by: presence)
  }

  private mutating func receive(_ selected: SelectedEvent) throws {
    guard openBoards.contains(selected.board.string) else {
      throw Fault("a selection on a closed board")
    }
    try check(selected.items, on: selected.board.string)
    selectionCount += 1
    lastSelected = selected
  }

  /// What is selected is on the board as this client knows it then.
  private func check(_ items: [ItemID], on name: String) throws {
    guard let board = mirror.boards[name] else { throw Fault("a selection on no board") }
    if board.isCounted { return }
    let known = Set(board.sections.flatMap { $0.items.map(\.name) })
    guard let item = items.first(where: { !known.contains($0.string) }) else { return }
    throw Fault("\(item) is selected, and not on \(name) at \(board.revision)")
  }

  /// A batch has no rows only behind `open` or a snapshot of an earlier revision, before another name of the board, before a
  /// reply, and before an event that has an index path or a revision.
  private mutating func explainEmpty(by message: ServerMessage?) {
    switch message {
    case .reply, .event(.over), .event(.ended): (emptied, replaced) = ([], [])
    case .event(.renamed(let renamed)):
      emptied.remove(renamed.board.string)
      replaced = []
    case .event: replaced = []
    case nil, .greeting, .batch, .snapshot, .counts, .unknown: break
    }
  }

  /// Checks that everything about a board and its sessions was sent.
  private mutating func remove(_ board: String) throws {
    guard openBoards.contains(board) else { throw Fault("the end of a board that is not open") }
    guard sessions.shown(on: board).isEmpty else {
      throw Fault("\(board) is removed before \(sessions.shown(on: board))")
    }
    forget(board)
    removalCount += 1
  }

  private mutating func rename(_ board: String, to name: String) throws {
    guard openBoards.remove(board) != nil, openBoards.insert(name).inserted else {
      throw Fault("another name for a board that is not open, or that of one that is")
    }
    if countedBoards.remove(board) != nil { countedBoards.insert(name) }
    opened[name] = opened.removeValue(forKey: board)
    sessions.rename(board, to: name)
    renamed = (board, name)
    renameCount += 1
  }

  private mutating func end(_ session: String, _ outcome: ReportedOutcome) throws {
    let home = try sessions.end(session)
    switch outcome {
    case .moved(let revision): claim(home, revision)
    case .copied(let revision, let board): claim(board?.string ?? home, revision)
    case .unchanged, .cancelled, .forbidden, .expired, .gone, .shutdown: break
    }
  }

  /// Whatever names a revision comes behind the batch that leads to it, if there is one (7.6).
  private mutating func claim(_ name: String, _ revision: Int) {
    guard openBoards.contains(name), let board = mirror.boards[name] else { return }
    if board.revision < revision {
      claims.append(Claim(board: board, name: name, revision: revision, line: line))
    }
  }
}

// Replies.

extension CheckedReader {
  private mutating func receive(
    _ reply: ServerReply, behind selected: SelectedEvent?
  ) throws {
    guard let question = awaited.first, reply.tag == question.tag else {
      throw Fault("\(reply) does not answer \(String(describing: awaited.first))")
    }
    awaited.removeFirst()
    answered = (question, reply)
    guard let answer = reply.ok, !reply.isReplayed else { return }
    if let revision = answer.revision { claim(question.board, revision) }
    switch answer {
    case .hello(let reply): sessions.name = reply.client.string
    case .open(let opened):
      open(opened)
      let counts = question.line.contains(" content=counts")
      if counts {
        countedBoards.insert(opened.board.string)
      } else {
        countedBoards.remove(opened.board.string)
      }
    case .rows(let rows, let items): try check(rows, items, asked: question.line)
    case .find: try mirror.readFound(on: openBoards)
    case .close(let closed): forget(closed.board.string)
    case .begin(let session), .beginExternal(let session): own(session.drag, question.board)
    case .resume(let session): own(session.drag, question.board)
    case .perform(let ended): try settle(ended.drag)
    case .cancel(let ended): sessions.drop(ended.drag.description, unlessIn: openBoards)
    case .remove(let session) where session.items.isEmpty: try settle(session.drag)
    case .select(let reply), .deselect(let reply): try receive(reply)
    case .choose(let chosen): try receive(chosen, on: question.board, behind: selected)
    default: break
    }
  }

  /// A board that is open already is not sent again: the reply comes behind what was owed.
  private mutating func open(_ reply: OpenReply) {
    let board = reply.board.string
    guard openBoards.insert(board).inserted else { return claim(board, reply.revision) }
    opened[board] = reply.revision
    sessions.forget(board)
    mirror.forgetSelections(of: board)
  }

  /// Rows are of the revision that the reader is at, and fewer than asked for only at the end of a section.
  private func check(_ rows: RowsReply, _ items: [Item], asked line: String) throws {
    let name = rows.board.string
    guard openBoards.contains(name), let board = mirror.boards[name] else { return }
    guard board.revision == rows.revision else {
      throw Fault("rows of \(rows.revision) on a copy at \(board.revision)")
    }
    let words = line.split(separator: " ")
    guard words.count > 2, let asked = Int(words[2]) else { return }
    let count = board.sections[rows.path.section].items.count
    guard items.count == min(asked, count - rows.path.item) else {
      throw Fault("\(items.count) rows for \(line) of \(count)")
    }
  }

  private mutating func forget(_ board: String) {
    openBoards.remove(board)
    countedBoards.remove(board)
    sessions.forget(board)
    mirror.forgetSelections(of: board)
  }

  private mutating func own(_ session: SessionID, _ board: String) {
    let drag = session.description
    sessions.own[drag] = sessions.shown[drag] ?? board
  }

  /// A selection of one's own is in the reply.
  private mutating func receive(_ reply: SelectReply) throws {
    let board = reply.board.string
    guard openBoards.contains(board), let name = sessions.name else { return }
    mirror.select(reply.items.map(\.string), of: name, on: board)
    try check(reply.items, on: board)
  }

  /// The selection after a `choose` is in the line before its reply.
  private func receive(
    _ chosen: ChooseReply, on board: String, behind selected: SelectedEvent?
  ) throws {
    let isSelected: Bool
    switch chosen.choice {
    case .selected: isSelected = true
    case .deselected: isSelected = false
    case .moved, .deleted: return
    }
    guard openBoards.contains(board) else { return }
    guard let selected, selected.board.string == board,
      selected.items.contains(chosen.item) == isSelected
    else { throw Fault("\(chosen) without the selection in front of it") }
  }

  /// The owner of a session that watches its board was sent the end before the reply.
  private mutating func settle(_ session: SessionID) throws {
    guard let home = sessions.own.removeValue(forKey: session.description) else { return }
    guard !openBoards.contains(home) else {
      throw Fault("the reply to the end of \(session) came before the end")
    }
  }
}

extension Reply {
  /// The revision that an edit, an undo or a redo produced.
  package var editedRevision: Int? {
    if case .edited(let revision) = effect { revision } else { nil }
  }

  /// The revision of the board of the command that the reply names, unless it is that of `open`.
  fileprivate var revision: Int? {
    switch self {
    case .propose(let reply): reply.revision
    case .dryrun(let reply, _): reply.revision
    case .rows(let reply, _): reply.revision
    case .choose(let chosen): chosen.choice.revision
    default: editedRevision
    }
  }
}

extension Choice {
  fileprivate var revision: Int? {
    switch self {
    case .moved(let revision, _), .deleted(let revision): revision
    case .selected, .deselected: nil
    }
  }
}
