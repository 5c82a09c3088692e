import BoardAuthority
import BoardJournal
import BoardModel
import BoardWire

// What is written down of a turn. Source: `protocol/specification.md`, section 13.

extension Hub {
  /// Hands over what this turn has changed, to be committed before its effects are performed.
  ///
  /// It is to be called right after `endTurn`. While the group is being committed nothing may be
  /// asked of the hub that executes commands.
  public func takeJournal() -> JournalGroup {
    guard keeping.isOn else { return [] }
    for board in keeping.repoliced {
      keeping.add(.policies(board.name, body: board.policyCommands))
    }
    for board in keeping.numbered { writeNumbers(of: board) }
    return keeping.take()
  }

  /// Writes down every board for which it is time, for those who can wait for the journal.
  public func keepSnapshots(in journal: any Journal) {
    while let group = takeSnapshot() { didKeepSnapshot(journal.commit(group) == .committed) }
  }

  /// Tells the hub whether there is room for changes. Without it they are refused by name.
  public func setFull(_ isFull: Bool) {
    keeping.isFull = isFull
    guard !isFull else { return }
    keeping.use(guests, of: .guests)
    keeping.use(desk.lastNumber, of: .sessions)
  }

  /// Tells the hub how many bytes find room: changes that need more are refused.
  public func setRoom(_ bytes: Int) { keeping.room = bytes }

  /// Tells the hub what time it is, so that history can say when something happened.
  ///
  /// - Parameter milliseconds: since 1970, at the hub's time `now`.
  public func setWallTime(_ milliseconds: Int, at now: Duration) {
    keeping.timeZero = milliseconds - Int(now / .milliseconds(1))
  }

  /// Writes down the last revision of a board, and when it is time, the whole board behind it.
  func keep(_ live: LiveBoard, _ revision: Revision, _ outcome: SessionOutcome?) {
    guard keeping.isOn else { return }
    let note = revision.note
    keepClient(named: note.author)
    let body = revision.edits.rows
    keeping.add(
      .revision(
        JournalRevision(
          board: live.name, from: revision.number - 1, to: revision.number, at: note.time,
          client: note.author, origin: note.origin.word, body: body)))
    if case .drag(let session) = note.origin, let outcome {
      for (key, value) in keeping.outcomes.add(session, outcome) {
        keeping.add(.number(key, value))
      }
    }
    live.kept.add(bytes: body.count)
    if live.keptNumbers != live.versions.board.nextNumbers { keeping.note(live, in: \.numbered) }
    if live.kept.wantsSnapshot(of: live.leastSnapshotBytes) { keeping.note(live, in: \.unsaved) }
  }

  /// Hands over a whole board behind whose last snapshot much has come, to be committed when nothing
  /// else is; nil if there is none. It can wait: nobody is told of it.
  ///
  /// Two snapshots are kept and the revisions from the older one on, so that clients can go on from
  /// revisions that they were told before a restart. `didKeepSnapshot` says what became of it.
  public func takeSnapshot() -> JournalGroup? {
    guard keeping.group.isEmpty, let live = keeping.unsaved.first else { return nil }
    keeping.saved = live
    var group = JournalGroup()
    group.canWait = true
    group.append(.snapshot(live.name, revision: live.revision, body: live.snapshotBody))
    group.append(.boardNumber(live.name, BoardNumbers.snapshot, live.revision))
    if live.kept.snapshot > live.oldestKept {
      group.append(.trim(live.name, upTo: live.kept.snapshot))
    }
    return group
  }

  /// Tells whether the snapshot that was taken last is kept. If not, there will be another one later.
  public func didKeepSnapshot(_ isKept: Bool) {
    guard let live = keeping.endSaving() else { return }
    guard isKept else { return live.kept.postpone() }
    live.oldestKept = live.kept.snapshot
    live.kept.begin(at: live.revision)
  }

