import BoardModel
import BoardWire

/// A change that this client wants, by its meaning: in ids and neighbours, which stay true while
/// others change the board.
///
/// `Board.anchor(at:moving:)` turns the index path of a view into a neighbour.
public enum OwnChange: Hashable, Sendable {
  case insert(Text, at: Anchor)
  case delete([ItemID])
  /// Afterwards the items stand one after the other, in this order.
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

/// A place among the sections, by the id of a neighbour.
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

/// What became of a change of this client.
public enum Settlement: Hashable, Sendable {
  /// It was done. The revision is the board's right after, or the present one if the change left
  /// everything as it was.
  case confirmed(revision: Int)
  /// It was not done. A drop that put everything back is refused with `session-ended` and the
  /// outcome.
  case refused(Failure)
  /// It may or may not have been done: the connection broke before the reply, or the server has
  /// begun another epoch. The board shows which.
  case lost
}
