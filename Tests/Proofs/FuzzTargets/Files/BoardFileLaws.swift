import BoardModel
import BoardWire

/// Board files: a file that is read is written as a file that reads as the same.
enum BoardFileLaws {
  static func check(_ bytes: [UInt8]) throws {
    guard let file = try? SnapshotFile(bytes) else { return }
    try require(file.content.isConsistent, "an id is there twice")
    var buffer = WireBuffer()
    buffer.append(snapshot: file.content, board: file.board, revision: file.revision)
    let again = try reread(buffer.bytes)
    try require(again == file, "\(file) became \(again)")
  }

  /// Checks that this is a board file, and that it is written as it was.
  ///
  /// - Throws: `BrokenLaw`.
  @discardableResult
  static func reread(_ bytes: [UInt8]) throws -> SnapshotFile {
    let result = Result { () throws(SnapshotFault) in try SnapshotFile(bytes) }
    guard case .success(let file) = result else {
      throw BrokenLaw("\(text(bytes)) is written and is \(result)")
    }
    var buffer = WireBuffer()
    buffer.append(snapshot: Board(file.content), board: file.board, revision: file.revision)
    try require(buffer.bytes == bytes, "\(text(bytes)) became \(buffer.string)")
    return file
  }
}
