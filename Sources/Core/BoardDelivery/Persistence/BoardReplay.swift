@_spi(Changes) import BoardAuthority
import BoardJournal
import BoardModel
import BoardWire

/// Brings a board from what a journal holds of it to its head, step by step.
///
/// Each batch is held to the rules before it is applied, so a journal that somebody tampered with
/// is found out here at the latest.
///
/// Nothing else refers to the board before `finish`, so it may be brought to its head on another
/// thread.
///
/// - Complexity: O(rows log items) for each revision.
public struct BoardReplay: @unchecked Sendable {
  private let stored: StoredBoard
  private var versions: VersionedBoard
  private var persisted: PersistedBoard
  private let limits: HistoryLimits
  /// Where the journal's own log begins.
  private var oldest = 0

  public init(of stored: StoredBoard) { self.init(of: stored, limits: HistoryLimits()) }

  private init(of stored: StoredBoard, limits: HistoryLimits) {
    self.stored = stored
    self.limits = limits
    versions = VersionedBoard(stored.name, logLimit: limits.logEdits)
    persisted = PersistedBoard(keptRevisions: limits.keptRevisions)
  }

  /// Brings a board to its head.
  ///
  /// - Throws: `JournalFault` where it cannot be read or does not fit.
  public init(of stored: StoredBoard, from source: any BoardSource) throws(JournalFault) {
    try self.init(of: stored, from: source, limits: HistoryLimits())
  }

  private init(
    of stored: StoredBoard, from source: any BoardSource, limits: HistoryLimits
  ) throws(JournalFault) {
    self.init(of: stored, limits: limits)
    try source.replay(stored.name) { step throws(JournalFault) in try apply(step) }
  }

  /// The same, with a fault as a value.
  public static func load(
    _ stored: StoredBoard, from source: any BoardSource
  ) -> Result<BoardReplay, JournalFault> {
    load(stored, from: source, limits: HistoryLimits())
  }

  /// The same, with other limits.
  package static func load(
    _ stored: StoredBoard, from source: any BoardSource, limits: HistoryLimits
  ) -> Result<BoardReplay, JournalFault> {
    do throws(JournalFault) {
      return .success(try BoardReplay(of: stored, from: source, limits: limits))
    } catch {
      return .failure(error)
    }
  }

  /// Applies the next step.
  ///
  /// - Throws: `damaged` where it does not fit the board as it is.
  public mutating func apply(_ step: ReplayStep) throws(JournalFault) {
    switch step {
    case .snapshot(let revision, let body): try begin(at: revision, body)
    case .revision(let revision): try follow(revision)
    case .policy(let body):
      guard versions.set(commands: body) else {
        throw .damaged("board \(stored.name), policies: a line that is no policy")
      }
    }
  }

  private mutating func begin(at revision: Int, _ body: [UInt8]) throws(JournalFault) {
    guard let content = Content(rows: body) else {
      throw .damaged("board \(stored.name), snapshot of revision \(revision): no board has that")
    }
    versions = VersionedBoard(
      stored.name, board: Board(content), revision: revision, logLimit: limits.logEdits)
    persisted.begin(at: revision)
    oldest = revision
  }

  private mutating func follow(_ revision: JournalRevision) throws(JournalFault) {
    let beginning = stored.numbers[BoardNumbers.beginning] ?? 0
    if !revision.isLeap {
      try apply(revision)
    } else if revision.to <= beginning {
      persisted.add(bytes: 0, edits: [])
    } else {
      throw damage(revision, "a leap that no name explains")
    }
    if revision.isLeap || revision.to == beginning {
      versions.forgetPast(continuingAt: revision.to)
    }
    if revision.to == stored.numbers[BoardNumbers.snapshot] { persisted.begin(at: revision.to) }
  }

