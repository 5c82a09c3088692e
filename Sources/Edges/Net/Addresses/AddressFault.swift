/// Why a text is no address of a socket, in the words of the system.
public enum AddressFault: Error, Hashable, Sendable {
  /// `EINVAL`: it is no numeric address, or no path.
  case invalid
  /// `ENAMETOOLONG`: the path is longer than `UnixPath.maximumBytes`.
  case tooLong

  public var message: String {
    switch self {
    case .invalid: "invalid argument"
    case .tooLong: "name too long"
    }
  }
}

extension AddressFault: CustomStringConvertible {
  public var description: String {
    switch self {
    case .invalid: "EINVAL: \(message)"
    case .tooLong: "ENAMETOOLONG: \(message)"
    }
  }
}
