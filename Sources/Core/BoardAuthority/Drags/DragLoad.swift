import BoardModel

/// The items of a drag, their source, and the allowed operations.
///
/// A load is immutable, so a session and its events share one object.
public final class DragLoad: Sendable {
  /// Where the items are before the drop.
  public enum Source: Hashable, Sendable {
    /// They are on the board.
    case board
    /// They come from outside. Each has an id reserved on the board.
    case outside([ItemID: DragParcel])
  }

  /// The type of a board's own items.
  public static let boardItemType = "item"

  /// The board the drag began on.
  public let board: BoardName
  public let items: [ItemID]
  /// The same items, without their order.
  let group: ItemGroup
  public let source: Source
  public let operations: DropOperations
  /// Whether the items may not leave their board.
  public let isLocal: Bool

  public init(
    _ items: [ItemID], on board: BoardName, source: Source = .board,
    operations: DropOperations = .all, isLocal: Bool = false
  ) {
    self.items = items
    group = ItemGroup(items)
    self.board = board
    self.source = source
    self.operations = operations
    self.isLocal = isLocal
  }

  public var isExternal: Bool {
    switch source {
    case .board: false
    case .outside: true
    }
  }

  /// The number of items from outside.
  var externalCount: Int { isExternal ? items.count : 0 }

  /// Whether a drop on that board could be a move.
  func isAtHome(on board: BoardName) -> Bool { board == self.board && !isExternal }

  /// What an item of the load brings from outside, or nil if it is on the board.
  public func parcel(of item: ItemID) -> DragParcel? {
    switch source {
    case .board: nil
    case .outside(let parcels): parcels[item]
    }
  }

  func type(of item: ItemID) -> String { parcel(of: item)?.type ?? Self.boardItemType }

  /// The same load with more items, and with the parcels of those from outside.
  public func adding(_ more: [ItemID], parcels: [ItemID: DragParcel]) -> DragLoad {
    switch source {
    case .board: with(items + more, from: .board)
    case .outside(let old): with(items + more, from: .outside(old.merging(parcels) { $1 }))
    }
  }

  /// The same load without some items.
  public func removing(_ gone: Set<ItemID>) -> DragLoad {
    let left = items.filter { !gone.contains($0) }
    return switch source {
    case .board: with(left, from: .board)
    case .outside(let old): with(left, from: .outside(old.filter { !gone.contains($0.key) }))
    }
  }

  /// The same load with a new name of its board.
  func renaming(to board: BoardName) -> DragLoad {
    DragLoad(items, on: board, source: source, operations: operations, isLocal: isLocal)
  }

  private func with(_ items: [ItemID], from source: Source) -> DragLoad {
    DragLoad(items, on: board, source: source, operations: operations, isLocal: isLocal)
  }
}

extension DragLoad: Hashable {
  public static func == (a: DragLoad, b: DragLoad) -> Bool {
    a === b
      || a.board == b.board && a.items == b.items && a.source == b.source
        && a.operations == b.operations && a.isLocal == b.isLocal
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(board)
    hasher.combine(items)
  }
}
