import Glibc

/// A file of whose safety the server depends: its owner is the user of the server or root, and others may
/// not do with it what would let them do more.
struct OwnFile {
  let path: String
  /// What the file is, for complaints.
  let name: String

  /// - Throws: `Complaint` if it cannot be found, or if others could have written it.
  func checkWriters() throws(Complaint) {
    let status = try status()
    guard status.st_mode & 0o022 == 0 else {
      throw Complaint(
        "other users can write to the \(name) \(path); take that away with `chmod go-w \(path)`")
    }
  }

  /// Of a file of root the group may read: the server is then no user of its own that could have one.
  ///
  /// - Throws: `Complaint` if it cannot be found, or if others could read or write it.
  func checkReaders() throws(Complaint) {
    let status = try status()
    guard status.st_mode & (status.st_uid == 0 ? 0o037 : 0o077) == 0 else {
      throw Complaint(
        "other users can read the \(name) \(path); take that away with `chmod go= \(path)`")
    }
  }

  private func status() throws(Complaint) -> stat {
    var status = stat()
    guard stat(path, &status) == 0 else { throw Complaint.system(path) }
    guard status.st_uid == geteuid() || status.st_uid == 0 else {
      throw Complaint("the \(name) \(path) belongs to another user")
    }
    return status
  }
}
