import BoardCore

/// A board as its hub has it at one moment, for those who hold others' copies against it.
public struct ServedBoard: Sendable {
  public let revision: Int
  public let board: Board
  /// The live drag sessions that began on the board, in the order they began.
  public let drags: [SessionID]
}

extension Hub {
  /// A board as it is now, or nil if there is none of that name.
  ///
  /// - Complexity: O(live sessions); the board is shared until the hub changes it, which then costs
  ///   O(items) once.
  public func sight(of name: BoardName) -> ServedBoard? {
    boards[name].map { live in
      ServedBoard(
        revision: live.revision, board: live.ground.board,
        drags: desk.sessions(of: name).map(\.id))
    }
  }
}
