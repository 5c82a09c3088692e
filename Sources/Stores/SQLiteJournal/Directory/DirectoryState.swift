import BoardJournal
import Glibc

/// Whether a directory can be served: the marks in it.
extension DataDirectory {
  /// Checks that the directory is what a journal is opened for, and prepares it.
  ///
  /// - Throws: `JournalFault.unusable`.
  func prepare(for purpose: JournalPurpose) throws(JournalFault) {
    let (origin, place) = (mark(arriving), mark(moved))
    switch purpose {
    case .serving, .moving:
      if let origin {
        throw .unusable("\(path) is incomplete: run `dropline migrate` from \(origin) again")
      }
      if let place, purpose != .moving(to: place) {
        throw .unusable("\(path) was moved to \(place)")
      }
    case .arriving(let source, _):
      if place != nil || exists(journal), origin != source {
        throw .unusable("\(path) holds a journal already: name another directory")
      }
      try write(source, to: arriving)
      for file in [journal, "\(journal)-wal", "\(journal)-shm", witness] { unlink(file) }
    }
  }

  /// Checks that a directory can be served, if there is one.
  static func requireReady(_ path: String) throws(JournalFault) {
    for name in ["arriving", "moved"] {
      guard let place = text(ofMark: "\(path)/\(name)") else { continue }
      throw .unusable(
        name == "moved"
          ? "\(path) was moved to \(place)"
          : "\(path) is incomplete: run `dropline migrate` from \(place) again")
    }
  }

  func markMoved(to place: String) throws(JournalFault) { try write(place, to: moved) }

  func markComplete() throws(JournalFault) {
    unlink(arriving)
    try sync(path, O_RDONLY | O_DIRECTORY)
  }

  /// The most bytes of a mark, more than a path and a URL have.
  private static let markBytes = 16_384

  private func mark(_ file: String) -> String? { Self.text(ofMark: file) }

  private static func text(ofMark file: String) -> String? {
    let descriptor = Glibc.open(file, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: markBytes)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    let line = bytes[..<max(0, count)].prefix { $0 != UInt8(ascii: "\n") }
    return String(decoding: line, as: UTF8.self)
  }

  private func write(_ text: String, to file: String) throws(JournalFault) {
    let descriptor = try OwnFile.open(file, failure: "\(file) cannot be made")
    defer { close(descriptor) }
    let bytes = Array("\(text)\n".utf8)
    guard ftruncate(descriptor, 0) == 0, pwrite(descriptor, bytes, bytes.count, 0) == bytes.count,
      fsync(descriptor) == 0
    else { throw .failed("\(file) cannot be written: \(systemMessage())") }
    try sync(path, O_RDONLY | O_DIRECTORY)
  }
}
