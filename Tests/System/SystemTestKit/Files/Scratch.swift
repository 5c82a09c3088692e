import Foundation

/// A temporary directory, removed with the object.
package final class Scratch {
  package let path: String

  /// In memory if possible: the tests are about process crashes, not power failures.
  package init() throws {
    let memory = "/dev/shm"
    let isWritable = FileManager.default.isWritableFile(atPath: memory)
    let parent = isWritable ? URL(filePath: memory) : FileManager.default.temporaryDirectory
    let url = parent.appending(path: "journal-\(UUID())")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// A path in the directory.
  package func at(_ name: String) -> String { "\(path)/\(name)" }

  /// Copies a file or a directory as it is now to a new place.
  package func copy(_ source: String, to name: String) throws -> String {
    try FileManager.default.copyItem(atPath: source, toPath: at(name))
    return at(name)
  }

  package func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: at(name))
  }
}

/// The bytes of a file.
package func contents(ofFile path: String) throws -> [UInt8] {
  try [UInt8](Data(contentsOf: URL(filePath: path)))
}

/// Replaces a file by one with other bytes.
package func write(_ bytes: some Sequence<UInt8>, toFile path: String) throws {
  try Data(bytes).write(to: URL(filePath: path))
}
