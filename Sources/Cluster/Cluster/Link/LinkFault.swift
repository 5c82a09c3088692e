/// Why a link cannot go on. Its end must be closed; all its channels are gone.
public enum LinkFault: Error, Hashable, Sendable {
  /// The length of a frame is zero, or beyond the limit.
  case frameLength(Int)
  /// There is no such kind of frame.
  case unknownFrame(UInt8)
  /// The frame is one that the other end never sends, or not now.
  case unexpectedFrame(FrameKind)
  /// The frame ends before its last field does.
  case truncatedFrame(FrameKind)
  /// The frame goes on behind its last field.
  case overlongFrame(FrameKind)
  /// A field has a value that it cannot have.
  case malformedField(FrameKind)
  /// A field is beyond its limit.
  case oversizedField(FrameKind)
  /// The edge does not have the secret of the cluster.
  case wrongSecret
  /// The other end speaks no version that this one speaks.
  case unknownVersion(UInt16)
  /// A channel was connected that is in use.
  case channelInUse(Channel)
  /// A frame has a channel that is not in use.
  case unusedChannel(Channel)
  /// More input was sent, consumed or acknowledged than there may be.
  case windowExceeded(FrameKind)
  /// A frame has a blob that is not there, is there already, or is not complete.
  case unusableBlob(UInt32)
}

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
