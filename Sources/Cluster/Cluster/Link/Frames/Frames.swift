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

/// A frame that the edge sends. Bytes are valid only as long as those that it was read from.
enum EdgeFrame {
  /// The first one: the secret of the cluster, the newest version that the edge speaks, and its link.
  case hello(secret: UnsafeRawBufferPointer, version: UInt16, node: String)
  /// A client wants a space.
  case connect(Channel, ConnectRequest)
  /// A client has sent bytes.
  case input(Channel, UnsafeRawBufferPointer)
  /// A client will send nothing more.
  case ended(Channel)
  /// A client has not taken these bytes of what it was sent.
  case blocked(Channel, unsentBytes: Int)
  /// A client has taken everything.
  case drained(Channel)
  /// The client is gone, or the answer to `close` or `refused`: the last frame for the channel.
  case closed(Channel)
  /// The edge has performed frames of this weight.
  case acknowledged(weight: Int, microseconds: Int)
  case ping

  /// Reads the fields of a frame.
  init(_ kind: FrameKind, _ fields: UnsafeRawBufferPointer) throws(LinkFault) {
    var reader = FieldReader(fields, of: kind)
    switch kind {
    case .hello:
      self = .hello(
        secret: try reader.field(atMost: LinkLimits.secretBytes), version: try reader.number(),
        node: try reader.text(atMost: LinkLimits.nodeBytes))
    case .connect: self = .connect(try reader.channel(), try ConnectRequest(from: &reader))
    case .input:
      self = .input(
        try reader.channel(), try reader.remainder(atMost: LinkLimits.inputBytes))
    case .ended: self = .ended(try reader.channel())
    case .blocked: self = .blocked(try reader.channel(), unsentBytes: try reader.count())
    case .drained: self = .drained(try reader.channel())
    case .closed: self = .closed(try reader.channel())
    case .acknowledged:
      self = .acknowledged(weight: try reader.count(), microseconds: try reader.count())
    case .ping: self = .ping
    case .accepted, .send, .broadcast, .blob, .chunk, .sendBlob, .freeBlob, .credit, .close,
      .refused:
      throw .unexpectedFrame(kind)
    }
    try reader.end()
  }
}

/// A frame that the owner sends. Bytes are valid only as long as those that it was read from.
enum OwnerFrame {
  /// The answer to `hello`, with the version that both ends speak.
  case accepted(version: UInt16)
  /// Bytes for one client. A message may be in several frames.
  case send(Channel, UnsafeRawBufferPointer, endsMessage: Bool)
  /// The same message for several clients.
  case broadcast(ChannelList, UnsafeRawBufferPointer)
  /// A new blob: bytes that cross once for all clients that get them.
  case blob(UInt32, byteCount: Int)
  /// The next bytes of a blob.
  case chunk(UInt32, UnsafeRawBufferPointer)
  /// All bytes of a complete blob for several clients.
  case sendBlob(UInt32, ChannelList, endsMessage: Bool)
  /// No frame will name the blob again, until there is a new one of that number.
  case freeBlob(UInt32)
  /// The owner has consumed input of a client.
  case credit(Channel, Int)
  /// The client is to be closed once it has taken everything: the last frame for the channel.
  case close(Channel, reason: UInt8)
  /// The channel is not opened: the last frame for it.
  case refused(Channel, ConnectRefusal)
  /// The answer to `closed`: the last frame for the channel.
  case closed(Channel)
  case ping

  /// Reads the fields of a frame.
  ///
  /// - Parameter count: The channels that the edge has.
  init(_ kind: FrameKind, _ fields: UnsafeRawBufferPointer, count: Int) throws(LinkFault) {
    var reader = FieldReader(fields, of: kind)
    switch kind {
    case .accepted: self = .accepted(version: try reader.number())
    case .send:
      let (channel, endsMessage) = (try reader.channel(), try reader.flag())
      let bytes = try reader.remainder(atMost: LinkLimits.chunkBytes)
      self = .send(channel, bytes, endsMessage: endsMessage)
    case .broadcast:
      self = .broadcast(
        try ChannelList(from: &reader, of: kind, count: count),
        try reader.remainder(atMost: LinkLimits.directBytes))
    case .blob: self = .blob(try reader.number(), byteCount: try reader.count())
    case .chunk:
      self = .chunk(
        try reader.number(), try reader.remainder(atMost: LinkLimits.chunkBytes))
    case .sendBlob:
      let (id, endsMessage) = (try reader.number(UInt32.self), try reader.flag())
      let channels = try ChannelList(from: &reader, of: kind, count: count)
      self = .sendBlob(id, channels, endsMessage: endsMessage)
    case .freeBlob: self = .freeBlob(try reader.number())
    case .credit: self = .credit(try reader.channel(), try reader.count())
    case .close: self = .close(try reader.channel(), reason: try reader.number())
    case .refused: self = .refused(try reader.channel(), try ConnectRefusal(from: &reader))
    case .closed: self = .closed(try reader.channel())
    case .ping: self = .ping
    case .hello, .connect, .input, .ended, .blocked, .drained, .acknowledged:
      throw .unexpectedFrame(kind)
    }
    try reader.end()
  }
}

/// What frames weigh in the window of the owner.
enum FrameWeight {
  @inline(__always)
  static func of(receivers: Int, bytes: Int = 0) -> Int {
    bytes + receivers * LinkLimits.receiverWeight
  }
}
