import BoardModel

// The facts of refusals that are several keys: how a drag ended, and what conflicts with an undo.

extension Facts {
  /// How a session ended. To set it sets its keys.
  var ending: SessionOutcome? {
    get {
      outcome.flatMap {
        SessionOutcome($0, revision: revision, path: path, board: board, reason: reason)
      }
    }
    set {
      outcome = newValue?.word
      (path, reason, revision) = (newValue?.path, newValue?.reason, newValue?.revision)
      board = newValue?.board
    }
  }

  /// What conflicts with an undo. To set it sets its keys.
  var conflict: UndoConflict? {
    get {
      guard let change, let revision else { return nil }
      if let item = item.flatMap({ ItemID($0) }) {
        return UndoConflict(.item(item), change, in: revision)
      }
      guard let section = section.flatMap({ SectionID($0) }) else { return nil }
      return UndoConflict(.section(section), change, in: revision)
    }
    set {
      switch newValue?.subject {
      case .item(let id): item = id.string
      case .section(let id): section = id.string
      case nil: break
      }
      (change, revision) = (newValue?.change, newValue?.revision)
    }
  }
}
