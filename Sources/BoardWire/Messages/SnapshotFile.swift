import BoardModel

/// A board in a file: a snapshot as a server sends it behind `open`, and nothing else.
///
/// Drag sessions and selections that a recorded snapshot ends with are read over.
public struct SnapshotFile: Hashable, Sendable {
  public let board: BoardName
  public let revision: Int
  public let content: Content

  /// Reads a file.
  ///
  /// - Throws: `SnapshotFault` if it is no snapshot, or one that no board could have.
  public init(_ bytes: [UInt8]) throws(SnapshotFault) {
    var lines = FileLines()
    bytes.withUnsafeBytes { lines.read($0) }
    if let fault = lines.fault { throw fault }
    guard case .snapshot(let board, let revision, let content, _)? = lines.message else {
      throw SnapshotFault(line: lines.number + 1, reason: "the snapshot ends too early")
    }
    if let reason = content.fault {
      throw SnapshotFault(line: 1, reason: reason)
    }
    self.board = board
    self.revision = revision
    self.content = content
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

/// The lines of a file as they make a message.
private struct FileLines {
  private var reader = MessageReader()
  private(set) var number = 0
  private(set) var message: ServerMessage?
  private(set) var fault: SnapshotFault?

  mutating func read(_ bytes: UnsafeRawBufferPointer) {
    var framer = LineFramer.forServerLines
    framer.feed(bytes) { frame in
      number += 1
      take(frame)
      return fault == nil
    }
    if fault == nil, framer.finish() { fail("the last line has no line feed") }
  }

  private mutating func take(_ frame: LineFramer.Frame) {
    guard case .line(let line) = frame else { return fail("this line is not text") }
    guard message == nil else { return fail("nothing may follow the snapshot") }
    do throws(MalformedLine) {
      message = try reader.read(line)
    } catch {
      return fail("this line has no place here: \(error.line)")
    }
    if let message {
      guard case .snapshot = message else { return fail("this is no snapshot") }
    }
  }

  private mutating func fail(_ reason: String) {
    fault = SnapshotFault(line: max(1, number), reason: reason)
  }
}

extension Content {
  /// Why no board could have this content, or nil if one could.
  fileprivate var fault: String? {
    let items = reduce(0) { $0 + $1.items.count }
    if items > Limits.items { return "a board has at most \(Limits.items) items" }
    if count > Limits.sections { return "a board has at most \(Limits.sections) sections" }
    return isConsistent ? nil : "a section or an item occurs twice"
  }
}
