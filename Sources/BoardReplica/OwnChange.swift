import BoardCore

/// A change that this client wants, by its meaning: in names and neighbours, which stay true while
/// others change the board.
///
/// What a view knows as an index path becomes a neighbour by `Board.anchor(at:moving:)`.
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
  /// Drops what a drag session of this client carries where it was last proposed.
  case perform(SessionID)
}

/// A place among the sections, by the name of what it is next to.
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
  /// It was not done: the code, the facts behind it, and a sentence for people.
  case refused([String], sentence: String?)
  /// Nobody can say whether it was done: the connection broke before the answer. The board shows.
  case lost
}
