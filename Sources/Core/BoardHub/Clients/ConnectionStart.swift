import BoardModel
import BoardWire

// The space of a connection (section 18 of the specification).

/// What a connection is sent first.
public enum ConnectionStart: Sendable {
  /// The greeting. The first command may choose a space.
  case greeting
  /// The greeting of a space that the client has chosen by its path (rule 18.5).
  case greetingOfChosenSpace
  /// The reply to the first command, `space` with this tag: the default space has greeted the connection.
  case space(tag: String?)
}

extension Greeting {
  /// The greeting of this version's servers.
  package init(epoch: Epoch, client: ClientName) {
    self.init(
      Self.spokenVersion, epoch: epoch, client: client, lineLimit: Limits.lineBytes,
      textLimit: Limits.textBytes, profiles: Profile.allCases)
  }
}
