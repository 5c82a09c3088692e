import Foundation

/// Makes what the tables of `protocol` say: `swift run lines`, in the folder of the package. `swift run lines --check`
/// only looks whether it is made.
@main
enum Lines {
  static func main() {
    do {
      let isMade = try make(isCheck: CommandLine.arguments.contains("--check"))
      exit(isMade ? 0 : 1)
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(1)
    }
  }

  /// Writes the files that are not what the tables say, and removes those of which they say nothing.
  ///
  /// - Parameter isCheck: Whether to name them only.
  /// - Returns: Whether all are now as they should be.
  /// - Throws: `TableMistake`, or that a file cannot be read or written.
  private static func make(isCheck: Bool) throws -> Bool {
    let folder = URL(filePath: FileManager.default.currentDirectoryPath)
    let made = try GeneratedFiles(in: folder)
    let others = (made.files + made.clients).filter { file in
      (try? String(contentsOf: folder.appending(path: file.path), encoding: .utf8)) != file.text
    }
    for file in others {
      print(isCheck ? "\(file.path) is not what the tables say" : "\(file.path) is made")
      guard !isCheck else { continue }
      try file.text.write(to: folder.appending(path: file.path), atomically: true, encoding: .utf8)
    }
    let gone = try unknownFiles(beside: made, in: folder)
    for path in gone {
      print(isCheck ? "\(path) is of no table" : "\(path) is removed")
      guard !isCheck else { continue }
      try FileManager.default.removeItem(at: folder.appending(path: path))
    }
    return others.isEmpty && gone.isEmpty || !isCheck
  }

  private static func unknownFiles(
    beside made: GeneratedFiles, in folder: URL
  ) throws -> [String] {
    try GeneratedFiles.folders.flatMap { path in
      try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: path).path)
        .map { "\(path)/\($0)" }
    }
    .filter { path in !made.files.contains { $0.path == path } }.sorted()
  }
}
