import BoardJournal
import BoardModel
import CSQLite
import Glibc

/// A journal in a directory, stored by SQLite: one transaction per group, durable when `commit`
/// returns.
///
/// It is opened with `synchronous=FULL` and a write-ahead log. After `unknown`, or after a failed
/// checkpoint, every commit answers `unknown`: the state is known only after opening the file
/// again.
public final class SQLiteJournal: MovableJournal, @unchecked Sendable {
  /// The length of the write-ahead log in bytes at which a checkpoint is due.
  public static let checkpointBytes = 4 << 20
  /// The size limit of the log file in bytes: if the file is longer, a checkpoint truncates it.
  public static let longestLogBytes = 64 << 20
  /// The size limit of a snapshot in bytes: SQLite rows have at most 1,000,000,000 bytes.
  public static let largestBody = 1_000_000_000 - 1_024

  let database: Database
  let statements: Statements
  let directory: DataDirectory
  let witness: Witness
  var reserve: Reserve

  /// The boards that this journal acquired or created.
  var boards: [BoardName: JournaledBoard] = [:]
  /// The boards that there were when it was acquired.
  var acquired: [BoardName: JournaledBoard] = [:]
  /// Whether the whole file was checked. If not, changes stay in the write-ahead log: so damage is
  /// never overwritten.
  var isChecked: Bool
  /// The id of the latest board that this journal acquired or created; 0 if there was none.
  var lastBoardID = 0
  /// The metadata as this holder last read or wrote it.
  var state: JournalState
  /// The reason, if the journal has become unusable.
  var breakage: String?
  /// The pages in the write-ahead log, updated by a hook after each commit.
  private let logPages: UnsafeMutablePointer<Int32>
  let settings: Settings
  /// The number of new pages after which a checkpoint is due.
  private let checkpointPages: Int32
  /// The log length in pages at which the next checkpoint is due.
  private var pagesToCheckpoint: Int32

  /// Opens the journal of a directory, and creates both if they do not exist.
  ///
  /// - Throws: `JournalFault` if another process serves the directory, if the file is damaged, no
  ///   journal or of another format, or if the disk fails.
  /// - Complexity: O(pages of the file).
  public convenience init(
    _ path: String, for purpose: JournalPurpose = .serving
  ) throws(JournalFault) {
    try self.init(path, Settings(), for: purpose)
  }

  /// The settings that tests change.
  package struct Settings: Sendable {
    package var isLocking = true
    package var checkpointBytes = SQLiteJournal.checkpointBytes
    package var longestLogBytes = SQLiteJournal.longestLogBytes
    package var reserveBytes = Reserve.bytes
    /// A file of at most so many pages is checked when it is opened, a larger one by `source.check`.
    package var checkedPages = 4_096

    package init() {}

    /// Settings for tests: a journal that is cheap to open and checkpoints often.
    package static var trial: Settings {
      var settings = Settings()
      settings.checkpointBytes = 64 << 10
      settings.longestLogBytes = 256 << 10
      settings.reserveBytes = 64 << 10
      return settings
    }
  }

  package init(
    _ path: String, _ settings: Settings, for purpose: JournalPurpose = .serving
  ) throws(JournalFault) {
    self.settings = settings
    directory = try DataDirectory(path, locking: settings.isLocking)
    try directory.prepare(for: purpose)
    let isNew = !directory.exists(directory.journal)
    witness = try Witness(directory.witness)
    if isNew {
      var epoch = Epoch.random()
      if case .arriving(_, let given) = purpose { epoch = given }
      try Self.create(in: directory, witness, epoch)
    }
    let file = directory.journal
    let database = try asFault { () throws(SQLiteError) in try Database(file) }
    try Schema.checkFormat(database, from: Schema.earliestFormat)
    try Self.setUp(database)
    try Schema.convert(database)
    isChecked = try Self.check(database, upTo: settings.checkedPages)
    if !isChecked { _ = csqlite_leave_files_alone(database.raw, 1) }
    self.database = database
    statements = try asFault { () throws(SQLiteError) in try Statements(database) }
    state = try statements.state()
    try Self.check(state, witness, in: directory)
    reserve = try Reserve(directory.reserve, bytes: settings.reserveBytes)
    _ = reserve.make()
    reserve.measureFreeSpace()
    logPages = .allocate(capacity: 1)
    logPages.initialize(to: 0)
    checkpointPages = Int32(settings.checkpointBytes / 4_096)
    pagesToCheckpoint = checkpointPages
    watchLog()
  }

  deinit {
    sqlite3_wal_hook(database.raw, nil, nil)
    logPages.deallocate()
  }

  public func markMoved(to place: String) throws(JournalFault) {
    try directory.markMoved(to: place)
  }

  public func markComplete() throws(JournalFault) { try directory.markComplete() }

  /// One server uses a directory, and no other one goes on with its drags.
  public var keepsDrags: Bool { false }

  public var isDiskFull: Bool { !reserve.exists }

  public var roomBytes: Int { reserve.size + reserve.freeBeside }

