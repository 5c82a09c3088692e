import BoardCore
import BoardJournal

/// The rows of entries.
extension SQLiteJournal {
  /// Writes an entry about a board whose head is where it belongs already.
  func write(
    _ entry: JournalEntry, to name: BoardName, _ board: inout HeldBoard
  ) throws(SQLiteError) {
    switch entry {
    case .revision(let revision):
      try write(revision, epoch: board.epoch)
    case .policies(_, let body):
      board.policies = HeldBoard.checksum(body)
      try statements.setPolicies.run(
        [.int(board.checksum(of: name)), .text(name.string)], body: body)
    case .snapshot(_, let revision, let body):
      try write(snapshot: body, of: name, revision)
    case .trim(_, let revision):
      try trim(name, upTo: revision)
    case .created, .client, .forgotten, .reply, .number:
      break
    }
  }

  /// Writes an entry about no board.
  func write(_ entry: JournalEntry) throws(SQLiteError) {
    switch entry {
    case .client(let name, let token):
      let sum = Checksum(name.string, token).stored
      try statements.setClient.run([.text(name.string), .text(token), .int(sum)])
      try statements.dropReplies.run([.text(name.string)])
    case .forgotten(let name):
      try statements.dropClient.run([.text(name.string)])
      try statements.dropReplies.run([.text(name.string)])
    case .reply(let name, let reply):
      try write(reply, to: name.string)
    case .number(let key, let value):
      precondition(!ServerKey.own.contains(key), "The journal counts its \(key) itself.")
      try statements.setNumber.run([.text(key), .int(value), .int(Checksum(key, value).stored)])
    case .created, .revision, .policies, .snapshot, .trim:
      break
    }
  }

  private func write(_ revision: JournalRevision, epoch: Int) throws(SQLiteError) {
    try statements.addRevision.run(
      [
        .text(revision.board.string), .int(revision.to), .int(revision.from), .int(epoch),
        .int(revision.at), .text(revision.client.string),
        revision.origin.map { .text($0) } ?? .null,
        .int(Checksum(revision, epoch: epoch).stored),
      ], body: revision.body)
  }

  private func write(
    snapshot body: [UInt8], of name: BoardName, _ revision: Int
  ) throws(SQLiteError) {
    Failpoint.beforeSnapshot.pass()
    let sum = Checksum(name.string, revision, body).stored
    try statements.addSnapshot.run([.text(name.string), .int(revision), .int(sum)], body: body)
    Failpoint.afterSnapshot.pass()
  }

  private func trim(_ name: BoardName, upTo revision: Int) throws(SQLiteError) {
    let place: [Statement.Value] = [.text(name.string), .int(revision)]
    let count = try statements.hasSnapshot.count(place)
    precondition(count == 1, "A board is trimmed to a snapshot.")
    try statements.trimLog.run(place)
    try statements.trimSnapshots.run(place)
  }

  private func write(_ reply: StoredReply, to client: String) throws(SQLiteError) {
    let sequence = try statements.lastReply.count([.text(client)]) + 1
    let sum = Checksum(reply, of: client, sequence: sequence).stored
    try statements.addReply.run(
      [
        .text(client), .int(sequence), .text(reply.tag),
        .int(Int(truncatingIfNeeded: reply.digest)), .int(sum),
      ], body: reply.body)
    try statements.trimReplies.run([
      .text(client), .int(sequence - Limits.rememberedReplies),
    ])
  }
}
