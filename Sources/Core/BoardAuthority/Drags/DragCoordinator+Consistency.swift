import BoardModel

// The invariants of the coordinator, checked by the simulator after each step.

extension DragCoordinator {
  /// What is wrong with the leases and the sessions, or nil if everything is consistent.
  ///
  /// - Complexity: O(live sessions and their items).
  package func inconsistency(on boards: VersionedBoards) -> String? {
    for id in ofClient.all.sorted() {
      guard let session = session(id) else { return "\(id) is listed and has ended" }
      guard begunOn[session.load.board].contains(id) else { return "\(id) is in one list" }
      if let text = inconsistency(of: session, on: boards) { return text }
    }
    guard live.count(where: \.isReduced) == reducedSessions else {
      return "\(reducedSessions) sessions are counted as reduced, and others are"
    }
    for (board, items) in leases.all {
      for (item, id) in items where session(id)?.load.items.contains(item) != true {
        return "\(item) on \(board) is leased to \(id), which does not carry it"
      }
    }
    for (board, items) in reservations.all {
      for (item, id) in items where session(id)?.load.parcel(of: item) == nil {
        return "\(item) on \(board) is reserved for \(id), which does not carry it"
      }
    }
    return nil
  }

  /// How a session ended, as long as that is remembered.
  package func outcome(of id: SessionID) -> SessionOutcome? { sessions[id]?.outcome }

  /// The sessions of the dragged items of a board.
  package func leases(on board: BoardName) -> [ItemID: SessionID] { leases.all[board] ?? [:] }

  private func inconsistency(of session: DragSession, on boards: VersionedBoards) -> String? {
    guard let versions = boards[session.load.board] else {
      return "\(session.id) is on a board that is gone"
    }
    for item in session.load.items where session.load.parcel(of: item) != nil {
      guard reservations.holder(of: item, on: session.load.board) == session.id else {
        return "\(session.id) carries \(item) without a reservation"
      }
    }
    for item in session.load.items where session.load.parcel(of: item) == nil {
      guard leases.holder(of: item, on: session.load.board) == session.id else {
        return "\(session.id) carries \(item) without a lease"
      }
      guard versions.board.indexPath(of: item) != nil else {
        return "\(session.id) carries \(item), which is not on the board"
      }
    }
    return nil
  }
}
