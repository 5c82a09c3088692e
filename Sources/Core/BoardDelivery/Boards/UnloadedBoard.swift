import BoardJournal
import BoardModel
import BoardWire

/// A stored board that nobody has asked for since the start: only its row in the journal is known.
struct UnloadedBoard {
  let stored: StoredBoard
  private let title: String?
  /// Whether it was asked for and could not be read.
  var isDamaged = false

  init(stored: StoredBoard) {
    self.stored = stored
    title = stored.title
  }

  /// The bytes of its content, as a quota counts them; 0 if they are unknown.
  var bytes: Int { StoredCounts(stored.numbers)?.bytes ?? 0 }

  /// Whether the row of the board in a listing is known without loading it.
  var hasRow: Bool { isDamaged || StoredCounts(stored.numbers) != nil }

  var row: BoardsRow {
    let counts = StoredCounts(stored.numbers)
    return BoardsRow(
      stored.name, revision: stored.head, sections: counts?.sections ?? 0,
      items: counts?.items ?? 0, watchers: 0, title: title)
  }
}

extension StoredBoard {
  /// The title that the board has beside its name, among its policies; nil if it has none.
  package var title: String? {
    let line = policy.prefix { $0 != 0x0A }
    let read = line.withUnsafeBytes { Command($0)?.request }
    guard case .success(.policy(let request))? = read else { return nil }
    for case .title(let title) in request.settings { return title }
    return nil
  }
}
