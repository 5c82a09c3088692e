// How the frames of the owner are written.

extension FrameBuffer {
  mutating func append(accepted version: UInt16) {
    begin(.accepted, fieldBytes: 2)
    append(version)
  }

  @inline(__always)
  mutating func append(send bytes: UnsafeRawBufferPointer, to channel: Channel, endsMessage: Bool) {
    begin(.send, fieldBytes: 4 + 1 + bytes.count)
    append(channel.number)
    append(flag: endsMessage)
    append(bytes)
  }

  mutating func append(
    broadcast bytes: UnsafeRawBufferPointer, to channels: [Channel], _ shape: ChannelListShape
  ) {
    begin(.broadcast, fieldBytes: shape.byteCount + bytes.count)
    shape.append(channels, to: &self)
    append(bytes)
  }

  mutating func append(blob id: UInt32, byteCount: Int) {
    begin(.blob, fieldBytes: 8)
    append(id)
    append(UInt32(byteCount))
  }

  mutating func append(chunk bytes: UnsafeRawBufferPointer, of id: UInt32) {
    begin(.chunk, fieldBytes: 4 + bytes.count)
    append(id)
    append(bytes)
  }

  mutating func append(sendBlob id: UInt32, to channels: [Channel], endsMessage: Bool) {
    let shape = ChannelListShape(of: channels)
    begin(.sendBlob, fieldBytes: 4 + 1 + shape.byteCount)
    append(id)
    append(flag: endsMessage)
    shape.append(channels, to: &self)
  }

  mutating func append(freeBlob id: UInt32) {
    begin(.freeBlob, fieldBytes: 4)
    append(id)
  }

  mutating func append(credit bytes: Int, to channel: Channel) {
    begin(.credit, fieldBytes: 8)
    append(channel.number)
    append(UInt32(bytes))
  }

  mutating func append(close channel: Channel, reason: UInt8) {
    begin(.close, fieldBytes: 5)
    append(channel.number)
    append(reason)
  }

  mutating func append(refused channel: Channel, _ refusal: ConnectRefusal) {
    begin(.refused, fieldBytes: 5)
    append(channel.number)
    append(refusal.rawValue)
  }
}
