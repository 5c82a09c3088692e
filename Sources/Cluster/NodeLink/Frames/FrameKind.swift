/// What a frame is, by its second field. The first one is its length.
public enum FrameKind: UInt8, CaseIterable, Hashable, Sendable {
  // Of both ends.
  case ping = 0
  case closed = 1

  // From the edge to the owner.
  case hello = 0x10
  case connect = 0x11
  case input = 0x12
  case ended = 0x13
  case blocked = 0x14
  case drained = 0x15
  case acknowledged = 0x16

  // From the owner to the edge.
  case accepted = 0x20
  case send = 0x21
  case broadcast = 0x22
  case blob = 0x23
  case chunk = 0x24
  case sendBlob = 0x25
  case freeBlob = 0x26
  case credit = 0x27
  case close = 0x28
  case refused = 0x29
}
