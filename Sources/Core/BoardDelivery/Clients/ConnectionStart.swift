import BoardModel
import BoardWire

/// Where a peer connects from.
public enum PeerOrigin: Hashable, Sendable {
  /// An IPv4 address, or the first 64 bits of an IPv6 address, of which a household has all the rest.
  case network(UInt64)
  /// A user of this machine, by its id, on a Unix socket.
  case localUser(UInt32)
  /// Nothing is known.
  case unknown

  package var localUser: UInt32? {
    switch self {
    case .localUser(let id): id
    case .network, .unknown: nil
    }
  }
}

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