  private mutating func apply(_ revision: JournalRevision) throws(JournalFault) {
    guard let origin = RevisionOrigin(word: revision.origin) else {
      throw damage(revision, "an origin that there is not")
    }
    let note = RevisionNote(
      author: Author(revision.client, identity: revision.identity), time: revision.at,
      origin: origin)
    var isWell = false
    do throws(Refusal) {
      let made = try versions.transact(note) { [versions] transaction in
        isWell = transaction.apply(body: revision.body, on: versions)
      }
      persisted.add(bytes: revision.body.count, edits: made?.edits ?? [])
      isWell = isWell && made != nil
    } catch {
      throw damage(revision, "more than a board may hold")
    }
    if !isWell { throw damage(revision, "rows that cannot be read or do not fit the board") }
  }

  private func damage(_ revision: JournalRevision, _ what: String) -> JournalFault {
    .damaged("board \(stored.name), revision \(revision.to): \(what)")
  }

  /// The board as far as it has been brought, as a file holds it: its content, the types of its fields and its policies.
  ///
  /// - Complexity: O(items).
  public var snapshot: [UInt8] {
    let content = WrittenContent(of: versions.contentSource)
    var buffer = WireBuffer()
    buffer.appendSnapshotHead(
      stored.name, revision: versions.revision, sections: content.sections, lines: content.lines)
    buffer.append(bytes: content.text.bytes)
    return buffer.bytes
  }

  /// The board at its head.
  package func finish(budget: TurnBudget) -> LiveBoard {
    let live = LiveBoard(versions, budget: budget)
    live.persisted = persisted
    live.persisted.oldest = oldest
    live.persisted.counts = StoredCounts(stored.numbers)
    live.persisted.numbers.item = stored.numbers[BoardNumbers.items] ?? live.persisted.numbers.item
    live.persisted.numbers.section =
      stored.numbers[BoardNumbers.sections] ?? live.persisted.numbers.section
    // The content may have higher ones: until lately only ids that the server had assigned were counted.
    versions.skipIDs(before: live.persisted.numbers)
    return live
  }
}

extension Content {
  /// The content that these rows are, or nil if no board can have it.
  fileprivate init?(rows: [UInt8]) {
    var reader = ContentReader(fromServer: ())
    let isRead = rows.forEachLine { line in !reader.read(line) }
    guard isRead, let content = try? reader.finish(), content.isConsistent else {
      return nil
    }
    self = content
  }
}

extension BoardTransaction {
  /// Applies the edits that a body stands for.
  ///
  /// - Returns: Whether it is one that a hub writes and that fits the board.
  fileprivate mutating func apply(body: [UInt8], on versions: VersionedBoard) -> Bool {
    var rows = RowReplay()
    if let shorthand = JournalShorthand(body) {
      guard let edits = shorthand.edits(on: board, versions.log) else { return false }
      return edits.allSatisfy { applyIfHolding($0) }
    }
    return body.forEachLine { rows.read($0, into: &self) } && rows.isComplete
  }
}

extension [UInt8] {
  /// Calls `body` with each line, until it returns false.
  ///
  /// - Returns: Whether the bytes are whole lines of text, and `body` was content with all of them.
  fileprivate func forEachLine(_ body: (UnsafeRawBufferPointer) -> Bool) -> Bool {
    var framer = LineFramer.forServerLines
    var isWell = true
    withUnsafeBytes { bytes in
      _ = framer.feed(bytes) { frame in
        if case .line(let line) = frame { isWell = body(line) } else { isWell = false }
        return isWell
      }
    }
    return isWell && !framer.finish()
  }
}

extension VersionedBoard {
  /// Sets the policies, and the types of fields, of these commands. Of sections that are not there nothing is taken over.
  ///
  /// - Returns: Whether each line is such a command. What a policy forbids must not be allowed by
  ///   a line that cannot be read, such as one with a key of a later version.
  fileprivate func set(commands: [UInt8]) -> Bool {
    for line in commands.split(separator: 0x0A) {
      let request = line.withUnsafeBytes { Command($0)?.request }
      if case .success(.board(.fields(let fields)))? = request {
        set(fieldTypes.applying(fields.changes))
        continue
      }
      guard case .success(.policy(let policy))? = request else { return false }
      switch policy.target {
      case .board: set(policy.settings, for: .board)
      case .section(.id(let section)) where board.index(of: section) != nil:
        set(policy.settings, for: .section(section))
      case .section(.id): continue
      case .section, nil: return false
      }
    }
    return true
  }
}
