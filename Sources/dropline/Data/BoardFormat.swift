import ArgumentParser
import BoardModel
import BoardServer

/// The form of a file with a board.
enum BoardFormat: String, ExpressibleByArgument, CaseIterable {
  case board
  case markdown
  case csv
  case trello

  /// How the names of such files end.
  var ending: String {
    switch self {
    case .board: "board"
    case .markdown: "md"
    case .csv: "csv"
    case .trello: "json"
    }
  }

  /// The form that the name of a file says; `board` if it says none.
  init(ofFile path: String) {
    let endings: [String: BoardFormat] = [
      "md": .markdown, "markdown": .markdown, "csv": .csv, "json": .trello,
    ]
    let ending = path.lastIndex(of: ".").map { path[path.index(after: $0)...].lowercased() }
    self = ending.flatMap { endings[$0] } ?? .board
  }

  /// A board that was read, and what of the file is not on it, for people.
  typealias Reading = (file: BoardFile, leftOut: TrelloBoard.LeftOut)

  /// Reads a file of this form.
  ///
  /// - Throws: `Complaint` with the file and, if known, the line or the path of the value.
  func read(_ path: String) throws(Complaint) -> Reading {
    switch self {
    case .board: return (try BoardFile.read(path), .init())
    case .markdown:
      return try Self.read(path) { bytes throws(FileFault) in try MarkdownBoard(bytes).content }
    case .csv: return try Self.read(path) { bytes throws(FileFault) in try CSVBoard(bytes).content }
    case .trello:
      let name = try Self.boardName(ofFile: path)
      let bytes = try fileBytes(path)
      do throws(Complaint) {
        let board = try TrelloBoard(bytes)
        return (BoardFile(name, revision: 0, board.content), board.leftOut)
      } catch {
        throw Complaint("\(path): \(printable(error.description))")
      }
    }
  }

  private static func read(
    _ path: String, _ content: ([UInt8]) throws(FileFault) -> Content
  ) throws(Complaint) -> Reading {
    let name = try boardName(ofFile: path)
    let bytes = try fileBytes(path)
    do throws(FileFault) {
      return (BoardFile(name, revision: 0, try content(bytes)), .init())
    } catch {
      throw Complaint("\(path):\(error.line): \(error.reason)")
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
