import BoardAuthority
import BoardHub
import BoardModel
import BoardWire
import CheckedClients

// The checks after each step, and behind each line.

extension SimulatedRun {
  /// On the server each item is in one place, and leases are those of live sessions.
  func checkServer() throws {
    guard let hub = server.hub else { return }
    if let text = hub.inconsistency { throw RunFault(.consistent, text) }
    for (name, revision) in hub.service.revisions where checkedRevisions[name] != revision {
      checkedRevisions[name] = revision
      guard hub.sight(of: name)?.board.content.isConsistent != false else {
        throw RunFault(.consistent, "\(name) has something in two places at \(revision)")
      }
    }
  }

  /// One revision of a board has one content, for all clients and on all paths, and is durable.
  func checkContents(of name: String, read client: SimulatedClient) throws {
    guard let board = client.reader.mirror.boards[name] else { return }
    let key = "\(name)@\(board.revision)"
    let hash = board.sections.hashValue
    guard board.isCounted || states.updateValue(hash, forKey: key) ?? hash == hash else {
      throw RunFault(.contents, "client \(client.number): \(key) is not what others read")
    }
    // A board may come to the revision of its next name before it is renamed.
    let names = SimulatedClient.lastingBoards.contains(name) ? [name] : RandomClient.names
    let durable = names.map { server.ledger.highest[$0] ?? 0 }.max() ?? 0
    guard board.revision <= durable else {
      throw RunFault(.durable, "client \(client.number) has \(key), durable is \(durable)")
    }
  }

  /// What a reply says is durable, and its client may have done it.
  func checkReply(to client: SimulatedClient, _ line: String) throws {
    guard let (question, reply) = client.reader.answered, let ok = reply.ok else { return }
    if server.access != nil, client.mayNotForce, client.overrides(question.tag) {
      throw RunFault(.role, "client \(client.number) overrides others: \(line)")
    }
    if server.access != nil, client.exceedsRole(ok) {
      throw RunFault(.role, "client \(client.number) looks on, and: \(line)")
    }
    try checkNewID(of: client, ok, on: question.board, line)
    guard let revision = ok.editedRevision,
      SimulatedClient.lastingBoards.contains(question.board),
      revision > server.ledger.highest[question.board] ?? 0
    else { return }
    throw RunFault(.durable, "client \(client.number) was acknowledged: \(line)")
  }

  /// An id is given to what the board never had, whoever chose the ids of that.
  private func checkNewID(
    of client: SimulatedClient, _ ok: Reply, on board: String, _ line: String
  ) throws {
    let new: (id: String, revision: Int)
    switch ok {
    case .insert(let placed): new = (placed.item.string, placed.revision)
    case .insertSection(let placed): new = (placed.section.string, placed.revision)
    default: return
    }
    guard let first = server.ledger.arrivals["\(board)/\(new.id)"], first < new.revision else {
      return
    }
    throw RunFault(
      .identity, "client \(client.number): \(board) had \(new.id) at \(first), and: \(line)")
  }

  /// The id of a drag session is given once in an epoch, whatever starts there are.
  func checkSession(of client: SimulatedClient, on link: SimulatedLink, _ line: String) throws {
    guard case .ok(let reply)? = client.reader.answered?.reply.outcome,
      client.reader.answered?.reply.isReplayed == false
    else { return }
    switch reply {
    case .begin(let session), .beginExternal(let session):
      let key = "\(server.epoch) \(session.drag)"
      guard sessionLives.updateValue(link.life, forKey: key) == nil else {
        throw RunFault(.identity, "\(session.drag) began before, at: \(line)")
      }
    default: break
    }
  }
}

// What clients know of drag sessions when everything is at rest and no window is open.

extension SimulatedRun {
  /// A client knows the live sessions of the boards that it watches and of its own, as they are.
  func checkSessions(of client: SimulatedClient) throws {
    guard let hub = server.hub, client.link != nil, !client.wasSentBye else { return }
    if let id = client.lagging.leftOut.min() {
      throw RunFault(.converged, "client \(client.number) owned \(id), and was not told its end")
    }
    let known = client.lagging.sessions
    for name in client.lagging.openBoards.compactMap(BoardName.init).sorted() {
      for session in hub.sessions(of: name) where known[session.id] == nil {
        throw RunFault(.converged, "client \(client.number) was not shown \(session.id)")
      }
    }
    for (id, session) in known.sorted(by: { $0.key < $1.key })
    where session.isShown || client.lagging.isDriver(of: id) {
      try check(session, id, of: client, hub.session(id))
    }
  }

  private func check(
    _ known: LaggingReader.Session, _ id: SessionID, of client: SimulatedClient,
    _ session: DragSession?
  ) throws {
    guard let session else {
      throw RunFault(.converged, "client \(client.number) was not told the end of \(id)")
    }
    // On a server with access rules only its owner knows what it does on another board (17.4).
    let isHidden = server.access != nil && session.owner != client.lagging.name
    let told = isHidden ? session.withoutForeignPlace : session
    guard known.items == told.load.items, known.state == told.state,
      known.isSuspended == told.isSuspended
    else {
      throw RunFault(
        .converged,
        "client \(client.number) knows \(id) as \(known), and it is \(told.state) of "
          + "\(told.load.items)")
    }
  }
}
