/// Where a peer connects from.
public enum PeerOrigin: Hashable, Sendable {
  /// An IPv4 address, or the first 64 bits of an IPv6 address, of which a household has all the rest.
  case network(UInt64)
  /// A user of this machine, by its id, on a Unix socket.
  case localUser(UInt32)
  /// Nothing is known.
  case unknown

  var localUser: UInt32? {
    switch self {
    case .localUser(let id): id
    case .network, .unknown: nil
    }
  }
}
