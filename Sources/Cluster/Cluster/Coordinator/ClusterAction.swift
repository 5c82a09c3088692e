import BoardJournal
import BoardModel

/// What a process does for its cluster.
public enum ClusterAction: Hashable, Sendable {
  /// Reads the row of a space; then `located` or `locateFailed`.
  case locate(SpaceName)
  /// Takes a space, if nobody owns it, the owner is dead, or this process owns it without having it; then `took`.
  case take(SpaceName)
  /// Declares a process dead if it has not renewed its lease more often than this; then `declared`.
  case declareDead(NodeID, renewals: Int)
  /// The clients that wait for the space are passed there, away from where they were passed before if they have had no
  /// answer. Other nodes that wait here get their answer if it is `here`.
  case route(SpaceName, SpaceRoute)
  /// Other nodes that wait here for the space are told that this one does not own it.
  case refuse(SpaceName)
  /// There is no such space: all that wait for it here are told.
  case unknown(SpaceName)
  /// The space cannot be served, for this reason: all that wait for it here are told.
  case unusable(SpaceName, String)
  /// Drains a space of this process and releases it, for others to take; then `released`.
  case handOver(SpaceName)
  /// Releases a space that the process owns by its row and does not have, if its term is still this one.
  case release(SpaceName, term: Int)
  /// Ends a space at once: this process does not own it any more. No `released` follows.
  case drop(SpaceName)
  /// Ends all spaces at once: the process was declared dead. No `released` follows.
  case dropAll
  /// Keeps a link to another node, which is down at first; then `linkIsUp` each time that it changes.
  case connect(NodeID, NodeAddress)
  /// A link leads to a process that has got another number. It stays up or down.
  case renumber(NodeID, to: NodeID)
  /// Ends a link. No `linkIsUp` follows.
  case disconnect(NodeID)
}

/// Where clients that want a space are passed.
public enum SpaceRoute: Hashable, Sendable {
  case here
  case to(NodeID)
}

/// What came of taking a space.
public enum TakeResult: Hashable, Sendable {
  case taken
  /// Another process owns it that is not dead.
  case owned
  /// The database did not answer, or the space could not be loaded now.
  case failed
  /// It cannot be served, for this reason.
  case unusable(String)
}
