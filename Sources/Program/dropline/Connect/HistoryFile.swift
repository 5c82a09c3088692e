import Glibc
import Terminal

/// The lines that were typed in all runs, one per line of a file.
///
/// Each line is appended when it is typed, so several clients at once keep the lines of each other.
final class HistoryFile {
  /// When the file is read and has more bytes, it is cut down to the last `EditLine.historyLimit` lines.
  static let maximumBytes = 1 << 18

  private let path: String?

  /// - Parameter name: The file's name in the folder of the state.
  init(_ name: String) { path = StateFolder.file(name) }

  init(path: String) { self.path = path }

  /// The last lines, the newest at the end; none if the file cannot be read.
  var lines: [String] {
    locked(O_RDWR) { descriptor in
      let bytes = Self.bytes(of: descriptor)
      let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
      let last = Array(lines.suffix(Int(EditLine.historyLimit)))
      if bytes.count > Self.maximumBytes { Self.rewrite(descriptor, last) }
      return last
    } ?? []
  }

  /// Adds a line at the end. A line that cannot be written is forgotten with this run.
  func append(_ line: String) {
    _ = locked(O_WRONLY | O_APPEND | O_CREAT) { descriptor in
      let bytes = Array("\(line)\n".utf8)
      return write(descriptor, bytes, bytes.count)
    }
  }

  /// Runs with the file open and locked.
  private func locked<Result>(_ flags: Int32, _ body: (Int32) -> Result) -> Result? {
    guard let path else { return nil }
    let descriptor = open(path, flags | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    guard flock(descriptor, LOCK_EX) == 0 else { return nil }
    return body(descriptor)
  }

  private static func bytes(of descriptor: Int32) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &chunk, chunk.count)
      guard count > 0 else { return bytes }
      bytes += chunk[..<count]
    }
  }

  private static func rewrite(_ descriptor: Int32, _ lines: [String]) {
    let bytes = Array(lines.map { "\($0)\n" }.joined().utf8)
    guard lseek(descriptor, 0, SEEK_SET) == 0, write(descriptor, bytes, bytes.count) == bytes.count
    else { return }
    ftruncate(descriptor, off_t(bytes.count))
  }
}
