import BoardModel
import BoardWire
import CheckedClients
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
    guard case .snapshot(let name, let revision, let content, _)? = try ServerMessage(snapshotLines)
    else { throw UnfinishedSnapshot(board: name) }
    return Snapshot(name: name, revision: revision, content: content)
  }
}
