import BoardJournal
import Glibc

/// Preallocated disk space for commits in progress when the disk becomes full.
struct Reserve {
  /// Its full size in bytes.
  static let bytes = 16 << 20

  private let path: String
  private let bytes: Int
  /// The reserved bytes.
  private(set) var size = 0

  /// The free bytes besides it, as last measured.
  private(set) var freeBeside = 0

  /// Whether the reserve exists.
  var exists: Bool { size > 0 }

  /// - Throws: `JournalFault.failed` if something else is in its place.
  init(_ path: String, bytes: Int = Self.bytes) throws(JournalFault) {
    _ = try OwnFile.status(of: path)
    self.path = path
    self.bytes = bytes
  }

  /// Allocates the reserve if it does not exist; at most an eighth of the free space.
  ///
  /// - Returns: Whether it exists now.
  mutating func make() -> Bool {
    if !exists { size = lookUp() ?? allocate() ?? 0 }
    return exists
  }

  /// Measures the free space besides the reserve.
  mutating func measureFreeSpace() { freeBeside = free ?? 0 }

  /// The free space of the file system in bytes.
  private var free: Int? {
    var disk = statvfs()
    guard statvfs(path.folder, &disk) == 0 else { return nil }
    return Int(clamping: disk.f_bavail) * Int(disk.f_frsize)
  }

  /// Releases the space to the file system.
  ///
  /// - Returns: Whether there was a reserve.
  mutating func release() -> Bool {
    guard exists else { return false }
    size = 0
    if let descriptor = try? OwnFile.open(path) {
      ftruncate(descriptor, 0)
      close(descriptor)
    }
    unlink(path)
    return true
  }

  /// The size of a reserve left by an earlier process, if any.
  private func lookUp() -> Int? {
    guard let status = try? OwnFile.status(of: path), status.st_blocks * 512 >= Self.smallest
    else { return nil }
    return min(Int(status.st_size), status.st_blocks * 512)
  }

  /// The smallest useful size in bytes.
  private static let smallest = 64 << 10

  private func allocate() -> Int? {
    guard let free else { return nil }
    let size = min(bytes, free / 8)
    guard size >= Self.smallest else { return nil }
    guard let descriptor = try? OwnFile.open(path) else { return nil }
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
