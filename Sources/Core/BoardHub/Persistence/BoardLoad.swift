import BoardJournal
import BoardModel

/// A board that is read from the journal, since a command needs it.
public final class BoardLoad: Job, @unchecked Sendable {
  /// The name of the board.
  public var name: BoardName { stored.name }
  /// Why it cannot be read; nil if it can.
  public var fault: JournalFault? {
    if case .failure(let fault)? = result { fault } else { nil }
  }

  private let stored: StoredBoard
  private let source: any BoardSource
  private let limits: HistoryLimits
  private let didLoad: (StoredBoard, Result<BoardReplay, JournalFault>) -> Void
  private var result: Result<BoardReplay, JournalFault>?

  /// - Parameter didLoad: Serves the board, refuses it from now on, or tries it again later.
  init(
    _ stored: StoredBoard, from source: any BoardSource, limits: HistoryLimits,
    then didLoad: @escaping (StoredBoard, Result<BoardReplay, JournalFault>) -> Void
  ) {
    (self.stored, self.source, self.limits, self.didLoad) = (stored, source, limits, didLoad)
    super.init()
  }

  override public var lane: Lane { .loads }

  override public func run() {
    super.run()
    result = BoardReplay.load(stored, from: source, limits: limits)
  }

  override func conclude() { result.map { didLoad(stored, $0) } }
}
