import BoardModel

/// The changes of a list view to show the next board, legal for UIKit's `performBatchUpdates` as
/// they are.
///
/// There are two index spaces. *Before*: deletes, reloads and the sources of moves, counted on what
/// the view shows. *After*: inserts and the destinations of moves, counted on `Replica.shown`.
/// Items of an inserted or deleted section have no rows of their own.
public struct ViewUpdate: Hashable, Sendable {
  /// A section that is moved.
  public struct SectionMove: Hashable, Sendable {
    /// The index before.
    public var from: Int
    /// The index after.
    public var to: Int

    public init(from: Int, to: Int) {
      self.from = from
      self.to = to
    }
  }

  /// An item that is moved.
  public struct ItemMove: Hashable, Sendable {
    /// The path before.
    public var from: IndexPath
    /// The path after.
    public var to: IndexPath

    public init(from: IndexPath, to: IndexPath) {
      self.from = from
      self.to = to
    }
  }

  /// A provisional id of an own item or section and the server's id that replaces it. Nothing
  /// visible changes, so there is no row for it.
  public enum Renaming: Hashable, Sendable {
    case item(ItemID, to: ItemID)
    case section(SectionID, to: SectionID)
  }

  /// The indices before.
  public var deletedSections: [Int] = []
  /// The indices after.
  public var insertedSections: [Int] = []
  public var movedSections: [SectionMove] = []
  /// The indices before. Such a section has a new title, or lost all its items at once; it then has
  /// no rows of its own.
  public var reloadedSections: [Int] = []
  /// The paths before.
  public var deletedItems: [IndexPath] = []
  /// The paths after.
  public var insertedItems: [IndexPath] = []
  public var movedItems: [ItemMove] = []
  /// The paths before.
  public var reloadedItems: [IndexPath] = []
  /// The paths before of items with other fields and the same text: the cell stays (UIKit's `reconfigureItems`).
  public var reconfiguredItems: [IndexPath] = []
  /// The replaced provisional ids; not visible.
  public var renamings: [Renaming] = []

  public init() {}

  /// Whether the update has no rows.
  public var hasNoRows: Bool {
    deletedSections.isEmpty && insertedSections.isEmpty && movedSections.isEmpty
      && reloadedSections.isEmpty && deletedItems.isEmpty && insertedItems.isEmpty
      && movedItems.isEmpty && reloadedItems.isEmpty && reconfiguredItems.isEmpty
  }
}

/// What the rows of a view need to know of the board after: counts, and no items.
struct ShownCounts: BoardContent {
  let board: Board

  var hasFields: Bool { false }
  var sectionCount: Int { board.sectionCount }
  func itemCount(in section: Int) -> Int { board.itemCount(in: section) }
  func item(at path: IndexPath) -> Item { board.item(at: path) }
  func sectionID(at index: Int) -> SectionID { board.sectionID(at: index) }
  func title(at index: Int) -> Text { board.title(at: index) }
  func sectionContent(at index: Int) -> Section { Section(id: sectionID(at: index), title: "") }
}

extension ViewUpdate {
  /// Converts a legal batch into an update.
  ///
  /// - Parameter after: The board after.
  /// - Complexity: O(rows log rows).
  init(_ batch: BatchUpdate, leadingTo after: Board) {
    deletedSections = batch.deletedSections.map(\.index)
    insertedSections = batch.insertedSections.map(\.index)
    movedSections = batch.movedSections.map { SectionMove(from: $0.source, to: $0.destination) }
    reloadedSections = batch.reloadedSections.map(\.index)
    deletedItems = batch.deletes.map(\.path)
    insertedItems = batch.inserts.map(\.path)
    movedItems = batch.moves.map { ItemMove(from: $0.source, to: $0.destination) }
    reloadedItems = batch.reloads.map(\.path)
    reconfiguredItems = batch.reconfigures.map(\.path)
    reloadEmptied(on: after)
  }

  /// Replaces the deletes of each section that lost all its items, and gained none, by one reload.
  ///
  /// A reload combined with moves is known to crash (rule H2), so nothing is replaced if the update
  /// has moves. Without moves, a section that is empty after was emptied by its deletes alone.
  private mutating func reloadEmptied(on after: Board) {
    guard movedItems.isEmpty, movedSections.isEmpty else { return }
    let emptied = Set(emptied(among: Set(deletedItems.map(\.section)), on: after))
    guard !emptied.isEmpty else { return }
    deletedItems.removeAll { emptied.contains($0.section) }
    reloadedItems.removeAll { emptied.contains($0.section) }
    reconfiguredItems.removeAll { emptied.contains($0.section) }
    reloadedSections = (reloadedSections + emptied).sorted()
  }

  /// The sections among these that have no items after.
  private func emptied(among sections: Set<Int>, on after: Board) -> [Int] {
    var deleted = deletedSections.sorted()[...]
    var inserted = insertedSections.sorted()[...]
    var gone = 0
    var come = 0
    return sections.sorted().filter { section in
      while let next = deleted.first, next < section {
        gone += 1
        deleted.removeFirst()
      }
      while let next = inserted.first, next <= section - gone + come {
        come += 1
        inserted.removeFirst()
      }
      return after.itemCount(in: section - gone + come) == 0
    }
  }
}

extension ViewUpdate {
  /// The path after of the item at a path before. Of an item that is deleted it is the path of the gap, which follows the
  /// item on its right as in 6.6.
  ///
  /// A view has this for a row that it names without its item, since that is not here yet.
  ///
  /// - Returns: nil if its section is deleted.
  /// - Complexity: O(rows log rows).
  public func path(after path: IndexPath) -> IndexPath? {
    if let move = movedItems.first(where: { $0.from == path }) { return move.to }
    guard let section = section(after: path.section) else { return nil }
    let removed = (deletedItems + movedItems.map(\.from)).count {
      $0.section == path.section && $0.item < path.item
    }
    let inserted = (insertedItems + movedItems.map(\.to)).filter { $0.section == section }
    return IndexPath(
      section: section, item: (path.item - removed).among(inserted.map(\.item)))
  }

  /// The index after of the section at an index before; nil if it is deleted.
  ///
  /// - Complexity: O(rows log rows).
  public func section(after index: Int) -> Int? {
    if let move = movedSections.first(where: { $0.from == index }) { return move.to }
    if deletedSections.contains(index) { return nil }
    let removed = (deletedSections + movedSections.map(\.from)).count { $0 < index }
    return (index - removed).among(insertedSections + movedSections.map(\.to))
  }
}

extension Int {
  /// The index of what has so many others in front of it, if these indices are inserted.
  fileprivate func among(_ inserted: [Int]) -> Int {
    inserted.sorted().reduce(self) { $1 <= $0 ? $0 + 1 : $0 }
  }
}