  public func makeRoom() -> Bool {
    defer { reserve.measureFreeSpace() }
    return reserve.make()
  }

  /// Checks a file, if it is small: a large one takes seconds.
  ///
  /// - Returns: Whether all of it was checked.
  private static func check(
    _ database: Database, upTo limit: Int
  ) throws(JournalFault) -> Bool {
    guard Int(try database.text("PRAGMA page_count")) ?? 0 > limit else {
      try Schema.check(database)
      return true
    }
    try Schema.checkTables(database)
    return false
  }

  /// Checks that the journal has all groups that its witness counted.
  ///
  /// - Throws: `JournalFault.damaged`.
  private static func check(
    _ state: JournalState, _ witness: Witness, in directory: DataDirectory
  ) throws(JournalFault) {
    guard state.isBackup || state.groupCount >= witness.count else {
      throw .damaged(
        """
        the journal has lost something: it ends after group \(state.groupCount), and group \
        \(witness.count) was committed. To serve what is left, remove \(directory.witness)
        """)
    }
  }

  /// Creates a journal completely before it gets its name, so that an empty file is never a
  /// journal.
  private static func create(
    in directory: DataDirectory, _ witness: Witness, _ epoch: Epoch
  ) throws(JournalFault) {
    guard witness.count == 0 else {
      throw .damaged("\(directory.journal) is gone, but \(directory.witness) knows of it")
    }
    let path = "\(directory.path)/new.db"
    unlink(path)
    try makeEmptyFile(path)
    try asFault { () throws(SQLiteError) in
      try Schema.create(in: Database(path), JournalState(epoch: epoch))
    }
    guard rename(path, directory.journal) == 0 else {
      throw .failed("\(directory.journal) cannot be made: \(systemMessage())")
    }
    try sync(directory.path, O_RDONLY | O_DIRECTORY)
  }

  private static func setUp(_ database: Database) throws(JournalFault) {
    // `FAST`: with `ON`, the default of some systems, removing a board overwrites all its pages.
    try asFault { () throws(SQLiteError) in
      try database.execute(
        "PRAGMA cell_size_check = ON; PRAGMA trusted_schema = OFF; PRAGMA secure_delete = FAST")
    }
    guard try database.text("PRAGMA journal_mode = WAL") == "wal" else {
      throw .unusable("the journal cannot have a write-ahead log here")
    }
    try asFault { () throws(SQLiteError) in
      try database.execute("PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 0")
    }
    guard try database.text("PRAGMA synchronous") == "2" else {
      throw .unusable("the journal cannot be kept with synchronous=FULL")
    }
  }
}

/// Creates an empty file of mode 0600. SQLite creates its companion files with the same mode.
func makeEmptyFile(_ path: String) throws(JournalFault) {
  let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
  guard descriptor >= 0 else { throw .failed("\(path) cannot be made: \(systemMessage())") }
  close(descriptor)
}

/// Checkpoints: copying from the write-ahead log into the database file.
extension SQLiteJournal {
  /// Installs a hook that records the length of the log after each commit.
  private func watchLog() {
    sqlite3_wal_hook(
      database.raw,
      { pages, _, _, count in
        pages!.assumingMemoryBound(to: Int32.self).pointee = count
        return SQLITE_OK
      }, logPages)
  }

  public var isCheckpointDue: Bool {
    if logPages.pointee < checkpointPages { pagesToCheckpoint = checkpointPages }
    return breakage == nil && isChecked && logPages.pointee >= pagesToCheckpoint
  }

  public func checkpoint() throws(JournalFault) {
    guard isCheckpointDue else { return }
    Failpoint.beforeCheckpoint.pass()
    let isLong = logFileBytes > settings.longestLogBytes
    // A reader, such as a backup, must not block commits.
    sqlite3_busy_timeout(database.raw, 0)
    let status = sqlite3_wal_checkpoint_v2(
      database.raw, nil, isLong ? SQLITE_CHECKPOINT_TRUNCATE : SQLITE_CHECKPOINT_PASSIVE, nil, nil)
    sqlite3_busy_timeout(database.raw, 5_000)
    Failpoint.afterCheckpoint.pass()
    pagesToCheckpoint = logPages.pointee + checkpointPages
    switch status & 0xFF {
    case SQLITE_OK, SQLITE_BUSY, SQLITE_LOCKED, SQLITE_FULL: return
    default: throw broken(SQLiteError(code: status, message: "the checkpoint failed")).fault
    }
  }

  private var logFileBytes: Int {
    var status = stat()
    return stat("\(directory.journal)-wal", &status) == 0 ? Int(status.st_size) : 0
  }

  public func didCheck() {
    guard !isChecked else { return }
    isChecked = true
    if breakage == nil { _ = csqlite_leave_files_alone(database.raw, 0) }
  }

  /// Marks the journal as unusable, and leaves the files unchanged.
  func broken(_ error: SQLiteError) -> SQLiteError {
    breakage = error.description
    _ = csqlite_leave_files_alone(database.raw, 1)
    return error
  }
}
