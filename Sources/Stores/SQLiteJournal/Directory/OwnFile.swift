import BoardJournal
import Glibc

/// Files and directories that nobody else can have put there.
///
/// Whoever can write to the data directory could otherwise have the server overwrite any file of its
/// user, by a symbolic link.
enum OwnFile {
  /// Opens a file of this user for reading and writing, or creates it for this user alone.
  ///
  /// - Parameter failure: What to say if the system does not open it.
  /// - Returns: The descriptor.
  /// - Throws: `JournalFault.failed` if it is a symbolic link, no regular file, or of another user.
  static func open(_ path: String, failure: String? = nil) throws(JournalFault) -> Int32 {
    let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    let descriptor = Glibc.open(path, flags, 0o600)
    guard descriptor >= 0 else {
      if errno == ELOOP { throw foreign(path) }
      let reason = systemMessage()
      throw .failed("\(failure ?? "\(path) cannot be opened"): \(reason)")
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.isOwnFile else {
      close(descriptor)
      throw foreign(path)
    }
    return descriptor
  }

  /// The status of a file of this user; nil if there is none.
  ///
  /// - Throws: `JournalFault.failed` as `open` does.
  static func status(of path: String) throws(JournalFault) -> stat? {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    guard status.isOwnFile else { throw foreign(path) }
    return status
  }

  /// Makes sure that nobody else can write to a directory.
  ///
  /// - Throws: `JournalFault.failed` with what the owner can do.
  static func requireOwnDirectory(_ path: String) throws(JournalFault) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      throw .failed("the data directory \(path) cannot be read: \(systemMessage())")
    }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw .failed("the data directory \(path) cannot be used: it is no directory")
    }
    guard status.st_uid == geteuid() else {
      throw .failed("the data directory \(path) belongs to another user; serve it as that user")
    }
    guard status.st_mode & 0o022 == 0 else {
      let mode = String(status.st_mode & 0o777, radix: 8)
      throw .failed(
        "other users can write to the data directory \(path) (mode \(mode)); "
          + "take that away with `chmod go-w \(path)`")
    }
  }

  private static func foreign(_ path: String) -> JournalFault {
    .failed("\(path) is not a regular file of this user; it is not followed and not overwritten")
  }
}

extension stat {
  fileprivate var isOwnFile: Bool { st_mode & S_IFMT == S_IFREG && st_uid == geteuid() }
}
