import BoardServer
import BoardWire

extension BoardFile {
  /// Reads a board file: the lines that a server sends after `open`.
  ///
  /// - Throws: `Complaint` with the file and, if known, the line.
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
