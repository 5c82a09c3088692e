import BoardAuthority
import BoardJournal
import BoardModel
import BoardWire

/// The boards that are served, by name.
package final class BoardDirectory {
  /// The life that revisions, tags and sessions belong to.
  @exclusivity(unchecked) package var epoch: Epoch
  /// The space that they are in; nil if the server has no spaces.
  package let space: SpaceName?
  /// The limits of boards that are served from now on.
  @exclusivity(unchecked) package var historyLimits = HistoryLimits()
  @exclusivity(unchecked) private var boards: [BoardName: LiveBoard] = [:]
  /// The stored boards that are not loaded.
  @exclusivity(unchecked) private var unloaded: [BoardName: UnloadedBoard] = [:]
  /// When each of those is tried again that could not be read just now, and is not damaged.
  @exclusivity(unchecked) private var postponed: [BoardName: Duration] = [:]
  /// The same boards, as drops see them.
  package var versioned: VersionedBoards { _read { yield presentVersions } }
  @exclusivity(unchecked) private var presentVersions: VersionedBoards = [:]
  /// The names of boards that are gone.
  @exclusivity(unchecked) private var retired = RetiredNames()
  /// The boards on which each client has selected something.
  @exclusivity(unchecked) package private(set) var selected: [ClientName: Set<BoardName>] = [:]
  /// The bytes of the logs of all boards, and the most there may be.
  @exclusivity(unchecked) private(set) var logBytes = 0
  @exclusivity(unchecked) var logByteLimit = Limits.allLogBytes
  /// The bytes of all boards.
  let quota: ContentQuota
  /// The board that was asked for last. Most commands name the board of the one before.
  @exclusivity(unchecked) private var latest: LiveBoard?

  /// - Parameter quota: What all boards share.
  package init(epoch: Epoch, space: SpaceName? = nil, quota: ContentQuota = ContentQuota()) {
    (self.epoch, self.space, self.quota) = (epoch, space, quota)
  }

  /// - Parameter numbers: What a journal has of retired names.
  package func restoreRetired(_ numbers: [String: Int]) { retired = RetiredNames(stored: numbers) }

  package subscript(name: BoardName) -> LiveBoard? {
    if let latest, latest.name == name { return latest }
    guard let live = boards[name] else { return nil }
    latest = live
    return live
  }

  /// The board a command speaks of: the one it names, or the connection's current one.
  package func board(_ name: BoardName?, _ connection: ClientConnection) throws(Refusal)
    -> LiveBoard
  {
    if let name {
      if let board = self[name] { return board }
      throw unavailable(name)
    }
    guard let board = connection.currentBoard else { throw .noBoard }
    return board
  }

  /// Why there is no content of a board.
  package func unavailable(_ name: BoardName) -> Refusal {
    isDamaged(name) ? .boardDamaged(name) : .unknownBoard(name)
  }

  /// Whether a client has a revision that the board has not, or one of another life of the data.
  package func isRewound(_ request: BoardRequest.Open, on live: LiveBoard) -> Bool {
    guard let since = request.since else { return false }
    return since > live.revision
      || request.epoch.map { $0 != epoch && !PlantedBug.epochNotChecked.isPlanted } ?? false
  }

  package var count: Int { boards.count + unloaded.count }

  /// Whether there is a board of this name, loaded or not.
  package func contains(_ name: BoardName) -> Bool { boards[name] != nil || unloaded[name] != nil }

  /// The loaded boards, in the order of their names.
  package var sorted: [LiveBoard] { boards.values.sorted() }

  package var revisions: [BoardName: Int] {
    boards.mapValues(\.revision).merging(unloaded.mapValues(\.stored.head)) { loaded, _ in loaded }
  }

  /// A row for each board, in the order of their names.
  package var rows: [BoardsRow] {
    (boards.values.map(\.row) + unloaded.values.map(\.row)).sorted { $0.board < $1.board }
  }

  /// Whether a board is still served, under whatever name.
  package func serves(_ live: LiveBoard) -> Bool { boards[live.name] === live }

  package func add(_ live: LiveBoard) {
    if let stored = unloaded.removeValue(forKey: live.name) { quota.count(-stored.bytes) }
    boards[live.name] = live
    presentVersions[live.name] = live.versions
    live.versions.quota = quota
    countLog(of: live)
  }

  /// Counts the bytes of a board's log anew. If all logs have too many, the longest are cut by half.
  ///
  /// - Complexity: O(1), and O(boards) for each cut.
  package func countLog(of live: LiveBoard) {
    recount(live)
    while logBytes > logByteLimit, let longest = boards.values.max(by: LiveBoard.hasShorterLog) {
      longest.versions.trimLog(toBytes: longest.countedLogBytes / 2)
      recount(longest)
    }
  }

  private func recount(_ live: LiveBoard) {
    let bytes = live.versions.logBytes
    logBytes += bytes - live.countedLogBytes
    live.countedLogBytes = bytes
    assert(logBytes >= 0, "a log is counted once")
  }

  /// Removes a board and retires its name.
  ///
  /// - Parameter store: Gets the numbers to be stored that changed by that.
  package func remove(_ live: LiveBoard, storing store: (String, Int) -> Void) {
    for client in live.selections.clients { forgetSelection(of: client, on: live.name) }
    drop(live.name)
    retired.retire(live.name, at: live.revision, storing: store)
  }

  /// Serves a board under another name, which must be free.
  ///
  /// - Parameter rename: Gives the board its new name.
  package func rename(_ live: LiveBoard, to new: BoardName, by rename: () -> Void) {
    let old = live.name
    drop(old)
    rename()
    add(live)
    for client in live.selections.clients {
      forgetSelection(of: client, on: old)
      selected[client, default: []].insert(new)
    }
    for other in boards.values { other.presence.renameForeignBoard(old, to: new) }
  }

  private func drop(_ name: BoardName) {
    latest = nil
    if let live = boards[name] {
      logBytes -= live.countedLogBytes
      live.countedLogBytes = 0
      live.versions.quota = nil
    }
    boards[name] = nil
    presentVersions[name] = nil
  }

  // MARK: Boards that are not loaded

  package func add(_ stored: StoredBoard) {
    let board = UnloadedBoard(stored: stored)
    unloaded[stored.name] = board
    quota.count(board.bytes)
  }

  package var hasUnloaded: Bool { !unloaded.isEmpty }

  /// A board that can be loaded; nil if it is loaded, damaged or unknown.
  package func unloaded(_ name: BoardName) -> StoredBoard? {
    guard let board = unloaded[name], !board.isDamaged else { return nil }
    return board.stored
  }

  /// The boards that can be loaded.
  package var loadable: [BoardName] { unloaded.filter { !$0.value.isDamaged }.map(\.key) }

  /// The boards whose rows are unknown until they are loaded.
  package var withoutRow: [BoardName] { unloaded.filter { !$0.value.hasRow }.map(\.key) }

  /// Notes that a board cannot be read.
  package func markDamaged(_ name: BoardName) { unloaded[name]?.isDamaged = true }

  func isDamaged(_ name: BoardName) -> Bool { unloaded[name]?.isDamaged ?? false }

  /// Notes that a board cannot be read before a time.
  package func postpone(_ name: BoardName, until time: Duration) { postponed[name] = time }

  /// Lets boards be tried again whose time has come.
  package func endPostponements(at time: Duration) {
    guard !postponed.isEmpty else { return }
    postponed = postponed.filter { $0.value > time }
  }

  /// The first of some boards that could not be read just now; nil if there is none.
  package func firstPostponed(of names: [BoardName]) -> BoardName? {
    postponed.isEmpty ? nil : names.first { postponed[$0] != nil }
  }

  package var hasPostponed: Bool { !postponed.isEmpty }

  /// When the next board is tried again.
  package var nextTry: Duration? { postponed.values.min() }

  // MARK: Retired names

  /// Whether a board had this name that was removed or renamed, as far as that is remembered.
  package func hasRetired(_ name: BoardName) -> Bool { retired.contains(name) }

  /// The lowest revision that a board may have under a name.
  package func firstRevision(of name: BoardName) -> Int {
    PlantedBug.boardRevisionReused.isPlanted ? 0 : retired.firstRevision(of: name)
  }

  /// Remembers the revision that a name came to.
  package func retire(_ name: BoardName, at revision: Int, storing store: (String, Int) -> Void) {
    retired.retire(name, at: revision, storing: store)
  }

  // MARK: Selections

  /// The boards on which a client has selected something, in the order of their names.
  func boards(selectedBy client: ClientName) -> [LiveBoard] {
    selected[client, default: []].compactMap { boards[$0] }.sorted()
  }

  /// Notes whether a client has selected something on a board.
  func updateSelection(of client: ClientName, on live: LiveBoard) {
    if live.selections[client].isEmpty {
      forgetSelection(of: client, on: live.name)
    } else {
      selected[client, default: []].insert(live.name)
    }
  }

  private func forgetSelection(of client: ClientName, on board: BoardName) {
    selected[client]?.remove(board)
    if selected[client]?.isEmpty == true { selected[client] = nil }
  }
}

extension LiveBoard {
  fileprivate static func hasShorterLog(_ a: LiveBoard, _ b: LiveBoard) -> Bool {
    a.countedLogBytes < b.countedLogBytes
  }
}

/// How much of the past of its boards a hub and its journal hold.
package struct HistoryLimits: Hashable, Sendable {
  /// The most edits in the log of a board.
  package var logEdits: Int
  /// The revisions behind a snapshot after which another one is written.
  package var keptRevisions: Int

  package init(logEdits: Int = Limits.logEdits, keptRevisions: Int = Limits.keptRevisions) {
    self.logEdits = logEdits
    self.keptRevisions = keptRevisions
  }
}
