/// Why a revision cannot be undone: what another client did since to something it touched.
public struct UndoConflict: Error, Hashable, Sendable {
  public enum Subject: Hashable, Sendable {
    case item(ItemID)
    case section(SectionID)
  }

  public enum Change: String, CaseIterable, Hashable, Sendable {
    /// An item or a section was moved.
    case moved
    /// An item has another text.
    case edited
    /// A field of an item has another value.
    case set
    /// A section has another title.
    case renamed
    /// An item or a section was deleted, possibly for a while.
    case deleted
    /// An item or a section was inserted, possibly for a while.
    case inserted
    /// A section that would be deleted has other items.
    case filled
  }

  public var subject: Subject
  public var change: Change
  /// The last revision that did it.
  public var revision: Int

  public init(_ subject: Subject, _ change: Change, in revision: Int) {
    self.subject = subject
    self.change = change
    self.revision = revision
  }
}

/// How a revision was made.
public enum RevisionOrigin: Hashable, Sendable {
  /// By a command of its author.
  case command
  /// By a drop of this drag session.
  case drag(SessionID)
  /// By undoing the revision with this number.
  case undo(of: Int)
  /// By undoing the undo that is the revision with this number.
  case redo(of: Int)

  /// The revision that it reverts, if it does.
  public var reverted: Int? {
    switch self {
    case .command, .drag: nil
    case .undo(let revision), .redo(let revision): revision
    }
  }
}
