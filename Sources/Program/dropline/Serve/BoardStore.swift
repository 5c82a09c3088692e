import BoardHub
import BoardJournal
import BoardModel
import BoardServer
import BoardWire
import Logging
import Net
import PostgresJournal
import TokenHashing

/// The boards of a server, restored from its journal.
struct BoardStore {
  let hub: Hub
  /// Nil if boards are in memory only.
  let journal: (any Journal)?
  /// The restored boards.
  private let restored: Set<BoardName>
  private let logger: Logger

  /// Acquires the journal at a place and restores its boards.
  ///
  /// - Throws: `JournalFault` if another server has the journal, or if it is damaged.
  init(at place: DataPlace, cadence: Cadence, logger: Logger) throws(JournalFault) {
    let journal = try place.open { logger.warning("\($0)") }
    try self.init(journal, in: place.space, cadence: cadence, logger: logger)
    guard journal != nil else { return }
    logger.info(
      "keeping boards", metadata: ["place": "\(place)", "restored": "\(restored.count)"])
  }

  /// Acquires a journal and restores its boards.
  ///
  /// - Parameters:
  ///   - journal: Nil if boards are in memory only.
  ///   - space: Nil for a server that has no names for spaces.
  /// - Throws: `JournalFault` if another server has the journal, or if it is damaged.
  init(
    _ journal: (any Journal)?, in space: SpaceName? = nil, cadence: Cadence, logger: Logger
  ) throws(JournalFault) {
    (self.journal, self.logger) = (journal, logger)
    var generator = SystemRandomNumberGenerator()
    // The hub takes the epoch of the journal.
    hub = Hub(
      cadence: cadence, epoch: .random(using: &generator), persists: journal != nil,
      space: space, hash: TokenDigest.init(of:))
    if let journal { try hub.service.restoreLazily(from: journal, at: MonotonicClock.now) }
    restored = Set(hub.service.revisions.keys)
  }

  /// Adds a board, unless the journal has it, or it was removed or renamed.
  ///
  /// - Throws: `Complaint`, as `add` does.
  func serve(_ file: BoardFile) throws(Complaint) {
    guard !restored.contains(file.name) else {
      return logger.info("there already", metadata: ["board": "\(file.name)"])
    }
    guard !hub.service.hasRetired(file.name) else {
      return logger.info("removed or renamed", metadata: ["board": "\(file.name)"])
    }
    try add(file)
  }

  /// Adds and persists the boards of files that there are not.
  ///
  /// - Throws: `JournalFault`, also if a board is one too many or too large.
  func serve(_ files: [BoardFile]) throws(JournalFault) {
    do {
      for file in files { try serve(file) }
      try save()
    } catch let fault as JournalFault {
      throw fault
    } catch {
      throw .unusable("\(error)")
    }
  }

  /// Adds a board.
  ///
  /// - Throws: `Complaint` if there is a board of that name, or an id that nobody may choose, or if there are too many.
  func add(_ file: BoardFile) throws(Complaint) {
    do throws(Refusal) {
      try hub.service.serve(file.name, content: file.content, revision: file.revision)
      if let title = file.titleSetting { set(title, of: file.name) }
    } catch {
      switch error {
      case .boardExists: throw Complaint("there is a board \(file.name) already")
      case .idTaken(let id):
        throw Complaint("board \(file.name) has the id \(id), which only the server gives; write -")
      default: throw Complaint("board \(file.name) is one too many: \(Limits.boards) are the most")
      }
    }
  }

  /// Sets a policy of a board that was added, as a client does.
  private func set(_ setting: PolicySetting, of board: BoardName) {
    let now = MonotonicClock.now
    let client = hub.connect(at: now)
    var line = WireBuffer()
    line.append(.policy(PolicyRequest(.board, [setting], on: board)))
    line.bytes.withUnsafeBytes { _ = hub.receive($0, from: client, at: now) }
    hub.disconnected(client, at: now)
  }

  /// The size limit of a stored board in bytes.
  private static let largestBody = 1_000_000_000 - 1_024

  /// Persists the new boards, all of them or none.
  ///
  /// - Throws: `JournalFault` if the disk fails; `Complaint` if a board is too large.
  func save() throws {
    let group = hub.endTurn(at: MonotonicClock.now).journal
    guard let journal, !group.isEmpty else { return }
    for case .snapshot(let board, _, _, let body) in group.entries {
      guard body.count <= Self.largestBody else {
        throw Complaint(
          "board \(board) takes \(body.count) bytes, and a board that is kept has at most "
            + "\(Self.largestBody)")
      }
    }
    let outcome = journal.commit(group)
    guard outcome == .committed else {
      throw JournalFault.failed("the boards could not be written down: \(outcome)")
    }
  }
}
