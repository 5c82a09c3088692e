import BoardServer
import BoardWire

extension BoardFile {
  /// Reads a file: what a server sends behind `open`.
  ///
  /// - Throws: `Complaint`, which names the file and, if it can, the line.
  static func read(_ path: String) throws(Complaint) -> BoardFile {
    let bytes = try fileBytes(path)
    do throws(SnapshotFault) {
      let file = try SnapshotFile(bytes)
      return BoardFile(file.board, revision: file.revision, file.content)
    } catch {
      throw Complaint("\(path):\(error.line): \(printable(error.reason))")
    }
  }
}
