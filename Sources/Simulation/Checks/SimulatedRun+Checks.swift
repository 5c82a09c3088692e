import BoardHub
import BoardModel
import BoardWire

// The checks after each step, and behind each line.

extension SimulatedRun {
  /// On the server each item is in one place, and leases are those of live sessions.
  func checkServer() throws {
    guard let hub = server.hub else { return }
    if let text = hub.inconsistency { throw RunFault(.consistent, text) }
    for (name, revision) in hub.revisions where checkedRevisions[name] != revision {
      checkedRevisions[name] = revision
      guard hub.sight(of: name)?.board.content.isConsistent != false else {
        throw RunFault(.consistent, "\(name) has something in two places at \(revision)")
      }
    }
  }

  /// One revision of a board has one content, for all clients and on all paths.
  func checkContents(of name: String, read client: SimulatedClient) throws {
    guard let board = client.reader.mirror.boards[name] else { return }
    let key = "\(name)@\(board.revision)"
    let hash = board.sections.hashValue
    guard states.updateValue(hash, forKey: key) ?? hash == hash else {
      throw RunFault(.contents, "client \(client.number): \(key) is not what others read")
    }
  }

  /// What a client was sent is durable.
  func checkDurable(_ client: SimulatedClient, _ line: String) throws {
    for (name, board) in client.reader.mirror.boards {
      guard board.revision <= server.ledger.highest[name] ?? 0 else {
        throw RunFault(
          .durable,
          "client \(client.number) has \(name) at \(board.revision), durable is "
            + "\(server.ledger.highest[name] ?? 0), after: \(line)")
      }
    }
    if server.access != nil, let reply = client.reader.answered?.reply.ok, client.exceedsRole(reply)
    {
      throw RunFault(.role, "client \(client.number) looks on, and: \(line)")
    }
    guard let (question, reply) = client.reader.answered, let revision = reply.ok?.editedRevision,
      SimulatedClient.lastingBoards.contains(question.board)
    else { return }
    guard revision <= server.ledger.highest[question.board] ?? 0 else {
      throw RunFault(.durable, "client \(client.number) was acknowledged \(line)")
    }
  }
}
