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

extension PolicySetting {
  public var key: PolicyKey {
    switch self {
    case .operations: .operations
    case .draggable: .draggable
    case .localOnly: .localOnly
    case .maxItems: .maxItems
    case .types: .types
    case .limit: .limit
    case .paused: .paused
    case .empty: .empty
    case .inherit(let key): key
    }
  }
}

extension Policy {
  /// Settles one key. `inherit` settles nothing.
  mutating func set(_ setting: PolicySetting) {
    switch setting {
    case .operations(let operations): self.operations = operations
    case .draggable(let isDraggable): self.isDraggable = isDraggable
    case .localOnly(let isLocalOnly): self.isLocalOnly = isLocalOnly
    case .maxItems(let maxItems): self.maxItems = maxItems
    case .types(let types): self.types = types
    case .limit(let limit): self.limit = limit
    case .paused(let isPaused): self.isPaused = isPaused
    case .empty(let empty): self.empty = empty
    case .inherit: break
    }
  }

  /// A key's value as `policy` shows it.
  public func value(of key: PolicyKey) -> String {
    switch key {
    case .operations: operations.description
    case .draggable: word(isDraggable)
    case .localOnly: word(isLocalOnly)
    case .maxItems: maxItems.map(String.init) ?? "none"
    case .types: types?.joined(separator: ",") ?? "any"
    case .limit: limit.map(String.init) ?? "none"
    case .paused: word(isPaused)
    case .empty: empty.rawValue
    }
  }

  private func word(_ isSo: Bool) -> String { isSo ? "yes" : "no" }
}
