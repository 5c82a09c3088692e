/// The versions of the frames. Both ends speak the lower one of their newest.
enum LinkVersion {
  static let newest: UInt16 = 1
  static let oldest: UInt16 = 1

  /// The version that an end of this program speaks with another one, whose newest is given.
  static func common(with other: UInt16) throws(LinkFault) -> UInt16 {
    guard other >= oldest else { throw .unknownVersion(other) }
    return min(newest, other)
  }
}
