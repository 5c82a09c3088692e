import BoardModel

// How the frames of the edge are written.

extension FrameBuffer {
  mutating func append(helloWith secret: [UInt8], version: UInt16, node: String) {
    let node = Array(node.utf8)
    begin(.hello, fieldBytes: 2 + secret.count + 2 + 2 + node.count)
    append(field: secret)
    append(version)
    append(field: node)
  }

  mutating func append(connect channel: Channel, _ request: ConnectRequest) {
    let space = Array(request.space.string.utf8)
    let address = Array(request.address.utf8)
    let networkBytes = request.network == nil ? 0 : 8
    let tagBytes = request.tag.map { 2 + $0.count } ?? 0
    begin(
      .connect,
      fieldBytes: 4 + 2 + space.count + 1 + networkBytes + 2 + address.count + 1 + 1 + tagBytes)
    append(channel.number)
    append(field: space)
    append(flag: request.network != nil)
    if let network = request.network { append(network) }
    append(field: address)
    append(request.greeting.rawValue)
    append(flag: request.tag != nil)
    if let tag = request.tag { append(field: tag) }
  }

  mutating func append(input bytes: UnsafeRawBufferPointer, from channel: Channel) {
    begin(.input, fieldBytes: 4 + bytes.count)
    append(channel.number)
    append(bytes)
  }

  mutating func append(blocked channel: Channel, unsentBytes: Int) {
    begin(.blocked, fieldBytes: 8)
    append(channel.number)
    append(UInt32(clamping: unsentBytes))
  }

  mutating func append(acknowledged weight: Int, microseconds: Int) {
    begin(.acknowledged, fieldBytes: 8)
    append(UInt32(weight))
    append(UInt32(clamping: microseconds))
  }

  /// Appends a frame that has a channel and nothing else.
  mutating func append(_ kind: FrameKind, of channel: Channel) {
    begin(kind, fieldBytes: 4)
    append(channel.number)
  }

  mutating func appendPing() { begin(.ping, fieldBytes: 0) }

  private mutating func append(field bytes: [UInt8]) {
    append(UInt16(bytes.count))
    append(bytes)
  }

  mutating func append(flag: Bool) { append(flag ? 1 : 0 as UInt8) }
}
