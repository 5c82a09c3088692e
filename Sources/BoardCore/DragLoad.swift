/// Something brought from outside: a text and the type it declares.
public struct DragParcel: Hashable, Sendable {
  public let type: String
  public let text: Text

  public init(type: String, _ text: Text) {
    self.type = type
    self.text = text
  }
}

/// What a drag carries, where it comes from, and what may be done with it.
public struct DragLoad: Hashable, Sendable {
  /// Where the items are until they are dropped.
  public enum Source: Hashable, Sendable {
    /// They stand on the board.
    case board
    /// They come from outside. Each has a name set aside on the board.
    case outside([ItemID: DragParcel])
  }

  /// The type of a board's own items.
  public static let boardItemType = "item"

  /// The board the drag began on.
  public let board: BoardName
  public internal(set) var items: [ItemID] {
    didSet { group = ItemGroup(items) }
  }
  /// The same items, without their order.
  private(set) var group: ItemGroup
  public internal(set) var source: Source
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

  /// Whether a drop on that board could be a move.
  func isAtHome(on board: BoardName) -> Bool { board == self.board && !isExternal }

  func type(of item: ItemID) -> String {
    switch source {
    case .board: Self.boardItemType
    case .outside(let parcels): parcels[item]?.type ?? Self.boardItemType
    }
  }

  mutating func take(out gone: Set<ItemID>) {
    items.removeAll(where: gone.contains)
    if case .outside(let parcels) = source {
      source = .outside(parcels.filter { !gone.contains($0.key) })
    }
  }
}
