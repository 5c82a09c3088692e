import BoardDelivery
import BoardHub
import BoardJournal
import BoardModel
import Logging
import Net
import TokenHashing

/// The boards of a server, restored from its journal.
package struct BoardStore {
  package let hub: Hub
  /// Nil if boards are in memory only.
  package let journal: (any Journal)?
  /// The restored boards.
  package let restored: Set<BoardName>
  private let logger: Logger

  /// Restores the boards of an acquired journal.
  ///
  /// - Parameters:
  ///   - journal: Nil if boards are in memory only.
  ///   - space: Nil for a server that has no names for spaces.
  ///   - epoch: The epoch, if nothing is stored; nil for a new one.
  /// - Throws: `JournalFault` if it is damaged.
  package init(
    _ journal: (any Journal)?, in space: SpaceName? = nil, cadence: Cadence, epoch: Epoch? = nil,
    logger: Logger
  ) throws(JournalFault) {
    (self.journal, self.logger) = (journal, logger)
    var generator = SystemRandomNumberGenerator()
    // The hub takes the epoch of the journal.
    hub = Hub(
      cadence: cadence, epoch: epoch ?? .random(using: &generator), persists: journal != nil,
      space: space, hash: TokenDigest.init(of:))
    if let journal { try hub.service.restoreLazily(from: journal, at: MonotonicClock.now) }
    restored = Set(hub.service.revisions.keys)
  }

  /// Adds a board, unless the journal has it, or it was removed or renamed.
  ///
  /// - Throws: `BoardServerFault`, as `add` does.
  package func serve(_ file: BoardFile) throws(BoardServerFault) {
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
  package func serve(_ files: [BoardFile]) throws(JournalFault) {
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
  /// - Throws: `BoardServerFault.badBoard` if there is a board of that name, or an id that nobody may choose, or if there are too many.
  package func add(_ file: BoardFile) throws(BoardServerFault) {
    do throws(Refusal) {
      try hub.service.serve(
        file.name, content: file.content, revision: file.revision, policies: file.policies,
        fieldTypes: file.fieldTypes)
    } catch {
      let reason =
        switch error {
        case .boardExists: "there is a board \(file.name) already"
        case .idTaken(let id):
          "board \(file.name) has the id \(id), which only the server gives; write -"
        default: "board \(file.name) is one too many: \(Limits.boards) are the most"
        }
      throw .badBoard(file.name.string, reason: reason)
    }
  }

  /// The size limit of a stored board in bytes.
  private static let largestBody = 1_000_000_000 - 1_024

  /// Persists the new boards, all of them or none.
  ///
  /// - Throws: `JournalFault` if the disk fails; `BoardServerFault.badBoard` if a board is too large.
  package func save() throws {
    let group = hub.endTurn(at: MonotonicClock.now).journal
    guard let journal, !group.isEmpty else { return }
    for case .snapshot(let board, _, _, let body) in group.entries {
      guard body.count <= Self.largestBody else {
        throw BoardServerFault.badBoard(
          board.string,
          reason: "board \(board) takes \(body.count) bytes, and a board that is kept has at most "
            + "\(Self.largestBody)")
      }
    }
    let outcome = journal.commit(group)
    guard outcome == .committed else {
      throw JournalFault.failed("the boards could not be written down: \(outcome)")
    }
  }
}
