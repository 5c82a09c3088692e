import BoardJournal
import CSQLite
import Glibc

extension SQLiteJournal {
  /// Copies the journal of a directory into a new file, also while another process serves it.
  ///
  /// The copy is one moment of the journal, and marked: whoever serves it first, as `journal.db` of
  /// a directory of its own, gives every board a new revision, so that no revision that clients
  /// may have seen after the copy was made comes again with another content.
  ///
  /// - Throws: `JournalFault` if there is such a file already, if the journal cannot be read, or if
  ///   the copy cannot be written. There is no new file then.
  /// - Complexity: O(bytes kept).
  public static func backup(of directory: String, to path: String) throws(JournalFault) {
    let partial = "\(path).partial"
    unlink(partial)
    try makeEmptyFile(partial)
    defer { unlink(partial) }
    try copy("\(directory)/journal.db", to: partial)
    try mark(partial)
    guard link(partial, path) == 0 else {
      throw .failed("\(path) cannot be made: \(systemMessage())")
    }
    try syncFolder(of: path)
  }

  private static func copy(_ journal: String, to partial: String) throws(JournalFault) {
    guard access(journal, R_OK) == 0 else {
      throw .unusable("\(journal) cannot be read: \(systemMessage())")
    }
    let source = try asFault { () throws(SQLiteError) in try Database(journal, readOnly: true) }
    try Schema.checkKind(source)
    try asFault { () throws(SQLiteError) in
      try source.prepare("VACUUM INTO ?").run([.text(partial)])
    }
  }

  /// Marks a copy, checks it and waits until it is on the disk.
  private static func mark(_ partial: String) throws(JournalFault) {
    let copy = try asFault { () throws(SQLiteError) in try Database(partial) }
    let sum = Checksum(ServerKey.restored, 1).stored
    try asFault { () throws(SQLiteError) in
      try copy.execute(
        "INSERT OR REPLACE INTO server VALUES ('\(ServerKey.restored)', 1, \(sum))")
    }
    try Schema.check(copy)
    try sync(partial, O_RDONLY)
  }

  private static func syncFolder(of path: String) throws(JournalFault) {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    try sync(folder, O_RDONLY | O_DIRECTORY)
  }
}

/// Waits until a file or the names in a directory are on the disk.
func sync(_ path: String, _ access: Int32) throws(JournalFault) {
  let descriptor = open(path, access | O_CLOEXEC)
  defer { if descriptor >= 0 { close(descriptor) } }
  guard descriptor >= 0, fsync(descriptor) == 0 else {
    throw .failed("\(path) cannot be written: \(systemMessage())")
  }
}
