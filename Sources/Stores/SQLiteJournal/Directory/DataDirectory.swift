import BoardJournal
import Glibc

/// The data directory of a journal, with the lock that makes this process its only server.
///
/// It holds `journal.db` with SQLite's companions, `lock`, `witness` and `reserve`, and `arriving` or `moved` if
/// it cannot be served.
final class DataDirectory {
  let path: String
  /// The descriptor of the lock file; nil if the directory is not locked.
  private let lock: Int32?

  /// Creates the directory (mode 0700) if it does not exist, and locks it.
  ///
  /// - Throws: `JournalFault.inUse` with the id of the process that holds the lock, or `failed` if
  ///   others can write to the directory.
  init(_ path: String, locking: Bool = true) throws(JournalFault) {
    self.path = path
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
      throw .failed("the data directory \(path) cannot be made: \(systemMessage())")
    }
    try OwnFile.requireOwnDirectory(path)
    lock = locking ? try Self.lock("\(path)/lock", directory: path) : nil
  }

  /// Unlocks explicitly, because a child process being started may still have the same descriptor.
  deinit {
    guard let lock else { return }
    flock(lock, LOCK_UN)
    close(lock)
  }

  var journal: String { "\(path)/journal.db" }
  var witness: String { "\(path)/witness" }
  var reserve: String { "\(path)/reserve" }
  /// The file with the place that this is an incomplete copy of.
  var arriving: String { "\(path)/arriving" }
  /// The file with the place at which the contents are now.
  var moved: String { "\(path)/moved" }

  func exists(_ file: String) -> Bool { access(file, F_OK) == 0 }

  private static func lock(_ file: String, directory: String) throws(JournalFault) -> Int32 {
    let descriptor = try OwnFile.open(
      file, failure: "the data directory \(directory) cannot be locked")
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let owner = readWord(descriptor)
      close(descriptor)
      throw .inUse(
        "the data directory \(directory) is in use by process \(owner.isEmpty ? "?" : owner)")
    }
    // Only the error message of a later process depends on it.
    ftruncate(descriptor, 0)
    let text = Array("\(getpid())\n".utf8)
    _ = pwrite(descriptor, text, text.count, 0)
    return descriptor
  }
}

/// The witness file: the number of committed groups, stored outside the database.
///
/// SQLite silently drops everything after a damaged frame of the write-ahead log. The witness is
/// written after each commit and never synced, so it is at most as new as the database; a database
/// that is older than its witness has lost commits.
final class Witness {
  private let descriptor: Int32

  /// Opens the witness of a directory, or creates an empty one.
  init(_ path: String) throws(JournalFault) {
    descriptor = try OwnFile.open(path)
  }

  deinit { close(descriptor) }

  /// The number of groups known to be committed; 0 if unknown.
  var count: Int { Int(readWord(descriptor)) ?? 0 }

  /// Records the number of committed groups. A failure is harmless: the witness is then merely
  /// older.
  func note(_ count: Int) {
    let digits = String(count)
    let zeros = String(repeating: "0", count: max(0, 19 - digits.count))
    let text = Array("\(zeros)\(digits)\n".utf8)
    _ = pwrite(descriptor, text, text.count, 0)
  }
}

/// The first word of a small file.
func readWord(_ descriptor: Int32) -> String {
  var bytes = [UInt8](repeating: 0, count: 64)
  let count = pread(descriptor, &bytes, bytes.count, 0)
  return String(decoding: bytes[..<max(0, count)].prefix { $0 > 0x20 }, as: UTF8.self)
}

/// The system's message for the last failed call.
func systemMessage() -> String { String(cString: strerror(errno)) }

extension SQLiteJournal {
  /// Checks whether a server could use a directory, and changes nothing.
  ///
  /// - Returns: The id of the process that has locked it, or nil.
  /// - Throws: `JournalFault` if others can write to it, or if its journal is of another format or cannot
  ///   be read. The checksums are not verified.
  public static func inspect(_ path: String) throws(JournalFault) -> String? {
    guard access(path, F_OK) == 0 else {
      try requireRoom(for: path)
      return nil
    }
    try OwnFile.requireOwnDirectory(path)
    try DataDirectory.requireReady(path)
    if access("\(path)/journal.db", F_OK) == 0 { _ = try JournalReader(of: path) }
    let descriptor = Glibc.open("\(path)/lock", O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    guard flock(descriptor, LOCK_SH | LOCK_NB) != 0 else { return nil }
    return readWord(descriptor)
  }

  /// Checks that a directory can be made.
  private static func requireRoom(for path: String) throws(JournalFault) {
    let parent = path.lastIndex(of: "/").map { path[..<$0] } ?? "."
    guard access(parent.isEmpty ? "/" : String(parent), W_OK | X_OK) == 0 else {
      throw .failed("the data directory \(path) cannot be made: \(systemMessage())")
    }
  }
}
