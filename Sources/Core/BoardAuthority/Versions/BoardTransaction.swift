import BoardModel

/// A versioned board during a transaction: each change is recorded as an edit.
public struct BoardTransaction: ~Copyable {
  private let versions: VersionedBoard
  /// The board with all that was done so far.
  public private(set) var board: Board
  private let numbers: Board.NextNumbers
  /// The counts before, to check a rollback.
  private let counts: (items: Int, sections: Int)
  /// The bytes before.
  private let bytes: Int
  /// What was done so far. Each edit holds on the board that the one before it left.
  public private(set) var edits: [Edit] = []
  /// The most fields, and the most bytes of fields, that an item has by `setFields`, and how many edits that made.
  private var set = (count: 0, bytes: 0, edits: 0)

  init(on versions: VersionedBoard) {
    self.versions = versions
    board = versions.takeBoard()
    numbers = board.nextNumbers
    counts = (board.itemCount, board.sectionCount)
    bytes = board.quotaBytes
  }

  public mutating func newItemID() -> ItemID { board.newItemID() }

  public mutating func newSectionID() -> SectionID { board.newSectionID() }

  /// Applies an edit, which must hold on the board.
  public mutating func apply(_ edit: Edit) {
    board.apply(edit)
    record(edit)
  }

  /// Applies an edit if it holds on the board.
  ///
  /// - Returns: Whether it does.
  public mutating func applyIfHolding(_ edit: Edit) -> Bool {
    guard board.applyIfHolding(edit) else { return false }
    record(edit)
    return true
  }

  /// Applies edits, each of which must hold on the board that the one before it left.
  public mutating func apply(_ edits: [Edit]) {
    board.apply(edits)
    self.edits += edits
  }

  /// Moves items, which must be on the board, one behind the other to a valid destination.
  ///
  /// - Parameter destination: As `Board.move(_:to:)` counts it.
  public mutating func move(_ items: [ItemID], to destination: IndexPath) {
    change { board throws(BoardError) in try board.move(items, to: destination) }
  }

  /// Sets the text of an item, which must be on the board; there is no edit if it has that text.
  public mutating func setText(of item: ItemID, to text: Text) {
    change { board throws(BoardError) in try board.setText(of: item, to: text).map { [$0] } ?? [] }
  }

  /// Changes fields of items; there is no edit for one that has these values.
  ///
  /// - Returns: The first one that is not on the board, behind which none is changed; nil if all are.
  public mutating func setFields(of items: Few<ItemID>, _ changes: FieldChanges) -> ItemID? {
    for item in items {
      do throws(BoardError) {
        guard let (edit, count, bytes) = try board.setFields(of: item, changes) else { continue }
        record(edit)
        set = (max(set.count, count), max(set.bytes, bytes), set.edits + 1)
      } catch {
        return item
      }
    }
    return nil
  }

  /// Deletes items, which must be on the board.
  public mutating func delete(_ items: [ItemID]) {
    change { board throws(BoardError) in
      var edits: [Edit] = []
      for item in items { edits.append(try board.deleteItem(item)) }
      return edits
    }
  }

  /// Applies an undo that was made for the board as it is now.
  public mutating func apply(_ undo: Undo) {
    change { board throws(BoardError) in undo.apply(to: &board) }
  }

  /// Deletes the sections that lost their last item so far, if their policy says so.
  public mutating func deleteEmptiedSections() {
    if versions.policies.removesEmptySections {
      apply(versions.policies.emptied(by: edits, on: board))
    }
  }

  /// Makes a change of what is on the board.
  private mutating func change(_ body: (inout Board) throws(BoardError) -> [Edit]) {
    do throws(BoardError) {
      let made = try body(&board)
      // Most often they are the first ones: then there is nothing to copy them behind.
      if edits.isEmpty { edits = made } else { edits += made }
    } catch {
      preconditionFailure("what was resolved is on the board: \(error)")
    }
  }

  /// Notes an edit that was made. Most often it is the only one, for which no more room is taken.
  private mutating func record(_ edit: Edit) {
    if edits.isEmpty { edits = [edit] } else { edits.append(edit) }
  }

  /// The bytes by which the board has grown.
  var growth: Int { board.quotaBytes - bytes }

  func requireLimits() throws(Refusal) {
    let growth = growth
    if growth > 0 {
      if bytes + growth > versions.byteLimit {
        throw .exceeded(.boardBytes, max: versions.byteLimit)
      }
      try versions.quota?.requireRoom(for: growth)
    }
    try Fields.requireLimits(count: set.count, bytes: set.bytes)
    if set.edits < edits.count, board.hasFields { try requireFieldLimits() }
    if board.itemCount > Limits.items { throw .exceeded(.items) }
    if board.sectionCount > Limits.sections { throw .exceeded(.sections) }
  }

  /// - Complexity: O(edits, and the items of inserted sections).
  private func requireFieldLimits() throws(Refusal) {
    for edit in edits {
      switch edit {
      case .reconfigureItem(let id, _, _, _): try board.fields(of: id).requireLimits()
      case .insertItem(let item, _): try item.fields.requireLimits()
      case .insertSection(let section, _):
        for item in section.items { try item.fields.requireLimits() }
      case .deleteItem, .moveItem, .reloadItem, .deleteSection, .moveSection, .reloadSection: break
      }
    }
  }

  mutating func rollBack() {
    for edit in edits.reversed() { board.apply(edit.inverse) }
    edits = []
    board.nextNumbers = numbers
    assert(counts == (board.itemCount, board.sectionCount), "a rollback reverts every edit")
  }
}

extension Fields {
  /// Makes sure that an item may have so many fields, and so long ones.
  func requireLimits() throws(Refusal) { try Self.requireLimits(count: count, bytes: byteCount) }

  fileprivate static func requireLimits(count: Int, bytes: Int) throws(Refusal) {
    if count > Limits.itemFields { throw .exceeded(.itemFields) }
    if bytes > Limits.fieldBytes { throw .exceeded(.fieldBytes) }
  }
}
