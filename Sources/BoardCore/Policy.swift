/// What a section lets happen to it, all keys settled. Source: `protocol/specification.md`, 8.7.
public struct Policy: Hashable, Sendable {
  /// What becomes of a section whose last item leaves.
  public enum Empty: String, Hashable, Sendable {
    case keep
    case remove
  }

  public var operations: DropOperations = .all
  public var isDraggable = true
  public var isLocalOnly = false
  public var maxItems: Int?
  /// The accepted item types, or nil for any.
  public var types: [String]?
  /// The items the section may hold after a drop, or nil for any number.
  public var limit: Int?
  public var isPaused = false
  public var empty: Empty = .keep

  public init() {}
}

/// One key of a policy with its value, as `policy` sets it.
public enum PolicySetting: Hashable, Sendable {
  case operations(DropOperations)
  case draggable(Bool)
  case localOnly(Bool)
  case maxItems(Int?)
  case types([String]?)
  case limit(Int?)
  case paused(Bool)
  case empty(Policy.Empty)
  /// Takes a section's own setting of this key back.
  case inherit(PolicyKey)
}

/// The keys of a policy, as they are spelled on the wire.
public enum PolicyKey: String, CaseIterable, Hashable, Sendable {
  case operations = "ops"
  case draggable
  case localOnly = "local-only"
  case maxItems = "max-items"
  case types
  case limit
  case paused
  case empty
}
