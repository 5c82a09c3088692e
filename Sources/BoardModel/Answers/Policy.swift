/// The effective policy of a section, with a value for every key. Source: `protocol/specification.md`, 8.7.
public struct Policy: Hashable, Sendable {
  /// What happens to a section that lost its last item.
  public enum Empty: String, Hashable, Sendable {
    case keep
    case remove
  }

  /// The number of items that a client may have selected at a time. It is a setting of the board.
  public enum Selection: String, CaseIterable, Hashable, Sendable {
    case none
    case single
    case multiple
  }

  /// What choosing an item does to it.
  public enum OnChoose: Hashable, Sendable {
    /// Nothing: it is selected or deselected.
    case none
    /// It moves to the end of a section; stored policies have the id of the section.
    case move(to: SectionReference)
    case delete
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
  public var selection: Selection = .single
  /// Whether items may be highlighted, and so selected or chosen.
  public var isHighlighted = true
  /// Whether selected items stay selected.
  public var keepsSelected = false
  public var onChoose: OnChoose = .none

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
  case selection(Policy.Selection)
  case highlight(Bool)
  case keepSelected(Bool)
  case onChoose(Policy.OnChoose)
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
  case selection
  case highlight
  case keepSelected = "keep-selected"
  case onChoose = "on-choose"

  /// Whether the key is set for a whole board only.
  public var isOfBoard: Bool { self == .selection }
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
    case .selection: .selection
    case .highlight: .highlight
    case .keepSelected: .keepSelected
    case .onChoose: .onChoose
    case .inherit(let key): key
    }
  }
}

extension Policy {
  /// Settles one key. `inherit` settles nothing.
  package mutating func set(_ setting: PolicySetting) {
    switch setting {
    case .operations(let operations): self.operations = operations
    case .draggable(let isDraggable): self.isDraggable = isDraggable
    case .localOnly(let isLocalOnly): self.isLocalOnly = isLocalOnly
    case .maxItems(let maxItems): self.maxItems = maxItems
    case .types(let types): self.types = types
    case .limit(let limit): self.limit = limit
    case .paused(let isPaused): self.isPaused = isPaused
    case .empty(let empty): self.empty = empty
    case .selection(let selection): self.selection = selection
    case .highlight(let isHighlighted): self.isHighlighted = isHighlighted
    case .keepSelected(let keepsSelected): self.keepsSelected = keepsSelected
    case .onChoose(let onChoose): self.onChoose = onChoose
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
    case .selection: selection.rawValue
    case .highlight: word(isHighlighted)
    case .keepSelected: word(keepsSelected)
    case .onChoose: onChoose.word
    }
  }

  private func word(_ isSo: Bool) -> String { isSo ? "yes" : "no" }
}

extension Policy.OnChoose {
  fileprivate var word: String {
    switch self {
    case .none: "none"
    case .move(let section): "move:\(section)"
    case .delete: "delete"
    }
  }
}
