import BoardCore
import BoardJournal
import BoardWire

/// Brings a board from what a journal holds of it to its head, step by step.
///
/// Each batch is held to the rules before it is applied, so a journal that somebody tampered with
/// is found out here at the latest.
///
/// - Complexity: O(rows log items) for each revision.
public struct BoardReplay {
  private let stored: StoredBoard
  private var board = Board()
  private var log = RevisionLog()
  private var notes = RevisionNotes()
  private var kept = KeptBoard()
  /// Where the journal's own log begins.
  private var oldest = 0
  private var drops: [SessionID: SessionOutcome] = [:]
  /// The revision of the newest snapshot, if there is more than one.
  private let newestSnapshot: Int?

  public init(of stored: StoredBoard, newestSnapshot: Int? = nil) {
    self.stored = stored
    self.newestSnapshot = newestSnapshot
  }

  /// Takes the next step.
  ///
  /// - Throws: `damaged` where it does not fit the board as it is.
  public mutating func take(_ step: ReplayStep) throws(JournalFault) {
    switch step {
    case .snapshot(let revision, let body): try begin(at: revision, body)
    case .revision(let revision): try follow(revision)
    case .leap(let revision): begin(at: revision)
    }
  }

  private mutating func begin(at revision: Int, _ body: [UInt8]) throws(JournalFault) {
    let place = "board \(stored.name), snapshot of revision \(revision)"
    let file: SnapshotFile
    do { file = try SnapshotFile(body) } catch {
      throw .damaged("\(place), line \(error.line): \(error.reason)")
    }
    guard file.board == stored.name, file.revision == revision else {
      throw .damaged("\(place): it is of another board or revision")
    }
    board = Board(file.content)
    begin(at: revision)
    kept.begin(at: revision)
    oldest = revision
  }

  private mutating func begin(at revision: Int) {
    log = RevisionLog(head: revision)
    notes = RevisionNotes(head: revision)
  }

  private mutating func follow(_ revision: JournalRevision) throws(JournalFault) {
    guard let origin = RevisionOrigin(word: revision.origin) else {
      throw damage(revision, "an origin that there is not")
    }
    log.append(try applied(revision))
    notes.append(RevisionNote(author: revision.client, time: revision.at, origin: origin))
    notes.trim(to: log.oldest)
    kept.add(bytes: revision.body.count)
    if revision.to == newestSnapshot { kept.begin(at: revision.to) }
    if case .drag(let session) = origin {
      drops[session] = revision.origin.flatMap { SessionOutcome(origin: $0) }
    }
  }

  /// The edits of a revision, which the board has afterwards.
  private mutating func applied(_ revision: JournalRevision) throws(JournalFault) -> [Edit] {
    var edits: [Edit] = []
    for message in try messages(of: revision) {
      guard case .batch(let name, let from, let to, let batch) = message,
        name == stored.name, from == revision.from, to == revision.to
      else { throw damage(revision, "a body that is not its batch") }
      if let violation = batch.validate(on: board) {
        throw damage(revision, "a batch that breaks rule \(violation.rule.rawValue)")
      }
      let part = batch.edits(on: board)
      board.apply(part)
      edits += part
    }
    return edits
  }

  private func messages(of revision: JournalRevision) throws(JournalFault) -> [ServerMessage] {
    guard let messages = [ServerMessage](revision.body), !messages.isEmpty else {
      throw damage(revision, "a body that is not its batch")
    }
    return messages
  }

  private func damage(_ revision: JournalRevision, _ what: String) -> JournalFault {
    .damaged("board \(stored.name), revision \(revision.to): \(what)")
  }

  /// The board as far as it has been brought, as a file holds it.
  ///
  /// - Complexity: O(items).
  public var snapshot: [UInt8] {
    var buffer = WireBuffer()
    buffer.append(snapshot: board, board: stored.name, revision: log.head)
    return buffer.bytes
  }

  /// The board at its head.
  func finish() -> (live: LiveBoard, drops: [SessionID: SessionOutcome]) {
    let ground = DropGround(stored.name, board: board, log: log)
    ground.policies = BoardPolicies(commands: stored.policies, on: board)
    let live = LiveBoard(ground, notes)
    live.kept = kept
    live.oldestKept = oldest
    live.lost = stored.lost
    return (live, drops)
  }
}

extension StoredBoard {
  /// The revisions that were lost when a backup was put back.
  fileprivate var lost: Range<Int> { base > 0 ? base + 1..<base + Leap.length : 0..<0 }
}

extension [ServerMessage] {
  /// The messages that these lines are, or nil if they are something else.
  fileprivate init?(_ bytes: [UInt8]) {
    var reader = ServerReader()
    var framer = LineFramer.forServerLines
    var messages: [ServerMessage] = []
    var isWell = true
    bytes.withUnsafeBytes { bytes in
      _ = framer.feed(bytes) { frame in
        guard case .line(let line) = frame else {
          isWell = false
          return false
        }
        do { if let message = try reader.read(line) { messages.append(message) } } catch {
          isWell = false
        }
        return isWell
      }
    }
    guard isWell, !framer.finish(), !reader.isInsideMessage else { return nil }
    self = messages
  }
}

extension BoardPolicies {
  /// The policies that these commands set. Of sections that are not there nothing is taken over.
  fileprivate init(commands: [UInt8], on board: Board) {
    self.init()
    for line in commands.split(separator: 0x0A) {
      let command = Array(line).withUnsafeBytes { RequestReader.read($0) }
      guard case .success(.policy(let target?, let settings, _))? = command?.request else {
        continue
      }
      switch target {
      case .board: set(settings, for: .board)
      case .section(.id(let section)) where board.index(of: section) != nil:
        set(settings, for: .section(section))
      case .section: continue
      }
    }
  }
}
