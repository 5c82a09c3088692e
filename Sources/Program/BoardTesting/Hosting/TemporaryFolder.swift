import Glibc
import Net

/// A folder of its own for one run, which is removed with the object.
package final class TemporaryFolder: Sendable {
  package let path: String

  /// Makes one under `TMPDIR`, or in memory if that is asked for and possible: what is about crashes of processes,
  /// and not about power failures, needs no disk.
  ///
  /// - Throws: `Fault` if it cannot be made.
  package init(_ name: String, inMemory: Bool = false) throws(Fault) {
    let memory = "/dev/shm"
    let parent =
      inMemory && access(memory, W_OK) == 0
      ? memory : getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    let marks = String(repeating: "X", count: 6)
    var template = Array("\(parent)/\(name).\(marks)".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw Fault(description: "\(parent): \(String(cString: strerror(errno)))")
    }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  package struct Fault: Error, CustomStringConvertible {
    package let description: String
  }

  deinit { Self.remove(path) }

  /// Makes a folder in it, or empties that folder.
  package func makeEmpty(_ name: String) {
    Self.remove("\(path)/\(name)")
    mkdir("\(path)/\(name)", 0o777)
  }

  /// Removes a file, or a folder with all it has. Links are not followed.
  private static func remove(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      unlink(path)
      return
    }
    for name in names(inFolder: path) ?? [] { remove("\(path)/\(name)") }
    rmdir(path)
  }
}
