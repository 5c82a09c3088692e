/// The state of a live drag session, as clients see it.
public enum DragState: Hashable, Sendable {
  /// Over nothing.
  case lifted
  /// Over nothing, because the place that the session was over is gone.
  case lost
  /// Over a place, with the proposal that holds there now.
  case over(DropProposal)

  /// Whether it is over a place on another board than that of the session.
  public var isAbroad: Bool {
    if case .over(let proposal) = self { proposal.board != nil } else { false }
  }

  /// The same, for those who may not know of a place on another board than that of the session.
  public var withoutForeignPlace: DragState { isAbroad ? .lifted : self }
}
