import BoardModel

/// One board with all that a drop asks of it: its content now, its past and its policies.
///
/// It is shared by reference, so that a board of a million items changes in place.
public final class DropGround {
  public var name: BoardName
  public var board: Board
  public var log: RevisionLog
  public var policies: BoardPolicies

  public init(
    _ name: BoardName, board: Board = Board(), log: RevisionLog = RevisionLog(),
    policies: BoardPolicies = BoardPolicies()
  ) {
    self.name = name
    self.board = board
    self.log = log
    self.policies = policies
  }

  /// The policy that holds for a section.
  public func policy(for section: SectionID) -> Policy { policies.effective(for: section) }
}

/// The boards of a server by name.
public typealias DropGrounds = [BoardName: DropGround]
