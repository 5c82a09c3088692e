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
  /// What people read in place of the name of the board, which has it if this is nil.
  public var title: String?

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
  /// It is not empty: a board without a title has no such setting.
  case title(String)
  /// Takes a section's own setting of this key back.
  case inherit(PolicyKey)
}

/// The keys of a policy.
public enum PolicyKey: CaseIterable, Hashable, Sendable {
  case operations, draggable, localOnly, maxItems, types, limit, paused, empty, selection, highlight
  case keepSelected, onChoose, title

  /// The key as it is spelled on the wire.
  public var word: StaticString {
    switch self {
    case .operations: "ops"
    case .draggable: "draggable"
    case .localOnly: "local-only"
    case .maxItems: "max-items"
    case .types: "types"
    case .limit: "limit"
    case .paused: "paused"
    case .empty: "empty"
    case .selection: "selection"
    case .highlight: "highlight"
    case .keepSelected: "keep-selected"
    case .onChoose: "on-choose"
    case .title: "title"
    }
  }

  /// Whether the key is set for a whole board only.
  public var isOfBoard: Bool { self == .selection || self == .title }
}

extension PolicyKey: RawRepresentable {
  public init?(rawValue: String) {
    guard let key = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = key
  }

  public var rawValue: String { "\(word)" }
}

extension PolicySetting {
  public var key: PolicyKey { declaration.key }

  /// The key of the setting, and what the setting does to a policy. `inherit` does nothing.
  fileprivate var declaration: (key: PolicyKey, apply: (inout Policy) -> Void) {
    switch self {
    case .operations(let operations): (.operations, { $0.operations = operations })
    case .draggable(let isDraggable): (.draggable, { $0.isDraggable = isDraggable })
    case .localOnly(let isLocalOnly): (.localOnly, { $0.isLocalOnly = isLocalOnly })
    case .maxItems(let maxItems): (.maxItems, { $0.maxItems = maxItems })
    case .types(let types): (.types, { $0.types = types })
    case .limit(let limit): (.limit, { $0.limit = limit })
    case .paused(let isPaused): (.paused, { $0.isPaused = isPaused })
    case .empty(let empty): (.empty, { $0.empty = empty })
    case .selection(let selection): (.selection, { $0.selection = selection })
    case .highlight(let isHighlighted): (.highlight, { $0.isHighlighted = isHighlighted })
    case .keepSelected(let keepsSelected): (.keepSelected, { $0.keepsSelected = keepsSelected })
    case .onChoose(let onChoose): (.onChoose, { $0.onChoose = onChoose })
    case .title(let title): (.title, { $0.title = title })
    case .inherit(let key): (key, { _ in })
    }
  }

  /// The value as `policy` sets and shows it; a title without its escapes.
  public var word: String {
    switch self {
    case .operations(let operations): operations.description
    case .draggable(let isSo), .localOnly(let isSo), .paused(let isSo), .highlight(let isSo),
      .keepSelected(let isSo):
      isSo ? "yes" : "no"
    case .maxItems(let number), .limit(let number): number.map(String.init) ?? "none"
    case .types(let types): types?.joined(separator: ",") ?? "any"
    case .empty(let empty): empty.rawValue
    case .selection(let selection): selection.rawValue
    case .onChoose(.none): "none"
    case .onChoose(.delete): "delete"
    case .onChoose(.move(let section)): "move:\(section)"
    case .title(let title): title
    case .inherit(.title): ""
    case .inherit: "inherit"
    }
  }
}

extension Policy {
  /// Settles one key. `inherit` settles nothing.
  package mutating func set(_ setting: PolicySetting) { setting.declaration.apply(&self) }

  /// A key with its value here.
  public func setting(of key: PolicyKey) -> PolicySetting {
    switch key {
    case .operations: .operations(operations)
    case .draggable: .draggable(isDraggable)
    case .localOnly: .localOnly(isLocalOnly)
    case .maxItems: .maxItems(maxItems)
    case .types: .types(types)
    case .limit: .limit(limit)
    case .paused: .paused(isPaused)
    case .empty: .empty(empty)
    case .selection: .selection(selection)
    case .highlight: .highlight(isHighlighted)
    case .keepSelected: .keepSelected(keepsSelected)
    case .onChoose: .onChoose(onChoose)
    case .title: title.map { .title($0) } ?? .inherit(.title)
    }
  }
}
