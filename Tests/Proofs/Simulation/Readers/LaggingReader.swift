import BoardModel
import BoardWire
import CheckedClients

/// What one connection knows, built from the specification alone: its copies of boards, and the drag
/// sessions that it was told of. It throws at the first line that says something about a drag that does
/// not fit its copies at this point of the stream (rule 7.8).
package struct LaggingReader {
  package typealias Fault = Mirror.Fault

  /// A drag session as the connection knows it.
  package struct Session {
    package var home: String
    package var items: [ItemID]
    /// Whether its items are from outside. A session never has both kinds (`mixed-session`).
    var isExternal = false
    package var state = DragState.lifted
    /// Whether it was sent a state since the beginning.
    var hasState = false
    package var isSuspended = false
    /// Whether the connection was sent its beginning, or it is in a snapshot.
    var isShown = false
    /// Whether a reply to the connection named it.
    package var isOwn = false
  }

  private var reader = MessageReader()
  package private(set) var mirror = Mirror()
  package private(set) var openBoards: Set<String> = []
  package private(set) var sessions: [SessionID: Session] = [:]
  /// The sessions that a snapshot left out, with their boards. Their ends may follow.
  private var replaced: [SessionID: String] = [:]
  /// Its own sessions that a snapshot left out, whose ends must follow.
  package private(set) var leftOut: Set<SessionID> = []
  /// The session that ended last by a move, as it was known.
  private var dropped: (drag: SessionID, session: Session)?
  /// The sessions whose end it was told.
  private(set) var ended: Set<SessionID> = []
  /// The name of the client.
  private(set) var name: ClientName?
  /// Whether the server has access rules: what a session does on another board is its owner's only.
  private(set) var hasAccessRules = false
  /// The boards that the commands without a reply yet are about.
  private var asked: [String] = []
  /// The sessions that its commands named: it may be sent what these did before anything else.
  private(set) var named: Set<SessionID> = []
  package var counts = Counts()

  /// How much was checked.
  package struct Counts {
    package var events = 0
    package var snapshots = 0
    package var places = 0
    package var ends = 0

    package init() {}

    package static func += (a: inout Counts, b: Counts) {
      a.events += b.events
      a.snapshots += b.snapshots
      a.places += b.places
      a.ends += b.ends
    }
  }

  /// The sessions of the connection's client, by whichever of its connections.
  let own: OwnSessions

  private let number: Int

  package init(_ own: OwnSessions) {
    self.own = own
    number = own.addConnection()
  }

  /// The reader of another connection that goes on with these copies of boards.
  ///
  /// - Parameter isSameClient: Whether it says the same name and token. A guest is another client on each
  ///   connection, and owns nothing at first (9.1, 9.2).
  package init(after old: LaggingReader, isSameClient: Bool) {
    own = isSameClient ? old.own : OwnSessions()
    number = own.addConnection()
    for (name, board) in old.mirror.boards { mirror.keep(board, of: name) }
  }

  /// The sessions of the connection's client that it knows of.
  package var ownSessions: [SessionID] { sessions.keys.filter(own.contains).sorted() }

  /// Notes a command that is to be answered.
  package mutating func ask(_ line: String, about board: String) {
    asked.append(board)
    let words = line.split { $0 == " " || $0 == "=" }
    let drags = words.compactMap { word in
      word.first == "d" ? Int(word.dropFirst()).map { SessionID($0) } : nil
    }
    named.formUnion(drags)
    // Whatever is answered, others of the client may be told of it before.
    for drag in drags where own.contains(drag) { own.drive(drag, by: number) }
  }

  package mutating func read(_ line: String) throws {
    let message = try Array(line.utf8).withUnsafeBytes { try reader.read($0) }
    try mirror.read(line)
    switch message {
    case .snapshot(let board, _, _, let events)?, .counts(let board, _, _, let events)?:
      counts.snapshots += 1
      leftOut.formUnion(sessions.keys.filter { isShown($0, on: board.string) && own.contains($0) })
      replace(on: board.string)
      for event in events { try receive(event, inSnapshot: true) }
    case .event(let event)?: try receive(event, inSnapshot: false)
    case .reply(let reply)?:
      guard !asked.isEmpty else { throw Fault("a reply to nothing") }
      let board = asked.removeFirst()
      if let answer = reply.ok, !reply.isReplayed { try receive(answer, about: board) }
    case .batch(let board, _, _, _)?: try requireOpen(board.string)
    case .unknown(let line)?: throw Fault("unknown: \(line)")
    case .greeting(let greeting)?:
      name = greeting.client
      own.enter(greeting.epoch)
    case nil: break
    }
  }

  // MARK: Events

  private mutating func receive(_ event: Event, inSnapshot: Bool) throws {
    counts.events += 1
    switch event {
    case .began(let began): try begin(began)
    case .items(let change): try receive(change)
    case .over(let over):
      guard !inSnapshot || over.proposal.board == nil else {
        throw Fault("a place on another board in a snapshot")
      }
      try checkVeil(of: over.drag, over.proposal.board)
      try change(over.drag, to: .over(over.proposal))
      try check(over.proposal, of: over.drag, isExact: true)
    case .lifted(let lifted):
      if isDriver(of: lifted.drag), sessions[lifted.drag]?.hasState == true {
        throw Fault("\(lifted.drag) is lifted, and its owner did not say so")
      }
      try change(lifted.drag, to: .lifted)
    case .lost(let lost): try change(lost.drag, to: .lost)
    case .suspended(let suspended): try suspend(suspended.drag, true)
    case .resumed(let resumed): try suspend(resumed.drag, false)
    case .ended(let ended): try end(ended.drag, ended.outcome)
    case .selected(let selected): try check(selected.items, on: selected.board.string)
    case .policy(let changed): try requireOpen(changed.board.string)
    case .fields(let types): try requireOpen(types.board.string)
    case .removed(let removed):
      try checkNobodyIsOver(removed.board)
      forget(removed.board.string)
    case .renamed(let renamed): rename(renamed.board.string, to: renamed.to.string)
    case .role(let changed): try requireOpen(changed.board.string)
    case .ping, .bye: break
    }
  }

  private mutating func begin(_ began: BeganEvent) throws {
    try requireOpen(began.board.string)
    guard sessions[began.drag]?.isShown != true else { throw Fault("\(began.drag) began twice") }
    guard !ended.contains(began.drag) else { throw Fault("\(began.drag) began behind its end") }
    replaced[began.drag] = nil
    leftOut.remove(began.drag)
    var session = Session(home: began.board.string, items: began.items, isShown: true)
    session.isOwn = sessions[began.drag]?.isOwn ?? false
    if began.external != nil {
      guard began.items.count == 1 else { throw Fault("more than one item from outside") }
      session.isExternal = true
    } else {
      try check(began.items, on: began.board.string)
    }
    sessions[began.drag] = session
    // The reply to its `begin` may have been lost with the connection.
    if began.client == name { own.add(began.drag) }
  }

  private mutating func receive(_ change: ItemsEvent) throws {
    if let session = sessions[change.drag], isTold(change.drag), session.items == change.items {
      throw Fault("\(change.drag) has the items that it had")
    }
    try self.change(change.drag) { session in
      session.items = change.items
      if change.external != nil { session.isExternal = true }
    }
    try checkItems(of: change.drag)
  }

  private mutating func change(_ drag: SessionID, _ body: (inout Session) -> Void) throws {
    guard sessions[drag] != nil else { return try requireOwn(drag) }
    body(&sessions[drag]!)
  }

  /// A reader is sent what it does not know yet; the first state may be that of a beginning.
  private mutating func change(_ drag: SessionID, to state: DragState) throws {
    if let session = sessions[drag], isTold(drag), session.hasState, session.state == state {
      throw Fault("\(drag) is where it was")
    }
    try change(drag) { session in
      session.state = state
      session.hasState = true
    }
  }

  private mutating func suspend(_ drag: SessionID, _ isSuspended: Bool) throws {
    if let session = sessions[drag], session.isShown, session.isSuspended == isSuspended {
      throw Fault("\(drag) is suspended or resumed twice")
    }
    try change(drag) { $0.isSuspended = isSuspended }
  }

  /// A client is sent what happens to its sessions on each connection, if the one that drove them is
  /// gone; then it may be told again what others of its connections were told (7.7).
  private func requireOwn(_ drag: SessionID) throws {
    guard own.contains(drag) || named.contains(drag), !ended.contains(drag) || isShared(drag) else {
      throw Fault("\(drag) is not known")
    }
  }

  private mutating func end(_ drag: SessionID, _ outcome: ReportedOutcome) throws {
    counts.ends += 1
    leftOut.remove(drag)
    let session = sessions.removeValue(forKey: drag)
    if session == nil {
      if replaced.removeValue(forKey: drag) != nil, !own.contains(drag), !named.contains(drag) {
        throw Fault("\(drag) ends behind a snapshot without it")
      }
      try requireOwn(drag)
    }
    guard ended.insert(drag).inserted || isShared(drag) else {
      throw Fault("\(drag) ends twice")
    }
    switch outcome {
    case .moved(let revision):
      guard let session else { break }
      try requireRevision(revision, of: session.home)
      dropped = (drag, session)
    case .copied(let revision, let board):
      try checkVeil(of: drag, board)
      if let name = board?.string ?? session?.home { try requireRevision(revision, of: name) }
    case .unchanged, .cancelled, .forbidden, .expired, .gone, .shutdown: break
    }
  }

  // MARK: Boards

  private func requireOpen(_ board: String) throws {
    guard openBoards.contains(board) else { throw Fault("\(board) is not open") }
  }

  private func requireRevision(_ revision: Int, of name: String) throws {
    guard openBoards.contains(name), let board = mirror.boards[name] else { return }
    guard board.revision >= revision else {
      throw Fault("\(name) is at \(board.revision), and \(revision) is named")
    }
  }

  private mutating func replace(on board: String) {
    for (id, session) in sessions where session.home == board {
      replaced[id] = board
      sessions[id] = nil
    }
  }

  private mutating func forget(_ board: String) {
    openBoards.remove(board)
    leftOut.subtract(replaced.filter { $0.value == board }.keys)
    replaced = replaced.filter { $0.value != board }
    for (id, session) in sessions where session.home == board {
      if session.isOwn { sessions[id]!.isShown = false } else { sessions[id] = nil }
    }
  }

  private mutating func rename(_ board: String, to name: String) {
    if openBoards.remove(board) != nil { openBoards.insert(name) }
    for (id, session) in sessions where session.home == board { sessions[id]!.home = name }
    replaced = replaced.mapValues { $0 == board ? name : $0 }
  }
}

