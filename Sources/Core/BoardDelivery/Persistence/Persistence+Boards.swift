import BoardAuthority
import BoardJournal
import BoardModel
import BoardWire

// What is persisted of a board.

extension Persistence {
  /// Adds the last revision of a board.
  ///
  /// - Parameters:
  ///   - outcome: How the drag ended whose drop the revision is.
  ///   - rows: Its rows, if they are written already.
  package func add(
    _ revision: Revision, of live: LiveBoard, outcome: SessionOutcome?, rows: [UInt8]?
  ) {
    guard isOn else { return }
    let note = revision.note
    addClient(named: note.author.name)
    let body = rows ?? revision.journalBody(after: live.persisted.newestSnapshot)
    add(
      .revision(
        JournalRevision(
          board: live.name, from: revision.number - 1, to: revision.number, at: note.time,
          client: note.author.name, identity: note.author.identity,
          origin: note.origin.word, body: body)))
    if case .drag(let session) = note.origin, let outcome { add(session, outcome) }
    for section in revision.policiesLost { addPolicy(of: .section(section), on: live) }
    if live.hasNewNumbers { addNumbersLater(of: live) }
    count(edits: revision.edits, bytes: body.count, of: live)
  }

  /// Adds a new board.
  package func addNew(_ live: LiveBoard) {
    guard isOn else { return }
    add(.created(live.name, revision: live.revision))
    // Also of an empty board: a start goes on from the oldest snapshot there is.
    add(.snapshot(live.name, revision: live.revision, body: live.snapshotBody))
    live.persisted.begin(at: live.revision)
    live.persisted.oldest = live.revision
    addNumbersLater(of: live)
  }

  /// Adds what the journal did not say of a board that was loaded.
  package func didLoad(_ live: LiveBoard) {
    guard isOn, !isDiskFull, live.hasNewNumbers else { return }
    addNumbersLater(of: live)
  }

  /// Adds that a board is gone.
  package func addRemoved(_ live: LiveBoard) {
    forget(live)
    add(.removed(live.name))
  }

  /// Adds that a board has another name.
  package func addRenamed(_ live: LiveBoard, from old: BoardName) {
    add(.renamed(old, to: live.name))
  }

  /// Adds that a board continues without its older revisions: a number and, if its revision is another
  /// one, a leap. So it takes a few bytes, however large the board is.
  ///
  /// - Parameter last: The revision that it had until now.
  package func addBeginning(of live: LiveBoard, after last: Int, by author: Author) {
    guard isOn else { return }
    add(.boardNumber(live.name, BoardNumbers.beginning, live.revision))
    guard live.revision > last else { return }
    addClient(named: author.name)
    add(
      .revision(
        JournalRevision(
          board: live.name, from: last, to: live.revision, at: clock.wallTime,
          client: author.name, identity: author.identity, origin: nil, body: [])))
    count(edits: [], bytes: 0, of: live)
  }

  /// Counts a revision, and wants a snapshot when it is time.
  private func count(edits: [Edit], bytes: Int, of live: LiveBoard) {
    live.persisted.add(bytes: bytes, edits: edits)
    if live.persisted.wantsSnapshot(of: live.leastSnapshotBytes) { commitSnapshotLater(of: live) }
  }

  /// Adds a number under a key of the server.
  package func add(_ number: Int, key: String) { add(.number(key, number)) }

  /// Adds the policies that the board or a section has of its own now.
  package func addPolicy(of target: BoardPolicies.Target, on live: LiveBoard) {
    if PlantedBug.policyNotStored.isPlanted { return }
    add(
      .policy(live.name, target: target.word, body: live.versions.policies.command(setting: target))
    )
  }

  /// Adds the types that fields have now.
  package func addTypes(of live: LiveBoard) {
    var types = FieldChanges()
    for word in live.versions.fieldTypes.words { types.set(word.name, to: word.value) }
    var buffer = WireBuffer()
    if !types.isEmpty { buffer.append(.board(.fields(.init(changes: types)))) }
    add(.policy(live.name, target: JournalEntry.targetOfTypes, body: buffer.bytes))
  }

  /// Adds the numbers of the next ids, so that no id is given twice, not even one that is gone, and
  /// how much is on the board.
  func addNumbers(of live: LiveBoard) {
    let (numbers, counts) = (live.versions.board.nextNumbers, StoredCounts(of: live.versions.board))
    let (old, oldCounts) = (live.persisted.numbers, live.persisted.counts)
    live.persisted.numbers = numbers
    live.persisted.counts = counts
    for (key, number, before) in [
      (BoardNumbers.items, numbers.item, old.item),
      (BoardNumbers.sections, numbers.section, old.section),
      (BoardNumbers.itemCount, counts.items, oldCounts?.items),
      (BoardNumbers.sectionCount, counts.sections, oldCounts?.sections),
      (BoardNumbers.byteUnits, counts.byteUnits, oldCounts?.byteUnits ?? 0),
    ] where number != before && !PlantedBug.itemIDsReused.isPlanted {
      add(.boardNumber(live.name, key, number))
    }
  }
}

extension LiveBoard {
  /// Whether the journal has other numbers of the board.
  fileprivate var hasNewNumbers: Bool {
    persisted.numbers != versions.board.nextNumbers
      || persisted.counts != StoredCounts(of: versions.board)
  }

  /// The sections and items of the board, as the journal has them.
  fileprivate var snapshotBody: [UInt8] { versions.board.snapshotBody }
}

extension BoardPolicies {
  /// The command that would set what a target has of its own; empty if that is nothing.
  fileprivate func command(setting target: Target) -> [UInt8] {
    let settings = ownSettings(for: target)
    guard !settings.isEmpty else { return [] }
    var buffer = WireBuffer()
    buffer.append(.policy(PolicyRequest(.init(target), settings)))
    return buffer.bytes
  }
}

extension BoardPolicies.Target {
  /// The target as a command names it.
  fileprivate var word: String {
    switch self {
    case .board: "*"
    case .section(let section): section.string
    }
  }
}
