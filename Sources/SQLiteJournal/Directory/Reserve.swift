import Glibc

/// Room on the disk that is kept for what is under way when the disk is full.
struct Reserve {
  /// How large it is where there is room enough.
  static let bytes = 16 << 20

  private let path: String
  private let bytes: Int
  /// The bytes that are reserved.
  private(set) var size = 0

  /// The bytes that were free beside it when it was looked last.
  private(set) var freeBeside = 0

  /// Whether the reserve is there.
  var isThere: Bool { size > 0 }

  init(_ path: String, bytes: Int = Self.bytes) {
    self.path = path
    self.bytes = bytes
  }

  /// Lays up the reserve, unless it is there; an eighth of what is free if that is less.
  ///
  /// - Returns: Whether it is there now.
  mutating func make() -> Bool {
    if !isThere { size = lookUp() ?? allocate() ?? 0 }
    return isThere
  }

  /// Looks how much is free beside the reserve.
  mutating func lookAround() { freeBeside = free ?? 0 }

  /// What the file system has for us, in bytes.
  private var free: Int? {
    var disk = statvfs()
    guard statvfs(path.folder, &disk) == 0 else { return nil }
    return Int(clamping: disk.f_bavail) * Int(disk.f_frsize)
  }

  /// Gives the room back to the file system.
  ///
  /// - Returns: Whether there was any.
  mutating func giveUp() -> Bool {
    guard isThere else { return false }
    size = 0
    truncate(path, 0)
    unlink(path)
    return true
  }

  /// Whether an earlier process left one.
  private func lookUp() -> Int? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_blocks * 512 >= Self.smallest else { return nil }
    return min(Int(status.st_size), status.st_blocks * 512)
  }

  /// Less than this is no help.
  private static let smallest = 64 << 10

  private func allocate() -> Int? {
    guard let free else { return nil }
    let size = min(bytes, free / 8)
    guard size >= Self.smallest else { return nil }
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    guard posix_fallocate(descriptor, 0, size) == 0 else {
      unlink(path)
      return nil
    }
    return size
  }
}

extension String {
  /// The directory of a path.
  fileprivate var folder: String {
    lastIndex(of: "/").map { String(self[..<$0]) } ?? "."
  }
}
