import ArgumentParser
import BoardModel
import BoardServer

/// The form of a file with a board.
enum BoardFormat: String, ExpressibleByArgument, CaseIterable {
  case board
  case markdown
  case csv

  /// How the names of such files end.
  var ending: String {
    switch self {
    case .board: "board"
    case .markdown: "md"
    case .csv: "csv"
    }
  }

  /// The form that the name of a file says; `board` if it says none.
  init(ofFile path: String) {
    let isMarkdown = [".md", ".markdown"].contains { path.lowercased().hasSuffix($0) }
    self = isMarkdown ? .markdown : path.lowercased().hasSuffix(".csv") ? .csv : .board
  }

  /// Reads a file of this form.
  ///
  /// - Throws: `Complaint` with the file and, if known, the line.
  func read(_ path: String) throws(Complaint) -> BoardFile {
    switch self {
    case .board: return try BoardFile.read(path)
    case .markdown, .csv:
      let name = try Self.boardName(ofFile: path)
      let bytes = try fileBytes(path)
      do throws(FileFault) {
        return BoardFile(
          name, revision: 0,
          self == .csv ? try CSVBoard(bytes).content : try MarkdownBoard(bytes).content)
      } catch {
        throw Complaint("\(path):\(error.line): \(error.reason)")
      }
    }
  }

  /// The board of a file that names none: the file's name without its folder and ending.
  private static func boardName(ofFile path: String) throws(Complaint) -> BoardName {
    let file = path.split(separator: "/").last ?? ""
    let stem = file.lastIndex(of: ".").map { file[..<$0] } ?? file
    guard let name = BoardName(String(stem)) else {
      throw Complaint(
        "\(path): the board gets the file's name, and \(printable(String(stem))) is none; a name is "
          + "1 to \(Limits.nameBytes) of A-Z a-z 0-9 _ -, not only digits, and no - in front")
    }
    return name
  }
}