// Replies.

extension LaggingReader {
  /// Whether the connection is sent what happens to a session, although it does not watch the board.
  package func isDriver(of drag: SessionID) -> Bool { own.isDriven(drag, onlyBy: number) }

  /// Whether it is told what happens to a session, and nothing that it knows.
  func isTold(_ drag: SessionID) -> Bool {
    sessions[drag]?.isShown == true || isDriver(of: drag)
  }

  private func isShown(_ drag: SessionID, on board: String) -> Bool {
    sessions[drag].map { $0.isShown && $0.home == board } ?? false
  }

  private mutating func receive(_ reply: Reply, about board: String) throws {
    if let drag = reply.drivenSession { own.drive(drag, by: number) }
    switch reply {
    case .hello(let reply): name = reply.client
    case .open(let opened):
      if openBoards.insert(opened.board.string).inserted { replace(on: opened.board.string) }
      if opened.role != nil { hasAccessRules = true }
    case .close(let closed): forget(closed.board.string)
    case .begin(let session): try own(session, on: board, isExternal: false)
    case .beginExternal(let session): try own(session, on: board, isExternal: true)
    case .add(let session), .addExternal(let session): try set(session.items, of: session.drag)
    case .remove(let session): try set(session.items, of: session.drag)
    case .propose(let reply): try receive(reply, about: board)
    case .exit(let session):
      sessions[session.drag]?.state = .lifted
      sessions[session.drag]?.hasState = true
    case .resume(let reply): try receive(reply)
    case .perform(let ended): try receive(ended, about: board)
    case .cancel(let ended): settleCancelled(ended.drag)
    case .drags(let rows): for row in rows.rows { try check(row) }
    default: break
    }
  }

