import BoardJournal
import CSQLite
import Glibc

extension SQLiteJournal {
  /// Copies the journal of a directory into a new file, even while another process serves it.
  ///
  /// The copy is a consistent snapshot of the journal, marked as a backup: its first acquisition
  /// gives it a new epoch. So clients do not mistake later revisions of the original for revisions
  /// of the restored journal.
  ///
  /// - Throws: `JournalFault` if the file exists, if the journal cannot be read or is damaged, or
  ///   if the copy cannot be written. No file is created then.
  /// - Complexity: O(stored bytes).
  @discardableResult
  public static func backup(
    of directory: String, to path: String
  ) throws(JournalFault) -> JournalSize {
    try copy("\(directory)/journal.db", to: path)
  }

  /// Restores a backup as the journal of a directory, which is created if it does not exist. The
  /// journal gets a new epoch when it is first acquired.
  ///
  /// - Throws: `JournalFault` if the directory has a journal or remains of one, if it is in use, or
  ///   if the file is damaged or not a journal. The directory is left without a journal then.
  /// - Complexity: O(stored bytes).
  @discardableResult
  public static func restore(
    _ backup: String, to directory: String
  ) throws(JournalFault) -> JournalSize {
    try checkBackup(backup)
    let place = try DataDirectory(directory)
    for file in [place.journal, "\(place.journal)-wal", place.witness] where place.exists(file) {
      throw .unusable(
        "\(directory) holds a journal, or what is left of one (\(file)): move it away first")
    }
    return try copy(backup, to: place.journal)
  }

  /// Checks a backup, if it need not be converted: then the copy is checked.
  private static func checkBackup(_ file: String) throws(JournalFault) {
    let isEarlier =
      try Schema.checkFormat(readable(file), from: Schema.earliestFormat) < Schema.format
    if !isEarlier { try JournalReader(file: file).check() }
  }

  private static func copy(_ file: String, to path: String) throws(JournalFault) -> JournalSize {
    try makeBackup(at: path) { partial throws(JournalFault) in
      try vacuum(file, into: partial)
      try convert(partial)
    }
  }

  /// Makes a file that is marked as a backup. It gets its name when it is complete, checked and durable.
  ///
  /// - Parameter fill: Puts a journal in the place of an empty file.
  /// - Throws: `JournalFault`, also if there is a file of that name. None is created then.
  static func makeBackup(
    at path: String, _ fill: (_ partial: String) throws(JournalFault) -> Void
  ) throws(JournalFault) -> JournalSize {
    guard access(path, F_OK) != 0 else { throw .failed("\(path) is there already") }
    let partial = "\(path).partial"
    unlink(partial)
    try makeEmptyFile(partial)
    defer { unlink(partial) }
    try fill(partial)
    try mark(partial)
    return try publish(partial, as: path)
  }

  /// Checks everything in a file, and gives it its name durably.
  private static func publish(
    _ partial: String, as path: String
  ) throws(JournalFault) -> JournalSize {
    let copy = try JournalReader(file: partial)
    try copy.check()
    guard link(partial, path) == 0 else {
      throw .failed("\(path) cannot be made: \(systemMessage())")
    }
    try syncFolder(of: path)
    return try copy.size()
  }

  private static func vacuum(_ file: String, into partial: String) throws(JournalFault) {
    let source = try readable(file)
    try Schema.checkFormat(source, from: Schema.earliestFormat)
    try asFault { () throws(SQLiteError) in
      try source.prepare("VACUUM INTO ?").run([.text(partial)])
    }
  }

  private static func convert(_ partial: String) throws(JournalFault) {
    try Schema.convert(asFault { () throws(SQLiteError) in try Database(partial) })
  }

  private static func readable(_ file: String) throws(JournalFault) -> Database {
    guard access(file, R_OK) == 0 else {
      throw .unusable("\(file) cannot be read: \(systemMessage())")
    }
    return try asFault { () throws(SQLiteError) in try Database(file, readOnly: true) }
  }

  /// Marks a copy as a backup, and waits until it is durable.
  private static func mark(_ partial: String) throws(JournalFault) {
    let statements = try asFault { () throws(SQLiteError) in
      try Statements(Database(partial))
    }
    var state = try statements.state()
    state.isBackup = true
    try asFault { () throws(SQLiteError) in
      try statements.run(state, after: state.groupCount)
    }
    try sync(partial, O_RDONLY)
  }

  private static func syncFolder(of path: String) throws(JournalFault) {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    try sync(folder, O_RDONLY | O_DIRECTORY)
  }
}

/// Syncs a file, or the names in a directory.
func sync(_ path: String, _ access: Int32) throws(JournalFault) {
  let descriptor = open(path, access | O_CLOEXEC)
  defer { if descriptor >= 0 { close(descriptor) } }
  guard descriptor >= 0, fsync(descriptor) == 0 else {
    throw .failed("\(path) cannot be written: \(systemMessage())")
  }
}
