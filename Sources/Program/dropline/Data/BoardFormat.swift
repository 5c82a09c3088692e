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

  /// Reads a file of this form.
  ///
  /// - Parameter isLenient: Whether Markdown may have what a board has not.
  /// - Throws: `Complaint` with the file and, if known, the line or the path of the value.
  func read(_ path: String, isLenient: Bool = false) throws(Complaint) -> ReadBoard {
    switch self {
    case .board: return ReadBoard(try BoardFile.read(path))
    case .markdown:
      return try Self.read(path) { name, bytes throws(FileFault) in
        ReadBoard(name, try MarkdownBoard(bytes, isLenient: isLenient))
      }
    case .csv:
      return try Self.read(path) { name, bytes throws(FileFault) in
        ReadBoard(name, try CSVBoard(bytes).content)
      }
    case .trello:
      let name = try Self.boardName(ofFile: path)
      let bytes = try fileBytes(path)
      do throws(Complaint) { return ReadBoard(name, try TrelloBoard(bytes)) } catch {
        throw Complaint("\(path): \(printable(error.description))")
      }
    }
  }

  private static func read(
    _ path: String, _ board: (BoardName, [UInt8]) throws(FileFault) -> ReadBoard
  ) throws(Complaint) -> ReadBoard {
    let name = try boardName(ofFile: path)
    let bytes = try fileBytes(path)
    do throws(FileFault) { return try board(name, bytes) } catch {
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

extension Fields {
  /// What is wrong with the fields of an item of a file; nil if a board may have them.
  var fileFault: String? {
    if let field = first(where: { $0.value.byteCount > Limits.fieldValueBytes }) {
      return "the value of a field has at most \(Limits.fieldValueBytes) bytes, and \(field.name) "
        + "has \(field.value.byteCount)"
    }
    if count > Limits.itemFields {
      return "an item has at most \(Limits.itemFields) fields, and this one has \(count)"
    }
    return byteCount > Limits.fieldBytes
      ? "the fields of an item have at most \(Limits.fieldBytes) bytes with their names, each counted "
        + "as 2 more" : nil
  }

  /// Whether the item is done, as a box of a task list and Trello say it.
  var isDone: Bool { self["done"] == "yes" }
}