  private mutating func own(_ reply: BeginReply, on board: String, isExternal: Bool) throws {
    if sessions[reply.drag] == nil {
      sessions[reply.drag] = Session(home: board, items: reply.items)
    }
    sessions[reply.drag]!.isOwn = true
    if isExternal { sessions[reply.drag]!.isExternal = true }
    try set(reply.items, of: reply.drag)
  }

  private mutating func set(_ items: [ItemID], of drag: SessionID) throws {
    guard sessions[drag] != nil else { return }
    guard !items.isEmpty else { return try settle(drag) }
    sessions[drag]!.items = items
    try checkItems(of: drag)
  }

  private mutating func receive(_ reply: ProposeReply, about board: String) throws {
    sessions[reply.drag]?.state = .over(reply.proposal)
    sessions[reply.drag]?.hasState = true
    try requireRevision(reply.revision, of: board)
    try checkItems(of: reply.drag)
    try check(
      reply.proposal, of: reply.drag, isExact: sessions[reply.drag]?.isExternal == false)
  }

  private mutating func receive(_ reply: ResumeReply) throws {
    guard sessions[reply.drag] != nil else { return }
    sessions[reply.drag]!.isOwn = true
    sessions[reply.drag]!.isSuspended = false
    sessions[reply.drag]!.state = reply.state
    sessions[reply.drag]!.hasState = true
    try set(reply.items, of: reply.drag)
    if case .over(let proposal) = reply.state {
      try check(proposal, of: reply.drag, isExact: true)
    }
  }

  private mutating func receive(_ reply: PerformReply, about board: String) throws {
    switch reply.outcome {
    case .moved(let revision, let path), .unchanged(let revision, let path),
      .copied(let revision, _, let path):
      let name = reply.outcome.place ?? sessions[reply.drag]?.home
      if let name {
        try requireRevision(revision, of: name)
        try checkPath(path, on: name)
      }
      if let dropped, dropped.drag == reply.drag {
        try checkDropped(dropped.session, at: revision)
      }
    case .cancelled, .forbidden, .expired, .gone, .shutdown: break
    }
    try settle(reply.drag)
  }

  /// Whoever watches the board was sent the end in front of the reply.
  private mutating func settle(_ drag: SessionID) throws {
    guard let session = sessions.removeValue(forKey: drag) else { return }
    guard !openBoards.contains(session.home) else { throw Fault("no end before \(drag)'s reply") }
    ended.insert(drag)
  }

  /// The reply may name the outcome of a session whose end is still to be sent.
  private mutating func settleCancelled(_ drag: SessionID) {
    leftOut.remove(drag)
    if let session = sessions.removeValue(forKey: drag) { replaced[drag] = session.home }
  }
}

extension SessionOutcome {
  /// The board of a drop on another board than the session's.
  fileprivate var place: String? {
    if case .copied(_, let board?, _) = self { board.string } else { nil }
  }
}
