/// The state of a live drag session, as clients see it.
public enum DragState: Hashable, Sendable {
  /// Over nothing.
  case lifted
  /// Over nothing, because the place that the session was over is gone.
  case lost
  /// Over a place, with the proposal that holds there now.
  case over(DropProposal)
}
