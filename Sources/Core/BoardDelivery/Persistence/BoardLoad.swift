import BoardJournal
import BoardModel

/// A board that is read from the journal, since a command needs it.
package final class BoardLoad: JobWork {
  /// The name of the board.
  package var name: BoardName { stored.name }
  /// Why it cannot be read; nil if it can.
  package var fault: JournalFault? {
    if case .failure(let fault)? = result { fault } else { nil }
  }

  private let stored: StoredBoard
  private let source: any BoardSource
  private let limits: HistoryLimits
  private let didLoad: (StoredBoard, Result<BoardReplay, JournalFault>) -> Void
  private var result: Result<BoardReplay, JournalFault>?

  /// - Parameter didLoad: Serves the board, refuses it from now on, or tries it again later.
  package init(
    _ stored: StoredBoard, from source: any BoardSource, limits: HistoryLimits,
    then didLoad: @escaping (StoredBoard, Result<BoardReplay, JournalFault>) -> Void
  ) {
    (self.stored, self.source, self.limits, self.didLoad) = (stored, source, limits, didLoad)
  }

  package var lane: Job.Lane { .loads }

  package func run() {
    result = BoardReplay.load(stored, from: source, limits: limits)
  }

  package func conclude() { result.map { didLoad(stored, $0) } }
}
