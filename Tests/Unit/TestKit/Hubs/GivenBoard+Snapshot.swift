import BoardModel
import BoardWire
import Transcripts

extension GivenBoard {
  /// The board of a transcript, as a client reads it.
  package struct Snapshot {
    package let name: BoardName
    package let revision: Int
    package let content: Content
  }

  private struct UnfinishedSnapshot: Error { let board: String }

  /// - Throws: If the lines are no snapshot.
  package func snapshot() throws -> Snapshot {
    let sections = lines.count { $0.hasPrefix("section ") }
    var reader = MessageReader()
    for line in ["board \(name) \(revision) \(sections) \(lines.count)"] + lines {
      let message = try Array(line.utf8).withUnsafeBytes { try reader.read($0) }
      if case .snapshot(let name, let revision, let content, _)? = message {
        return Snapshot(name: name, revision: revision, content: content)
      }
    }
    throw UnfinishedSnapshot(board: name)
  }
}
