import BoardModel

/// What a listing holds, as many rows as it may have.
public struct Listing<Row: Hashable & Sendable>: Hashable, Sendable {
  public var rows: [Row]
  /// Whether there is more than is listed.
  public var hasMore: Bool

  public init(_ rows: [Row], hasMore: Bool = false) {
    self.rows = rows
    self.hasMore = hasMore
  }
}

extension LineCoder where Self: ~Copyable {
  /// A list under a key, left out if it is empty.
  mutating func list<Element: WireValue>(
    _ name: StaticString, _ value: [Element]?
  ) throws(Failure) -> [Element] {
    try key(name, value?.isEmpty == true ? nil : value) ?? []
  }

  /// The operations that a session allows, left out if there are none.
  mutating func operations(_ value: DropOperations?) throws(Failure) -> DropOperations {
    try key("ops", value == DropOperations.none ? nil : value) ?? .none
  }
}
