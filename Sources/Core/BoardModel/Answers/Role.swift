/// What a client may do on a board. Each role may do what the roles before it may.
///
/// Source: `protocol/deployment.md`, 17.2.
public enum Role: String, CaseIterable, Hashable, Sendable {
  /// Open and show it, search it, and see its history.
  case viewer
  /// Drag and edit, and take back own changes.
  case editor
  /// Set policies, override others, replace all, and create, rename or remove the board.
  case owner
}

extension Role: Comparable {
  public static func < (a: Role, b: Role) -> Bool { a.rank < b.rank }

  private var rank: Int {
    switch self {
    case .viewer: 0
    case .editor: 1
    case .owner: 2
    }
  }
}
