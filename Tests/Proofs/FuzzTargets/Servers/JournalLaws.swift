import BoardDelivery
import BoardJournal
import BoardModel
import BoardWire

/// Replaying a journal: rows that do not fit end the replay, and all others lead to a board.
enum JournalLaws {
  private static let name: BoardName = "b"
  private static let content = """
    section s1 3 One
    item i1 a
    item i2 b
    item i3
    section s2 2 Two
    item i4 c
    item i5 d
    section s3 0

    """

  /// - Parameter bytes: The bodies of revisions, separated by empty lines.
  static func check(_ bytes: [UInt8]) throws {
    var replay = BoardReplay(of: StoredBoard(name: name, head: 1_000))
    try replay.apply(.snapshot(revision: 1, body: Array(content.utf8)))
    var revision = 1
    for body in bodies(of: bytes) {
      do {
        try replay.apply(.revision(step(from: revision, body)))
      } catch { return }
      revision += 1
      try BoardFileLaws.reread(replay.snapshot)
    }
  }

  private static func step(from revision: Int, _ body: [UInt8]) -> JournalRevision {
    JournalRevision(
      board: name, from: revision, to: revision + 1, at: 0, client: "ann",
      origin: nil, body: body)
  }

  private static func bodies(of bytes: [UInt8]) -> [[UInt8]] {
    var bodies: [[UInt8]] = [[]]
    for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      if line.isEmpty { bodies.append([]) } else { bodies[bodies.count - 1] += line + [0x0A] }
    }
    return bodies.filter { !$0.isEmpty }
  }
}
