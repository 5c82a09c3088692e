import BoardAuthority
import BoardModel
import BoardWire

/// A short body for a revision of many edits that follow from what the journal has already.
///
/// So `clear`, `undo` and `redo` write a line, however many items they delete or restore.
enum JournalShorthand: Equatable {
  /// The inverse of the edits of another revision, the last one first: `revert REV`.
  case revert(Int)
  /// The deletes of so many items of a section from a path on, the last item first:
  /// `delete-items PATH N`.
  case deleteItems(IndexPath, count: Int)

  private static let verbs = ["revert ", "delete-items "]

  /// Fewer deletes are written as rows.
  private static let leastCount = 16

  /// The shorthand of a revision, if there is one.
  ///
  /// - Parameter snapshot: The revision of the newest snapshot. A revision up to it may go from the
  ///   journal before this one, which must then not refer to it.
  init?(_ revision: Revision, after snapshot: Int) {
    if revision.isInverse, let reverted = revision.note.origin.reverted, reverted > snapshot {
      self = .revert(reverted)
      return
    }
    guard let first = revision.edits.lastDelete, revision.edits.count >= Self.leastCount,
      revision.edits.isRunOfDeletes(downTo: first)
    else { return nil }
    self = .deleteItems(first, count: revision.edits.count)
  }

  /// Reads a body; nil if it is the rows of edits.
  init?(_ body: [UInt8]) {
    guard body.last == 0x0A, Self.verbs.contains(where: { body.starts(with: $0.utf8) }) else {
      return nil
    }
    let words = body.dropLast().split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
    let numbers = words.dropFirst().flatMap { $0.split(separator: ".") }.compactMap { UInt32($0) }
      .map { Int($0) }
    switch (words.first, numbers.count) {
    case ("revert", 1): self = .revert(numbers[0])
    case ("delete-items", 3):
      self = .deleteItems([numbers[0], numbers[1]], count: numbers[2])
    default: return nil
    }
  }

  var body: [UInt8] {
    switch self {
    case .revert(let revision): Array("revert \(revision)\n".utf8)
    case .deleteItems(let path, let count): Array("delete-items \(path) \(count)\n".utf8)
    }
  }

  /// The edits that it stands for on a board as it is; nil if they are not possible there.
  func edits(on board: borrowing Board, _ log: RevisionLog) -> [Edit]? {
    switch self {
    case .revert(let revision):
      guard log.contains(revision - 1), revision <= log.head else { return nil }
      return log.edits(from: revision - 1, to: revision).inverse
    case .deleteItems(let first, let count):
      let end = first.item + count
      guard board.hasSection(at: first.section),
        end <= board.itemCount(in: first.section)
      else { return nil }
      return (first.item..<end).reversed().map { index in
        let path = IndexPath(section: first.section, item: index)
        return .deleteItem(board.item(at: path), at: path)
      }
    }
  }
}

extension Revision {
  /// The body of the revision in the journal: each edit as the rows of a batch of its own, or a
  /// shorthand. So a start makes the very same edits again, which composing them into one batch would
  /// not always allow.
  func journalBody(after snapshot: Int) -> [UInt8] {
    JournalShorthand(self, after: snapshot)?.body ?? rows
  }

  /// The rows of the revision; nil if a shorthand is shorter.
  package func journalRows(after snapshot: Int) -> [UInt8]? {
    JournalShorthand(self, after: snapshot) == nil ? rows : nil
  }

  private var rows: [UInt8] {
    var buffer = WireBuffer()
    for edit in edits { buffer.append(rows: BatchUpdate(edit)) }
    return buffer.bytes
  }
}

extension [Edit] {
  /// The path of the last edit if that deletes an item.
  fileprivate var lastDelete: IndexPath? {
    guard case .deleteItem(_, let path)? = last else { return nil }
    return path
  }

  /// Whether all edits delete items of one section, from the last one to this path without a gap.
  fileprivate func isRunOfDeletes(downTo first: IndexPath) -> Bool {
    var expected = IndexPath(section: first.section, item: first.item + count)
    return allSatisfy { edit in
      expected.item -= 1
      guard case .deleteItem(_, expected) = edit else { return false }
      return true
    }
  }
}

// Where a revision came from, as the journal writes it: `d7`, `undo 41`, `redo 41`.

extension RevisionOrigin {
  /// The origin in words, or nil if it is a plain command.
  var word: String? {
    switch self {
    case .command: nil
    case .drag(let session): "\(session)"
    case .undo(let revision): "undo \(revision)"
    case .redo(let revision): "redo \(revision)"
    }
  }

  /// Reads an origin; nil if it is nothing that a hub writes.
  init?(word: String?) {
    guard let word else {
      self = .command
      return
    }
    let parts = word.split(separator: " ")
    let number = parts.count > 1 ? Int(parts[1]) : nil
    switch (parts.first, number) {
    case ("undo", let revision?): self = .undo(of: revision)
    case ("redo", let revision?): self = .redo(of: revision)
    case (let session?, _):
      guard session.first == "d", let number = Int(session.dropFirst()) else { return nil }
      self = .drag(SessionID(number))
    default: return nil
    }
  }
}
