import BoardModel
import BoardWire

/// An optimistic change of this client, in ids and anchors, which stay valid while others change
/// the board.
///
/// `Board.anchor(at:moving:)` turns the index path of a view into an anchor.
public enum OwnChange: Hashable, Sendable {
  case insert(Text, at: Anchor)
  case delete([ItemID])
  /// After the move the items are consecutive, in this order.
  case move([ItemID], to: Anchor)
  case edit(ItemID, Text)
  case insertSection(Text, at: SectionAnchor)
  case deleteSection(SectionID)
  case moveSection(SectionID, to: SectionAnchor)
  case renameSection(SectionID, to: Text)
  case clear(SectionID)
  /// Drops the items of a drag session of this client at the place of its last proposal.
  case perform(SessionID)
}

/// A place among the sections, by the id of a neighbouring section.
public enum SectionAnchor: Hashable, Sendable, CustomStringConvertible {
  case before(SectionID)
  case after(SectionID)
  case end

  public var description: String {
    switch self {
    case .before(let section): "before:\(section)"
    case .after(let section): "after:\(section)"
    case .end: "end"
    }
  }
}

/// The number of a change of this client, counted up from one.
public struct ChangeID: Hashable, Sendable {
  public let number: Int
}

/// The outcome of a change of this client.
public enum Settlement: Hashable, Sendable {
  /// Executed. The revision is that right after the change, or the present one if nothing changed.
  case confirmed(revision: Int)
  /// Not executed. A drop that was cancelled is refused with `session-ended` and the outcome.
  case refused(Failure)
  /// It may or may not have been executed: the connection broke before the reply, or the server has
  /// begun another epoch. The board shows which.
  case lost
}
