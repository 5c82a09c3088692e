import CLibuv
import Glibc
import Net

/// The file of a listening Unix socket, which other processes connect to by its path.
///
/// A file that is left of a server that has ended is replaced; a server that is alive keeps its file. The
/// file is removed at the end, unless another one has taken its place.
struct UnixSocketFile: ~Copyable {
  /// Its user and its group may connect.
  private static let mode: mode_t = 0o660

  private let path: UnixPath
  private let identity: Identity
  /// The listening socket, which the owner closes.
  let descriptor: Int32

  /// Binds a socket to a path, and listens.
  ///
  /// - Throws: `EADDRINUSE` if a server listens there, `EEXIST` if there is a file that is no socket, or the
  ///   error of the system.
  init(at path: UnixPath, backlog: Int32) throws(UVError) {
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    let socket = Glibc.socket(AF_UNIX, kind, 0)
    guard socket >= 0 else { throw .last }
    do throws(UVError) {
      identity = try Self.listen(socket, at: path, backlog)
    } catch {
      close(socket)
      throw error
    }
    self.path = path
    descriptor = socket
  }

  /// Removes the file.
  deinit {
    if Identity(ofFile: path) == identity { unlink(path.string) }
  }

  private static func listen(
    _ socket: Int32, at path: UnixPath, _ backlog: Int32
  ) throws(UVError) -> Identity {
    // Of two servers that start at once, one would take the other's file for an old one before it listens.
    let lock = try FolderLock(path.folder)
    defer { lock.release() }
    if try path.isLeftOver() {
      guard unlink(path.string) == 0 || errno == ENOENT else { throw .last }
    }
    // The kernel makes the file with this mode without the bits of the umask, so that it never has more.
    guard fchmod(socket, mode) == 0,
      path.withSockaddr({ bind(socket, $0, $1) }) == 0
    else { throw .last }
    guard let identity = Identity(ofFile: path),
      fchmodat(AT_FDCWD, path.string, mode, AT_SYMLINK_NOFOLLOW) == 0,
      Glibc.listen(socket, backlog) == 0
    else {
      let error = UVError.last
      unlink(path.string)
      throw error
    }
    return identity
  }

  /// What tells a file apart from another one of the same path.
  private struct Identity: Equatable {
    private let device: dev_t
    private let inode: ino_t

    /// Nil if there is no file.
    init?(ofFile path: UnixPath) {
      var status = stat()
      guard lstat(path.string, &status) == 0 else { return nil }
      (device, inode) = (status.st_dev, status.st_ino)
    }
  }
}

extension UnixPath {
  /// Checks that a listener could be bound to the path now. Nothing is changed.
  ///
  /// - Throws: As `isLeftOver()`, and `EACCES` or `ENOENT` if no file could be made.
  func checkFree() throws(UVError) {
    _ = try isLeftOver()
    guard access(folder, W_OK | X_OK) == 0 else { throw .last }
  }

  /// Whether there is a socket to which no process listens any more.
  ///
  /// - Returns: False if there is nothing.
  /// - Throws: `EADDRINUSE` if a process listens there, `EEXIST` if there is a file that is no socket. A
  ///   symbolic link is none.
  fileprivate func isLeftOver() throws(UVError) -> Bool {
    var status = stat()
    guard lstat(string, &status) == 0 else {
      guard errno == ENOENT else { throw .last }
      return false
    }
    guard status.st_mode & S_IFMT == S_IFSOCK else { throw UVError(code: UV_EEXIST.rawValue) }
    guard !isAnswered else { throw UVError(code: UV_EADDRINUSE.rawValue) }
    return true
  }

  /// Whether a process listens, also one that does not want us or has no time for us.
  private var isAnswered: Bool {
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let probe = socket(AF_UNIX, kind, 0)
    guard probe >= 0 else { return true }
    defer { close(probe) }
    let status = withSockaddr { connect(probe, $0, $1) }
    return status == 0 || (errno != ECONNREFUSED && errno != ENOENT)
  }
}

/// A lock of a directory against other processes that make sockets in it. Where the directory cannot be
/// read there is none.
private struct FolderLock {
  private let descriptor: Int32

  /// - Throws: `EBUSY` if another process keeps the lock for a second.
  init(_ folder: String) throws(UVError) {
    descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    var attempts = 0
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
      attempts += 1
      guard attempts < 1_000 else {
        close(descriptor)
        throw UVError(code: UV_EBUSY.rawValue)
      }
      usleep(1_000)
    }
  }

  func release() { if descriptor >= 0 { close(descriptor) } }
}

extension UVError {
  /// The last error of a call to the system.
  fileprivate static var last: UVError { UVError(code: -errno) }
}
