/// Who may be told of an event.
public enum EventAudience: Hashable, Sendable {
  /// Connections that watch the board, whose clients have the role `viewer` on it.
  case watchers
  /// The same, and all connections of the client whose session it is about.
  case watchersAndOwner
  /// The client that it is about, where it watches the board.
  case client
  /// The connection that it is about.
  case connection
}
