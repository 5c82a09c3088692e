import BoardModel
import BoardServer
import BoardWire
import Simulation

@testable import dropline

/// Board files: a file that is read is written as a file that reads as the same.
enum BoardFileLaws {
  static func check(_ bytes: [UInt8]) throws {
    guard let file = try? BoardFile(bytes) else { return }
    try require(file.content.isConsistent, "an id is there twice")
    var buffer = WireBuffer()
    buffer.append(snapshot: file.content, board: file.name, revision: file.revision)
    let again = try reread(buffer.bytes)
    try require(
      (again.name, again.revision) == (file.name, file.revision) && again.content == file.content,
      "\(file) became \(again)")
  }

  /// Checks that this is a board file, and that it is written as it was.
  ///
  /// - Throws: `BrokenLaw`.
  @discardableResult
  static func reread(_ bytes: [UInt8]) throws -> BoardFile {
    let result = Result { () throws(FileFault) in try BoardFile(bytes) }
    guard case .success(let file) = result else {
      throw BrokenLaw("\(text(bytes)) is written and is \(result)")
    }
    var buffer = WireBuffer()
    buffer.append(snapshot: Board(file.content), board: file.name, revision: file.revision)
    try require(buffer.bytes == bytes, "\(text(bytes)) became \(buffer.string)")
    return file
  }
}
