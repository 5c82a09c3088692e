import BoardModel
import BoardServer
import BoardWire

/// A board that was read from a file.
struct ReadBoard {
  let file: BoardFile
  /// What of the file is not on the board.
  var leftOut = LeftOut()
  /// The lines below items that became lines of their texts.
  var nestedLines = 0

  init(_ name: BoardName, _ content: Content, title: String? = nil) {
    file = BoardFile(name, revision: 0, content, title: title)
  }

  init(_ name: BoardName, _ board: MarkdownBoard) {
    self.init(name, board.content, title: board.title)
    (leftOut, nestedLines) = (board.leftOut, board.nestedLines)
  }

  init(_ name: BoardName, _ board: TrelloBoard) {
    self.init(name, board.content, title: board.title)
    leftOut = board.leftOut
  }

  init(_ file: BoardFile) { self.file = file }

  /// The line for people.
  ///
  /// - Parameter place: Where the board is now, if not in a directory.
  func summary(at revision: Int, _ place: String = "") -> String {
    let called = file.shownTitle.map { "; its title is \"\(printable($0))\"" } ?? ""
    let nested =
      nestedLines > 0 ? "; \(counted(nestedLines, "nested line")) in the texts of items" : ""
    return "\(file.name): revision \(revision)\(place)\(called)\(nested)\(leftOut)"
  }

  /// The row for programs.
  func object(at revision: Int) -> JSONLine {
    var row = JSONLine(("board", file.name.string), ("rev", revision))
    for (name, value) in leftOut.members { row.add((name, value)) }
    if nestedLines > 0 { row.add(("nestedLines", nestedLines)) }
    if let title = file.shownTitle { row.add(("title", title)) }
    return row
  }
}

extension BoardFile {
  /// The policy that gives the board its title; nil if it has none beside its name.
  ///
  /// The title is one line, cut to the bytes that a title may have.
  var titleSetting: PolicySetting? {
    let scalars = (title ?? "").unicodeScalars.prefix(Limits.titleBytes).map { scalar in
      switch scalar.value {
      case 0...0x1F, 0x7F...0x9F, 0x2028...0x2029: " " as Unicode.Scalar
      case _: scalar
      }
    }
    var line = String(String.UnicodeScalarView(scalars))
    while line.utf8.count > Limits.titleBytes { line.removeLast() }
    let isTitle = line.contains { $0 != " " } && line != name.string
    return isTitle ? .title(line) : nil
  }

  /// The title that the board gets; nil if it has none beside its name.
  fileprivate var shownTitle: String? {
    if case .title(let title)? = titleSetting { title } else { nil }
  }
}