  /// So that no name is given twice, not even one of an item that is long gone.
  private func writeNumbers(of live: LiveBoard) {
    let numbers = live.versions.board.nextNumbers
    guard numbers != live.keptNumbers else { return }
    live.keptNumbers = numbers
    keeping.add(.boardNumber(live.name, BoardNumbers.items, numbers.item))
    keeping.add(.boardNumber(live.name, BoardNumbers.sections, numbers.section))
  }

  /// Writes down a new board.
  func keepNew(_ live: LiveBoard) {
    guard keeping.isOn else { return }
    keeping.add(.created(live.name, revision: live.revision))
    live.kept.begin(at: live.revision)
    live.oldestKept = live.revision
    // Also of an empty one: a start goes on from the oldest snapshot there is.
    keeping.add(.snapshot(live.name, revision: live.revision, body: live.snapshotBody))
  }

  /// Writes down that a board is gone.
  func keepRemoved(_ live: LiveBoard) {
    keeping.forget(live)
    keeping.add(.removed(live.name))
  }

  /// Writes down that a board has another name.
  func keepRenamed(_ live: LiveBoard, from old: BoardName) {
    keeping.add(.renamed(old, to: live.name))
  }

  /// Writes down that a board continues without its older revisions.
  ///
  /// - Parameter last: The revision that it had until now.
  func keepBeginning(of live: LiveBoard, after last: Int, by client: ClientName) {
    guard keeping.isOn else { return }
    if live.revision > last {
      keepClient(named: client)
      let leap = JournalRevision(
        board: live.name, from: last, to: live.revision, at: keeping.wallTime(at: now),
        client: client, origin: nil, body: [])
      keeping.add(.revision(leap))
    }
    keeping.add(.snapshot(live.name, revision: live.revision, body: live.snapshotBody))
    keeping.add(.boardNumber(live.name, BoardNumbers.snapshot, live.revision))
    keeping.add(.trim(live.name, upTo: live.revision))
    live.kept.begin(at: live.revision)
    live.oldestKept = live.revision
  }

  /// Writes down the policies of a board, at the end of the turn.
  func keepPolicies(of live: LiveBoard) { keeping.notePolicies(of: live) }

  /// Writes down a name and its token before anything that goes by that name.
  private func keepClient(named name: ClientName) {
    guard let account = clients[name]?.account, !account.isKept else { return }
    account.isKept = true
    keeping.add(.client(name, token: account.token))
  }

  /// Writes down the answer to a command that changed something, for a retry after a restart.
  func keep(_ reply: RecordedReply, tag: String, of client: Client) {
    keepClient(named: client.name)
    keeping.add(
      .reply(client.name, StoredReply(tag: tag, digest: reply.digest, body: reply.bytes)))
  }

  /// Writes down that a client is remembered no longer.
  func keepForgotten(_ client: Client) {
    guard client.account?.isKept == true, !keeping.isFull else { return }
    keeping.add(.forgotten(client.name))
  }
}

extension [Edit] {
  /// The edits, each as the rows of a batch of its own. So a start makes the very same edits again,
  /// which composing them into one batch would not always allow.
  fileprivate var rows: [UInt8] {
    var buffer = WireBuffer()
    for edit in self { buffer.append(rows: BatchUpdate(edit)) }
    return buffer.bytes
  }
}

extension LiveBoard {
  /// The sections and items of the board, as the journal has them.
  fileprivate var snapshotBody: [UInt8] {
    var buffer = WireBuffer()
    buffer.appendContent(versions.board)
    return buffer.bytes
  }

  /// The commands that would set all policies there are.
  fileprivate var policyCommands: [UInt8] {
    let sections = versions.policies.ownSections.sorted()
    var buffer = WireBuffer()
    for target in [BoardPolicies.Target.board] + sections.map({ .section($0) }) {
      let settings = versions.policies.ownSettings(for: target)
      guard !settings.isEmpty else { continue }
      buffer.append(.policy(PolicyRequest(.init(target), settings)))
    }
    return buffer.bytes
  }
}

/// The keys of the numbers that the journal has of a board.
enum BoardNumbers {
  static let items = "items"
  static let sections = "sections"
  /// The revision of the newest snapshot.
  static let snapshot = "snapshot"
}
