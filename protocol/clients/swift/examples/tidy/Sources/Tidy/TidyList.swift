import BoardClient
import Foundation
import Synchronization

/// An app that follows a list, and has no text on it twice: of two equal items it deletes the later one, but never while
/// somebody drags it.
public final class TidyList: Sendable {
  private let shown = Mutex<[[String]]>([])

  /// What the app shows: the texts of each section.
  public var texts: [[String]] { shown.withLock { $0 } }

  /// Follows a board of a server until the process ends.
  public init(of board: BoardName, at port: UInt16) {
    Thread.detachNewThread { [self] in
      do { try follow(board, at: port) } catch { print("tidy: \(error)") }
    }
  }

  private func follow(_ board: BoardName, at port: UInt16) throws {
    let loop = try EventLoop()
    let connection = Connection(to: "127.0.0.1", port: port, board: board, as: "tidy", on: loop)
    let tidier = Tidier { texts in self.shown.withLock { $0 = texts } }
    connection.delegate = tidier
    try connection.open()
    loop.run()
  }
}

/// What the app does on the thread of its connection.
private final class Tidier: ConnectionDelegate {
  private let show: ([[String]]) -> Void

  init(_ show: @escaping ([[String]]) -> Void) { self.show = show }

  func connection(_ connection: Connection, didChange state: Connection.State) {
    didChange(connection)
  }

  func boardDidReload(_ connection: Connection) { didChange(connection) }

  func board(_ connection: Connection, performBatchUpdates update: ViewUpdate) {
    didChange(connection)
  }

  func connection(
    _ connection: Connection, dragSessionDidEnd session: SessionID, outcome: ReportedOutcome?
  ) {
    didChange(connection)
  }

  private func didChange(_ connection: Connection) {
    let sections = connection.replica.shown.content
    show(sections.map { $0.items.map(\.text.string) })
    // What came while it was away it sees before it can answer.
    guard connection.state == .live else { return }
    let held = Set(connection.replica.drags.values.flatMap(\.items))
    var texts: Set<Text> = []
    let extra = sections.flatMap(\.items).filter { !texts.insert($0.text).inserted }
    for item in extra where !held.contains(item.id) {
      // A refusal puts it back, and the next change tries again.
      _ = try? connection.make(.delete([item.id]))
    }
  }
}
