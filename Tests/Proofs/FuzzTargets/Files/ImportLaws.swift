import BoardModel

@testable import dropline

/// Imports: a file that is read is written as a file that reads as the same, within the limits of a
/// board.
enum ImportLaws {
  static func checkMarkdown(_ bytes: [UInt8]) throws {
    guard let board = try? MarkdownBoard(bytes) else { return }
    let file = MarkdownBoard.file(of: board.content, titled: board.title)
    try check(board.content, file) { try MarkdownBoard($0).content }
    try require(try MarkdownBoard(Array(file.utf8)).title == board.title, "another title: \(file)")
  }

  static func checkCSV(_ bytes: [UInt8]) throws {
    guard let content = try? CSVBoard(bytes).content else { return }
    try check(content, CSVBoard.file(of: content)) { try CSVBoard($0).content }
  }

  static func checkTrello(_ bytes: [UInt8]) throws {
    guard let content = try? TrelloBoard(bytes).content else { return }
    try check(content, TrelloBoard.file(of: content, named: "b")) { try TrelloBoard($0).content }
  }

  private static func check(
    _ content: Content, _ file: String, _ read: ([UInt8]) throws -> Content
  ) throws {
    try require(content.isConsistent, "an id is there twice")
    for section in content {
      try require(section.title.byteCount <= Limits.titleBytes, "a title is too long")
      for item in section.items {
        try require(item.text.byteCount <= Limits.textBytes, "a text is too long")
      }
    }
    let again: Content
    do { again = try read(Array(file.utf8)) } catch {
      throw BrokenLaw("\(file) is written and cannot be read: \(error)")
    }
    try require(again == content, "\(content) became \(again) by \(file)")
  }
}
