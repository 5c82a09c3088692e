import BoardAuthority
import BoardDelivery
import BoardModel

/// A board as its hub has it at one moment, for those who hold others' copies against it.
public struct ServedBoard: Sendable {
  public let revision: Int
  public let board: Board
  /// The live drag sessions that began on the board, in the order they began.
  public let drags: [SessionID]
  /// What each client has selected, in the order of selecting.
  public let selections: [ClientName: [ItemID]]
}

extension Hub {
  /// A board as it is now, or nil if there is none of that name.
  ///
  /// - Complexity: O(live sessions and selected items); the board is shared until the hub changes it, which then costs
  ///   O(items) once.
  public func sight(of name: BoardName) -> ServedBoard? {
    guard let live = boards[name] else { return nil }
    let selections = live.selections.clients.map { ($0, live.selections[$0]) }
    return ServedBoard(
      revision: live.revision, board: live.versions.board,
      drags: drags.coordinator.sessions(of: name).map(\.id),
      selections: Dictionary(uniqueKeysWithValues: selections))
  }
}
