import BoardHub
import BoardJournal
import BoardModel
import BoardServer
import Libuv
import Logging
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

  /// Acquires the journal and restores its boards.
  ///
  /// - Throws: `JournalFault` if another server has the journal, or if it is damaged.
  init(
    at place: DataPlace, as node: ClusterNode? = nil, cadence: Cadence, logger: Logger
  ) throws(JournalFault) {
    self.logger = logger
    var generator = SystemRandomNumberGenerator()
    let epoch = Epoch.random(using: &generator)
    let journal = try place.open(as: node) { logger.warning("\($0)") }
    guard let journal else {
      hub = Hub(cadence: cadence, epoch: epoch, hash: TokenDigest.init(of:))
      self.journal = nil
      restored = []
      return
    }
    // The hub takes its epoch from the journal.
    hub = Hub(cadence: cadence, epoch: epoch, persists: true, hash: TokenDigest.init(of:))
    self.journal = journal
    try hub.restoreLazily(from: journal, at: EventLoop.now)
    restored = Set(hub.revisions.keys)
    logger.info(
      "keeping boards", metadata: ["place": "\(place)", "restored": "\(restored.count)"])
  }

  /// Adds a board, unless the journal has it, or it was removed or renamed.
  ///
  /// - Throws: `Complaint`, as `add` does.
  func serve(_ file: BoardFile) throws(Complaint) {
    guard !restored.contains(file.name) else {
      return logger.info("there already", metadata: ["board": "\(file.name)"])
    }
    guard !hub.hasRetired(file.name) else {
      return logger.info("removed or renamed", metadata: ["board": "\(file.name)"])
    }
    try add(file)
  }

  /// Adds a board.
  ///
  /// - Throws: `Complaint` if there is a board of that name, or if there are too many.
  func add(_ file: BoardFile) throws(Complaint) {
    do throws(Refusal) {
      try hub.serve(file.name, content: file.content, revision: file.revision)
    } catch {
      switch error {
      case .boardExists: throw Complaint("there is a board \(file.name) already")
      default: throw Complaint("board \(file.name) is one too many: \(Limits.boards) are the most")
      }
    }
  }

  /// The size limit of a stored board in bytes.
  private static let largestBody = 1_000_000_000 - 1_024

  /// Persists the new boards, all of them or none.
  ///
  /// - Throws: `JournalFault` if the disk fails; `Complaint` if a board is too large.
  func save() throws {
    let group = hub.endTurn(at: EventLoop.now).journal
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
