import BoardJournal
import Glibc

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
