import BoardAuthority
import BoardDelivery
import BoardModel
import BoardWire

// What the simulator checks of a hub between two steps.

extension Hub {
  /// What is wrong with the leases and drag sessions, or nil if they are consistent.
  ///
  /// - Complexity: O(live sessions and their items).
  package var inconsistency: String? {
    for name in boards.sorted.map(\.name) {
      for session in drags.coordinator.sessions(of: name)
      where !session.isSuspended && !isHere(session.owner) {
        return "\(session.id) of \(session.owner), which is gone, is neither suspended nor over"
      }
    }
    return drags.coordinator.inconsistency(on: boards.versioned)
  }

  private func isHere(_ name: ClientName) -> Bool {
    if let client = roster.client(name), !client.connections.isEmpty { return true }
    return roster.open.contains { $0.client.name == name }
  }

  /// The live drag sessions that began on a board.
  package func sessions(of board: BoardName) -> [DragSession] {
    drags.coordinator.sessions(of: board)
  }

  /// A live drag session, or nil.
  package func session(_ id: SessionID) -> DragSession? { drags.coordinator.session(id) }

  /// How a session ended, as long as that is remembered.
  package func outcome(of id: SessionID) -> SessionOutcome? { drags.coordinator.outcome(of: id) }

  /// The owner of a session that lives or whose outcome is remembered.
  package func owner(of id: SessionID) -> ClientName? { drags.coordinator.origin(of: id)?.owner }

  /// The sessions of the dragged items of a board.
  package func leases(on board: BoardName) -> [ItemID: SessionID] {
    drags.coordinator.leases(on: board)
  }

  /// The bytes of the longest line that has begun and not ended, of those in the JSON form or in the other one:
  /// they have limits of their own (2.3).
  package func longestUnfinishedLine(isJSON: Bool) -> Int {
    roster.open.lazy.map(\.framer).filter { $0.isInJSON == isJSON }.map(\.bufferedBytes).max() ?? 0
  }
}
