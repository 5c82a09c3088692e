import BoardHub
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
    let called = file.title.map { "; its title is \"\(printable($0))\"" } ?? ""
    let nested =
      nestedLines > 0 ? "; \(counted(nestedLines, "nested line")) in the texts of items" : ""
    return "\(file.name): revision \(revision)\(place)\(called)\(nested)\(leftOut)"
  }

  /// The row for programs.
  func object(at revision: Int) -> JSONLine {
    var row = JSONLine(("board", file.name.string), ("rev", revision))
    for (name, value) in leftOut.members { row.add((name, value)) }
    if nestedLines > 0 { row.add(("nestedLines", nestedLines)) }
    if let title = file.title { row.add(("title", title)) }
    return row
  }
}

extension BoardFile {
  /// Reads a board file: the lines that a server sends after `open`.
  ///
  /// - Throws: `Complaint` with the file and, if known, the line.
  static func read(_ path: String) throws(Complaint) -> BoardFile {
    let bytes = try fileBytes(path)
    do throws(FileFault) { return try BoardFile(bytes) } catch {
      throw Complaint("\(path):\(error.line): \(printable(error.reason))")
    }
  }

  /// Reads a snapshot as a server sends it behind `open`, or one that was written by hand.
  ///
  /// By hand, counts may be left out or be `-`, ids may be `-`, blank lines may stand anywhere, and policies may
  /// name sections by their indices. Drag sessions and selections that a recorded snapshot ends with are read over.
  ///
  /// - Throws: `FileFault` if it is no snapshot, or one that no board could have.
  init(_ bytes: [UInt8]) throws(FileFault) {
    var lines = FileLines()
    bytes.withUnsafeBytes { lines.read($0) }
    if let fault = lines.fault { throw fault }
    guard let head = lines.rows.head else {
      throw FileFault(
        line: 1, reason: "there is no board; the first line is \(BoardFileHead.form)")
    }
    let content = lines.rows.content.withNewIDs
    self.init(
      head.board, revision: head.revision, content,
      policies: try lines.rows.settings.policies(of: content),
      fieldTypes: lines.rows.settings.types)
  }
}

extension Content {
  /// The content with ids for what has `-`, none of which it has already.
  var withNewIDs: Content {
    var (content, numbers) = (self, NewNumbers())
    content.fill(from: &numbers)
    return content
  }
}

/// Ids for what has none in a file.
private struct NewNumbers: NameSource {
  private var lastItem = 0
  private var lastSection = 0

  func itemID(before path: IndexPath) -> ItemID? { nil }
  func sectionID(before index: Int) -> SectionID? { nil }

  mutating func newItemID() -> ItemID {
    lastItem += 1
    return ItemID(unchecked: "i\(lastItem)")
  }

  mutating func newSectionID() -> SectionID {
    lastSection += 1
    return SectionID(unchecked: "s\(lastSection)")
  }
}

/// The lines of a file, as `LineFramer` cuts them.
private struct FileLines {
  private(set) var rows = BoardFileRows()
  private(set) var fault: FileFault?
  private var number = 0

  mutating func read(_ bytes: UnsafeRawBufferPointer) {
    var framer = LineFramer.forServerLines
    feed(bytes, to: &framer)
    // With counts, which no person writes, it is a line that was cut off.
    if fault == nil, framer.isInLine {
      if rows.head?.lines != nil {
        number += 1
        fail("the last line has no line feed")
      } else {
        [UInt8(0x0A)].withUnsafeBytes { feed($0, to: &framer) }
      }
    }
    guard fault == nil, let reason = rows.endFault else { return }
    fault = FileFault(line: rows.isTooShort ? number + 1 : rows.lineOfEndFault, reason: reason)
  }

  private mutating func feed(_ bytes: UnsafeRawBufferPointer, to framer: inout LineFramer) {
    framer.feed(bytes) { frame in
      number += 1
      take(frame)
      return fault == nil
    }
  }

  private mutating func take(_ frame: LineFramer.Frame) {
    switch frame {
    case .line(let line):
      if let reason = rows.read(line, number: number) { fail(reason) }
    case .failed(.controlByte):
      fail("the line has a tab or another control character, which is written \\t or \\u{HEX}")
    case .failed(let error): fail(error.inFile)
    case .answer, .quit, .foreign: fail("this line is not text")
    }
  }

  private mutating func fail(_ reason: String) {
    fault = FileFault(line: max(1, number), reason: reason)
  }
}
