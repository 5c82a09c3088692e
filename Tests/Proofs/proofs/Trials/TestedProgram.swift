import Glibc
import LocalNodes

/// The program that trials start.
enum TestedProgram {
  /// It is in the same folder as this one.
  static var path: String {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &path, path.count)
    let own = String(decoding: path[..<max(0, count)].map(UInt8.init(bitPattern:)), as: UTF8.self)
    return own[..<(own.lastIndex(of: "/") ?? own.startIndex)] + "/dropline"
  }
}

/// A folder of its own, in memory if possible: trials are about the ends of processes, not of power.
struct TemporaryFolder {
  let path: String

  init(_ name: String) throws {
    let parent = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
    var bytes = Array("\(parent)/\(name)-\(String(repeating: "X", count: 6))".utf8CString)
    guard mkdtemp(&bytes) != nil else { throw LocalServerError.system(errno) }
    path = String(decoding: bytes.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Removes the folder, and the files of a journal in a folder in it.
  func remove(below folder: String) {
    for file in ["journal.db", "journal.db-wal", "journal.db-shm", "lock", "witness", "reserve"] {
      unlink("\(path)/\(folder)/\(file)")
    }
    rmdir("\(path)/\(folder)")
    rmdir(path)
  }
}
