import BoardJournal
import CSQLite
import Glibc

/// Checkpoints: copying from the write-ahead log into the database file.
extension SQLiteJournal {
  /// Installs a hook that records the length of the log after each commit.
  func watchLog() {
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
