// Made from protocol/lines.md by `swift run lines`. What is changed here is lost.

/// The effective policy of a section, with a value for every key.
public struct Policy: Hashable, Sendable {
  /// What `empty` can be.
  public enum Empty: String, CaseIterable, Hashable, Sendable {
    case keep
    case remove
  }

  /// What `selection` can be.
  public enum Selection: String, CaseIterable, Hashable, Sendable {
    case none
    case single
    case multiple
  }

  /// Operations that a drop here may use.
  public var operations: DropOperations = .all
  /// Whether items here may be dragged.
  public var draggable: Bool = true
  /// Whether only sessions that began on this board may be dropped here.
  public var localOnly: Bool = false
  /// The most items of a session that may be dropped here.
  public var maxItems: Int?
  /// Accepted types: `item` for items of a board, others as declared.
  public var types: [String]?
  /// The most items of a section after a drop.
  public var limit: Int?
  /// Whether every proposal is `cancel`.
  public var paused: Bool = false
  /// Which items may be dropped here: those whose field FIELD is one of the VALUEs (19.6).
  public var accept: Policy.FieldValues?
  /// What a drop here does to the fields of the items (19.6).
  public var onDrop: Policy.FieldSetting?
  /// Whether a section stays when its last item is dropped elsewhere, moved or deleted.
  public var empty: Policy.Empty = .keep
  /// How many items a client may select (14.3); for `*` only.
  public var selection: Policy.Selection = .single
  /// Whether items here may be selected or chosen.
  public var highlight: Bool = true
  /// Whether items here cannot be deselected.
  public var keepSelected: Bool = false
  /// What choosing an item here does (14.6); SECTION is stored by id.
  public var onChoose: Policy.OnChoose = .none
  /// What people read in place of the name of the board; for `*` only.
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
  case accept(Policy.FieldValues?)
  case onDrop(Policy.FieldSetting?)
  case empty(Policy.Empty)
  case selection(Policy.Selection)
  case highlight(Bool)
  case keepSelected(Bool)
  case onChoose(Policy.OnChoose)
  case title(String)
  /// Takes a section's own setting of this key back, or the title of a board.
  case inherit(PolicyKey)
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
    case .accept: .accept
    case .onDrop: .onDrop
    case .empty: .empty
    case .selection: .selection
    case .highlight: .highlight
    case .keepSelected: .keepSelected
    case .onChoose: .onChoose
    case .title: .title
    case .inherit(let key): key
    }
  }

  /// The value as `policy` sets and shows it; a text without its escapes.
  public var word: String {
    switch self {
    case .operations(let value): value.description
    case .draggable(let value): value ? "yes" : "no"
    case .localOnly(let value): value ? "yes" : "no"
    case .maxItems(let value): value.map { String($0) } ?? "none"
    case .types(let value): value?.joined(separator: ",") ?? "any"
    case .limit(let value): value.map { String($0) } ?? "none"
    case .paused(let value): value ? "yes" : "no"
    case .accept(let value): value?.word ?? "any"
    case .onDrop(let value): value?.word ?? "none"
    case .empty(let value): value.rawValue
    case .selection(let value): value.rawValue
    case .highlight(let value): value ? "yes" : "no"
    case .keepSelected(let value): value ? "yes" : "no"
    case .onChoose(let value): value.word
    case .title(let value): value
    case .inherit(.title): ""
    case .inherit: "inherit"
    }
  }
}

/// The keys of a policy.
public enum PolicyKey: CaseIterable, Hashable, Sendable {
  case operations
  case draggable
  case localOnly
  case maxItems
  case types
  case limit
  case paused
  case accept
  case onDrop
  case empty
  case selection
  case highlight
  case keepSelected
  case onChoose
  case title

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
    case .accept: "accept"
    case .onDrop: "on-drop"
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
  /// Whether the value is a text that is one word on the wire, with escapes.
  public var isText: Bool { self == .accept || self == .onDrop || self == .title }
}

extension Policy {
  /// Settles one key. `inherit` settles nothing.
  package mutating func set(_ setting: PolicySetting) {
    switch setting {
    case .operations(let value): operations = value
    case .draggable(let value): draggable = value
    case .localOnly(let value): localOnly = value
    case .maxItems(let value): maxItems = value
    case .types(let value): types = value
    case .limit(let value): limit = value
    case .paused(let value): paused = value
    case .accept(let value): accept = value
    case .onDrop(let value): onDrop = value
    case .empty(let value): empty = value
    case .selection(let value): selection = value
    case .highlight(let value): highlight = value
    case .keepSelected(let value): keepSelected = value
    case .onChoose(let value): onChoose = value
    case .title(let value): title = value
    case .inherit: break
    }
  }

  /// A key with its value here.
  public func setting(of key: PolicyKey) -> PolicySetting {
    switch key {
    case .operations: .operations(operations)
    case .draggable: .draggable(draggable)
    case .localOnly: .localOnly(localOnly)
    case .maxItems: .maxItems(maxItems)
    case .types: .types(types)
    case .limit: .limit(limit)
    case .paused: .paused(paused)
    case .accept: .accept(accept)
    case .onDrop: .onDrop(onDrop)
    case .empty: .empty(empty)
    case .selection: .selection(selection)
    case .highlight: .highlight(highlight)
    case .keepSelected: .keepSelected(keepSelected)
    case .onChoose: .onChoose(onChoose)
    case .title: title.map { .title($0) } ?? .inherit(.title)
    }
  }
}
