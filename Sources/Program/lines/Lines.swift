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

  /// Writes the files that are not what the tables say.
  ///
  /// - Parameter isCheck: Whether to name them only.
  /// - Returns: Whether all are now as they should be.
  /// - Throws: `TableMistake`, or that a file cannot be read or written.
  private static func make(isCheck: Bool) throws -> Bool {
    let folder = URL(filePath: FileManager.default.currentDirectoryPath)
    let made = try GeneratedFiles(in: folder)
    let others = made.files.filter { file in
      (try? String(contentsOf: folder.appending(path: file.path), encoding: .utf8)) != file.text
    }
    for file in others {
      print(isCheck ? "\(file.path) is not what the tables say" : "\(file.path) is made")
      guard !isCheck else { continue }
      try file.text.write(to: folder.appending(path: file.path), atomically: true, encoding: .utf8)
    }
    return others.isEmpty || !isCheck
  }
}
