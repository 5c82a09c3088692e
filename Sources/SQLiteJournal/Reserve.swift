import Glibc

/// Room on the disk that is kept for what is under way when the disk is full.
struct Reserve {
  /// How large it is where there is room enough.
  static let bytes = 16 << 20

  private let path: String
  private let bytes: Int
  /// Whether the reserve is there.
  private(set) var isThere = false

  init(_ path: String, bytes: Int = Self.bytes) {
    self.path = path
    self.bytes = bytes
  }

  /// Lays up the reserve, unless it is there; an eighth of what is free if that is less.
  ///
  /// - Returns: Whether it is there now.
  mutating func make() -> Bool {
    if !isThere { isThere = lookUp() || allocate() }
    return isThere
  }

  /// Gives the room back to the file system.
  ///
  /// - Returns: Whether there was any.
  mutating func giveUp() -> Bool {
    guard isThere else { return false }
    isThere = false
    truncate(path, 0)
    unlink(path)
    return true
  }

  /// Whether an earlier process left one.
  private func lookUp() -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_blocks * 512 >= Self.smallest
  }

  /// Less than this is no help.
  private static let smallest = 64 << 10

  private func allocate() -> Bool {
    var disk = statvfs()
    guard statvfs(path.folder, &disk) == 0 else { return false }
    let free = Int(clamping: disk.f_bavail) * Int(disk.f_frsize)
    let size = min(bytes, free / 8)
    guard size >= Self.smallest else { return false }
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    guard posix_fallocate(descriptor, 0, size) == 0 else {
      unlink(path)
      return false
    }
    return true
  }
}

extension String {
  /// The directory of a path.
  fileprivate var folder: String {
    lastIndex(of: "/").map { String(self[..<$0]) } ?? "."
  }
}
