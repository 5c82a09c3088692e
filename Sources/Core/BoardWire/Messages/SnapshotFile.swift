import BoardModel

/// A board in a file: a snapshot as a server sends it behind `open`, or one that was written by hand.
///
/// By hand, counts may be left out or be `-`, ids may be `-`, and blank lines may stand anywhere. Drag
/// sessions and selections that a recorded snapshot ends with are read over.
public struct SnapshotFile: Hashable, Sendable {
  public let board: BoardName
  /// 0 if the file names none.
  public let revision: Int
  public let content: Content

  /// Reads a file.
  ///
  /// - Throws: `SnapshotFault` if it is no snapshot, or one that no board could have.
  public init(_ bytes: [UInt8]) throws(SnapshotFault) {
    var lines = FileLines()
    bytes.withUnsafeBytes { lines.read($0) }
    if let fault = lines.fault { throw fault }
    guard let head = lines.head else {
      throw SnapshotFault(
        line: 1, reason: "there is no board; the first line is \(SnapshotFileHead.form)")
    }
    var content = lines.content
    var numbers = NewNumbers()
    content.fill(from: &numbers)
    board = head.board
    revision = head.revision
    self.content = content.content
  }

  /// Reads a file that is at hand as text.
  ///
  /// - Throws: `SnapshotFault`, as for bytes.
  public init(text: String) throws(SnapshotFault) {
    try self.init(Array(text.utf8))
  }
}

/// Where a file is no snapshot, and why.
public struct SnapshotFault: Error, Hashable, Sendable {
  /// The number of the line, from 1.
  public let line: Int
  public let reason: String
}

/// The lines of a file, as `LineFramer` cuts them.
private struct FileLines {
  private var rows = SnapshotFileRows()
  private(set) var fault: SnapshotFault?
  private var number = 0

  var head: SnapshotFileHead? { rows.head }
  var content: ContentBlock { rows.content }

  mutating func read(_ bytes: UnsafeRawBufferPointer) {
    var framer = LineFramer.forServerLines
    feed(bytes, to: &framer)
    // With counts, which no person writes, it is a line that was cut off.
    if fault == nil, framer.isInLine {
      if head?.lines != nil {
        number += 1
        fail("the last line has no line feed")
      } else {
        [UInt8(0x0A)].withUnsafeBytes { feed($0, to: &framer) }
      }
    }
    guard fault == nil, let head, let reason = rows.endFault else { return }
    let isTooShort = head.lines.map { rows.count < $0 } ?? false
    fault = SnapshotFault(line: isTooShort ? number + 1 : rows.lineOfEndFault, reason: reason)
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
    case .failed(let error): fail(Sentences.inFile(error))
    case .answer, .quit, .foreign: fail("this line is not text")
    }
  }

  private mutating func fail(_ reason: String) {
    fault = SnapshotFault(line: max(1, number), reason: reason)
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
