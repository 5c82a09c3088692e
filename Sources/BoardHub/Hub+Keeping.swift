import BoardCore
import BoardJournal
import BoardWire

// What is written down of a turn. Source: `protocol/specification.md`, section 13.

extension Hub {
  /// Hands over what this turn has changed, to be committed before its effects are performed.
  ///
  /// It is to be called right after `endTurn`. While the group is being committed nothing may be
  /// asked of the hub that executes commands.
  public func takeJournal() -> JournalGroup {
    guard keeping.isOn else { return [] }
    for board in unsaved { writeSnapshot(of: board) }
    unsaved.removeAll(keepingCapacity: true)
    for board in numbered where boards[board.name] === board { writeNumbers(of: board) }
    numbered.removeAll(keepingCapacity: true)
    return keeping.take()
  }

  /// Tells the hub whether there is room for changes. Without it they are refused by name.
  public func setFull(_ isFull: Bool) { keeping.isFull = isFull }

  /// Tells the hub what time it is, so that history can say when something happened.
  ///
  /// - Parameter milliseconds: since 1970, at the hub's time `now`.
  public func setWallTime(_ milliseconds: Int, at now: Duration) {
    keeping.timeZero = milliseconds - Int(now / .milliseconds(1))
  }

  /// Writes down the last revision of a board, and when it is time, the whole board behind it.
  func keep(_ live: LiveBoard, _ note: RevisionNote) {
    guard keeping.isOn else { return }
    let body = live.lastBatch
    keeping.add(
      .revision(
        JournalRevision(
          board: live.name, from: live.revision - 1, to: live.revision, at: note.time,
          client: note.author, origin: note.origin.word, body: body)))
    live.kept.add(bytes: body.count)
    if live.keptNumbers != live.ground.board.nextNumbers, numbered.last !== live {
      numbered.append(live)
    }
    guard live.kept.wantsSnapshot(of: live.leastSnapshotBytes),
      !unsaved.contains(where: { $0 === live })
    else { return }
    unsaved.append(live)
  }

  /// Two snapshots are kept and the revisions from the older one on, so that clients can go on from
  /// revisions that they were told before a restart.
  private func writeSnapshot(of live: LiveBoard) {
    let old = live.kept.snapshot
    keeping.add(.snapshot(live.name, revision: live.revision, body: live.snapshotBody))
    if old > live.oldestKept { keeping.add(.trim(live.name, upTo: old)) }
    live.oldestKept = old
    live.kept.begin(at: live.revision)
  }

  /// So that no name is given twice, not even one of an item that is long gone.
  private func writeNumbers(of live: LiveBoard) {
    let numbers = live.ground.board.nextNumbers
    guard numbers != live.keptNumbers else { return }
    live.keptNumbers = numbers
    keeping.add(.number(live.itemsKey, numbers.item))
    keeping.add(.number(live.sectionsKey, numbers.section))
  }

  /// Writes down a new board.
  func keepNew(_ live: LiveBoard) {
    guard keeping.isOn else { return }
    keeping.add(.created(live.name, revision: live.revision))
    live.kept.begin(at: live.revision)
    live.oldestKept = live.revision
    guard live.revision > 0 || live.ground.board.sectionCount > 0 else { return }
    keeping.add(.snapshot(live.name, revision: live.revision, body: live.snapshotBody))
  }

  /// Writes down the policies of a board.
  func keepPolicies(of live: LiveBoard) {
    keeping.add(.policies(live.name, body: live.policyCommands))
  }

  /// Writes down the answer to a command that changed something, for a retry after a restart.
  func keep(_ reply: RecordedReply, tag: String, of client: Client) {
    guard let account = client.account, keeping.hasCommandEntries else { return }
    if !account.isKept {
      account.isKept = true
      keeping.add(.client(client.name, token: account.token))
    }
    keeping.add(
      .reply(client.name, StoredReply(tag: tag, digest: reply.digest, body: reply.bytes)))
  }

  /// Writes down that a client is remembered no longer.
  func keepForgotten(_ client: Client) {
    guard client.account?.isKept == true, !keeping.isFull else { return }
    keeping.add(.forgotten(client.name))
  }
}

extension LiveBoard {
  /// The batch of the last revision, as the protocol writes it.
  fileprivate var lastBatch: [UInt8] {
    var buffer = WireBuffer()
    for link in ground.log.batches(from: revision - 1, content: ground.board) {
      buffer.append(batch: link.batch, board: name, from: revision - 1, to: revision)
    }
    return buffer.bytes
  }

  /// The board without its drags, as a file holds it.
  fileprivate var snapshotBody: [UInt8] {
    let board = ground.board
    var buffer = WireBuffer()
    buffer.appendSnapshotHead(
      name, revision: revision, sections: board.sectionCount,
      lines: board.sectionCount + board.itemCount)
    buffer.appendContent(board)
    return buffer.bytes
  }

  /// The commands that would set all policies there are.
  fileprivate var policyCommands: [UInt8] {
    var buffer = WireBuffer()
    for (target, settings) in ownPolicies where !settings.isEmpty {
      let line = settings.reduce("policy \(target)") { "\($0) \($1.key.rawValue)=\($1.value)" }
      buffer.append(bytes: Array("\(line)\n".utf8))
    }
    return buffer.bytes
  }

  private var ownPolicies: [(target: String, settings: [BoardPolicies.Line])] {
    let sections = ground.policies.ownSections.sorted()
    let targets =
      [("*", BoardPolicies.Target.board)] + sections.map { ($0.string, .section($0)) }
    return targets.map { ($0, ground.policies.settings(for: $1).filter(\.isOwn)) }
  }
}

extension RevisionOrigin {
  /// As the journal writes it; nil for a plain command.
  var word: String? {
    switch self {
    case .command: nil
    case .drag(let session): "\(session)"
    case .undo(let revision): "undo \(revision)"
    case .redo(let revision): "redo \(revision)"
    }
  }

  /// - Returns: nil where it is no word that `word` gives.
  init?(word: String?) {
    guard let word else {
      self = .command
      return
    }
    let parts = word.split(separator: " ")
    switch (parts.first, parts.count, parts.last.flatMap { Int($0) }) {
    case ("undo", 2, let revision?): self = .undo(of: revision)
    case ("redo", 2, let revision?): self = .redo(of: revision)
    case (let session?, 1, _):
      guard session.first == "d", let number = Int(session.dropFirst()) else { return nil }
      self = .drag(SessionID(number))
    default: return nil
    }
  }
}

extension LiveBoard {
  /// The names of the board's numbers in the journal. No key of the hub's own has a slash.
  var itemsKey: String { "items/\(name)" }
  var sectionsKey: String { "sections/\(name)" }
}
