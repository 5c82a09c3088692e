import BoardJournal
import Glibc

/// The directory of a journal, and the right to be its only server.
///
/// It holds `journal.db` with SQLite's companions, `lock`, `witness` and `reserve`.
final class DataDirectory {
  let path: String
  /// Open as long as the directory is ours; nil if nobody asked for that.
  private let lock: Int32?

  /// Makes the directory, for its owner only, unless it is there, and locks it.
  ///
  /// - Throws: `JournalFault.inUse` with the number of the process that holds it.
  init(_ path: String, locking: Bool = true) throws(JournalFault) {
    self.path = path
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
      throw .failed("the data directory \(path) cannot be made: \(systemMessage())")
    }
    lock = locking ? try Self.lock("\(path)/lock", directory: path) : nil
  }

  /// Unlocks by name, because a child that is just being started may hold the same descriptor.
  deinit {
    guard let lock else { return }
    flock(lock, LOCK_UN)
    close(lock)
  }

  var journal: String { "\(path)/journal.db" }
  var witness: String { "\(path)/witness" }
  var reserve: String { "\(path)/reserve" }

  func exists(_ file: String) -> Bool { access(file, F_OK) == 0 }

  private static func lock(_ file: String, directory: String) throws(JournalFault) -> Int32 {
    let descriptor = open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw .failed("the data directory \(directory) cannot be locked: \(systemMessage())")
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let owner = readText(descriptor)
      close(descriptor)
      throw .inUse(
        "the data directory \(directory) is in use by process \(owner.isEmpty ? "?" : owner)")
    }
    // Only the message of somebody who comes later depends on it.
    ftruncate(descriptor, 0)
    let text = Array("\(getpid())\n".utf8)
    _ = pwrite(descriptor, text, text.count, 0)
    return descriptor
  }
}

/// The file of a witness: how many groups were committed, said outside the database.
///
/// A damaged write-ahead log ends for SQLite where the damage begins, and what comes after is gone
/// without a word. The witness is written after each commit, never synced, so that it is at most as
/// new as the database; a database that is older than its witness has lost something.
final class Witness {
  private let descriptor: Int32

  /// Opens the witness of a directory, new and silent if there is none.
  init(_ path: String) throws(JournalFault) {
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .failed("\(path) cannot be opened: \(systemMessage())") }
  }

  deinit { close(descriptor) }

  /// The number of groups that were certainly committed; 0 if the witness cannot say.
  var count: Int { Int(readText(descriptor)) ?? 0 }

  /// Notes that so many groups were committed. If that fails, the witness knows less.
  func note(_ count: Int) {
    let digits = String(count)
    let zeros = String(repeating: "0", count: max(0, 19 - digits.count))
    let text = Array("\(zeros)\(digits)\n".utf8)
    _ = pwrite(descriptor, text, text.count, 0)
  }
}

/// The first line of a small file.
func readText(_ descriptor: Int32) -> String {
  var bytes = [UInt8](repeating: 0, count: 64)
  let count = pread(descriptor, &bytes, bytes.count, 0)
  return String(decoding: bytes[..<max(0, count)].prefix { $0 > 0x20 }, as: UTF8.self)
}

/// What the system says about the last call that failed.
func systemMessage() -> String { String(cString: strerror(errno)) }
