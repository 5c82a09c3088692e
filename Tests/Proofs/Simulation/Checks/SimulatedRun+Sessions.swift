import BoardAuthority
import BoardHub
import BoardModel
import BoardWire

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
