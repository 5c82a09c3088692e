import BoardJournal
import BoardModel

/// What is durable, recorded from the groups that were committed, in their order.
final class Ledger {
  /// The heads of the boards that are there.
  private(set) var heads: [BoardName: Int] = [:]
  /// The highest revision that any board of a name had.
  private(set) var highest: [String: Int] = [:]
  /// The items that were made by the inserts with one mark, each with its revision.
  private(set) var marks: [String: [Made]] = [:]
  /// The mark of the insert that made an item of a board.
  private var makers: [String: String] = [:]
  /// The revision with which each id first came to a lasting board, by the board and the id.
  private(set) var arrivals: [String: Int] = [:]
  /// The revisions of the last group.
  private(set) var latest: [JournalRevision] = []
  private(set) var groupCount = 0
  private(set) var fault: RunFault?

  init() {}

  /// What a backup has of another ledger.
  init(copying other: Ledger) {
    (heads, highest, marks, makers) = (other.heads, other.highest, other.marks, other.makers)
    arrivals = other.arrivals
    groupCount = other.groupCount
  }

  /// An item that an insert made.
  struct Made: Hashable {
    let item: String
    let revision: Int
  }

  /// The first word of the texts that are recorded.
  static let mark = "mark"

  func record(_ group: JournalGroup) {
    groupCount += 1
    latest = []
    for entry in group.entries { record(entry) }
  }

  private func record(_ entry: JournalEntry) {
    switch entry {
    case .created(let name, let revision):
      if let last = highest[name.string], revision < last {
        fault = RunFault(.identity, "\(name) came to \(last), and begins again at \(revision)")
      }
      move(name, to: revision)
    case .removed(let name): heads[name] = nil
    case .renamed(let old, let new):
      guard let head = heads.removeValue(forKey: old) else { return }
      move(new, to: head)
    case .revision(let revision):
      if heads[revision.board] != revision.from || revision.to <= revision.from {
        fault = RunFault(
          .durable, "\(revision.board) goes from \(revision.from) to \(revision.to) in the journal")
      }
      move(revision.board, to: revision.to)
      latest.append(revision)
      recordArrivals(in: revision.body, to: revision.board, at: revision.to)
      if revision.origin == nil { recordMarks(in: revision) }
    case .snapshot(let board, let revision, _, let body):
      recordArrivals(in: body, to: board, at: revision)
    case .policy, .snapshotPart, .trim, .boardNumber, .client, .forgotten, .reply, .number, .drag:
      break
    }
  }

  private func recordArrivals(in body: [UInt8], to board: BoardName, at revision: Int) {
    guard SimulatedClient.lastingBoards.contains(board.string) else { return }
    for line in String(decoding: body, as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 3)
      let place = ["item": 1, "section": 1, "insert": 2, "insert-section": 2][words[0]]
      guard let place, words.count > place else { continue }
      let id = "\(board)/\(words[place])"
      if arrivals[id] == nil { arrivals[id] = revision }
    }
  }

  private func move(_ name: BoardName, to revision: Int) {
    heads[name] = revision
    highest[name.string] = max(highest[name.string] ?? 0, revision)
  }

  /// Records the items of rows `insert PATH ID mark WORD`. The same item may come back later.
  private func recordMarks(in revision: JournalRevision) {
    for line in String(decoding: revision.body, as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      guard words.count == 5, words[0] == "insert", words[3] == Self.mark else { continue }
      let made = Made(item: words[2], revision: revision.to)
      guard !marks[words[4], default: []].contains(where: { $0.item == made.item }) else {
        continue
      }
      let item = "\(revision.board)/\(made.item)"
      if let maker = makers.updateValue(words[4], forKey: item), maker != words[4] {
        fault = RunFault(.once, "\(item) was made by \(maker), and again by \(words[4])")
      }
      marks[words[4], default: []].append(made)
      if marks[words[4]]!.count > 1 {
        fault = RunFault(.once, "\(words[4]) was executed twice: \(marks[words[4]]!)")
      }
    }
  }
}

/// A journal that records what it has committed.
final class RecordingJournal: Journal, @unchecked Sendable {
  private let journal: any Journal
  private let ledger: Ledger

  init(_ journal: any Journal, ledger: Ledger) {
    self.journal = journal
    self.ledger = ledger
  }

  func commit(_ group: JournalGroup) -> CommitOutcome {
    let outcome = journal.commit(group)
    if outcome == .committed { ledger.record(group) }
    return outcome
  }

  func acquire() throws(JournalFault) -> StoredServer { try journal.acquire() }

  func replay(
    _ board: BoardName, _ visit: (ReplayStep) throws(JournalFault) -> Void
  ) throws(JournalFault) {
    try journal.replay(board, visit)
  }

  var source: any BoardSource { journal.source }
  func didCheck() { journal.didCheck() }
  var isDiskFull: Bool { journal.isDiskFull }
  var roomBytes: Int { journal.roomBytes }
  func makeRoom() -> Bool { journal.makeRoom() }
  var isCheckpointDue: Bool { journal.isCheckpointDue }
  var keepsDrags: Bool { journal.keepsDrags }
  func checkpoint() throws(JournalFault) { try journal.checkpoint() }
}
