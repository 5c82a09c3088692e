// Made from protocol/drag-session.md by `swift run lines`. What is changed here is lost.

/// Why nothing may be dropped here, or not now.
public enum DropReason: String, CaseIterable, Hashable, Sendable {
  /// The section is paused.
  case paused
  /// The section is `local-only`, and the session began on another board or outside.
  case localOnly = "local-only"
  /// The session is `local=yes`, and the place is on another board.
  case local
  /// The session has more items than the section accepts in one drop.
  case maxItems = "max-items"
  /// Session or section does not allow it; from another board or from outside only copies are
  /// possible.
  case operation
  /// The section does not accept the type of one of the items.
  case type
  /// The section does not accept the fields of one of the items, unless a move leaves the item in it.
  case field
  /// The section would hold more items than its limit, and more than now.
  case limit

  /// Whether the place would normally take the drop (`forbidden`) or not at all (`cancel`).
  public var isTemporary: Bool {
    switch self {
    case .type, .field, .limit: true
    case .paused, .localOnly, .local, .maxItems, .operation: false
    }
  }
}
