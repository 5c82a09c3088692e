import BoardModel

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

extension ConnectRequest {
  init(from reader: inout FieldReader) throws(LinkFault) {
    guard let space = SpaceName(try reader.text(atMost: Limits.nameBytes)) else {
      throw .malformedField(.connect)
    }
    let network = try reader.optional { (reader) throws(LinkFault) in
      try reader.number(UInt64.self)
    }
    let address = try reader.text(atMost: LinkLimits.addressBytes)
    guard let greeting = Greeting(rawValue: try reader.number()) else {
      throw .malformedField(.connect)
    }
    let tag = try reader.optional { (reader) throws(LinkFault) in
      [UInt8](try reader.field(atMost: LinkLimits.tagBytes))
    }
    self.init(space: space, network: network, address: address, greeting: greeting, tag: tag)
  }
}
