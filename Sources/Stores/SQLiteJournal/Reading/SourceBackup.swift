import BoardJournal
import Glibc

/// Backups of journals that are not in a directory.
extension SQLiteJournal {
  /// Copies the contents of another journal into a new file, which is a backup as that of a directory is.
  ///
  /// - Parameters:
  ///   - stored: All that the journal holds except the contents of its boards.
  ///   - source: Its boards. Each is read once.
  /// - Throws: `JournalFault` if the file exists, if the journal cannot be read or is damaged, or
  ///   if the copy cannot be written. No file is created then.
  /// - Complexity: O(stored bytes).
  @discardableResult
  public static func backup(
    of stored: StoredServer, from source: any BoardSource, to path: String
  ) throws(JournalFault) -> JournalSize {
    try makeBackup(at: path) { partial throws(JournalFault) in
      try usingFolder(beside: path) { folder throws(JournalFault) in
        try copy(stored, from: source, into: folder)
        try endLog(of: "\(folder)/journal.db")
        guard rename("\(folder)/journal.db", partial) == 0 else {
          throw .failed("\(partial) cannot be made: \(systemMessage())")
        }
      }
    }
  }

  /// Fills the journal of a directory, and closes it.
  private static func copy(
    _ stored: StoredServer, from source: any BoardSource, into directory: String
  ) throws(JournalFault) {
    let journal = try SQLiteJournal(directory, for: .arriving(from: "a-backup", stored.epoch))
    _ = try journal.acquire()
    try JournalCopy(from: source, to: journal).run(stored)
  }

  /// Moves what is in the write-ahead log of a journal into its file, which is complete without a log then.
  private static func endLog(of file: String) throws(JournalFault) {
    let database = try asFault { () throws(SQLiteError) in try Database(file) }
    guard try database.text("PRAGMA journal_mode = DELETE") == "delete" else {
      throw .failed("the write-ahead log of \(file) cannot be ended")
    }
  }
}

/// Runs a body with a new folder of this user alone beside a file, which is removed with all that is in it.
private func usingFolder(
  beside file: String, _ body: (_ path: String) throws(JournalFault) -> Void
) throws(JournalFault) {
  let marks = String(repeating: "X", count: 6)
  var name = Array("\(file).partial-\(marks)".utf8CString)
  guard mkdtemp(&name) != nil else {
    throw .failed("a folder beside \(file) cannot be made: \(systemMessage())")
  }
  let path = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  defer { removeFolder(path) }
  try body(path)
}

/// Removes a folder with the files in it.
private func removeFolder(_ path: String) {
  guard let folder = opendir(path) else { return }
  while let entry = readdir(folder) {
    withUnsafePointer(to: &entry.pointee.d_name) {
      // It fails for the folder itself and its parent.
      _ = $0.withMemoryRebound(to: CChar.self, capacity: 256) { unlinkat(dirfd(folder), $0, 0) }
    }
  }
  closedir(folder)
  rmdir(path)
}
