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

extension ConnectRefusal {
  init(from reader: inout FieldReader) throws(LinkFault) {
    guard let refusal = ConnectRefusal(rawValue: try reader.number()) else {
      throw .malformedField(.refused)
    }
    self = refusal
  }
}

/// What frames weigh in the window of the owner.
enum FrameWeight {
  @inline(__always)
  static func of(receivers: Int, bytes: Int = 0) -> Int {
    bytes + receivers * LinkLimits.receiverWeight
  }
}
