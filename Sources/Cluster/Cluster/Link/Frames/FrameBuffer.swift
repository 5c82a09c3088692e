import BoardModel

/// The frames that an end sends next. The storage is used again.
struct FrameBuffer: ~Copyable {
  private var storage = UnsafeMutableRawBufferPointer(start: nil, count: 0)
  private(set) var count = 0
  /// Where the last frame ends when it is complete.
  private var end = 0

  init() {}

  deinit { storage.deallocate() }

  var isEmpty: Bool { count == 0 }

  /// Begins a frame. Exactly so many bytes of fields follow.
  @inline(__always)
  private mutating func begin(_ kind: FrameKind, fieldBytes: Int) {
    assert(count == end, "a frame has other fields than it was begun with")
    assert(fieldBytes < LinkLimits.frameBytes)
    let room = room(for: 5 + fieldBytes)
    room.storeBytes(of: UInt32(truncatingIfNeeded: fieldBytes + 1).bigEndian, as: UInt32.self)
    room.storeBytes(of: kind.rawValue, toByteOffset: 4, as: UInt8.self)
    count += 5
    end = count + fieldBytes
  }

  @inline(__always)
  mutating func append<Number: FixedWidthInteger & BitwiseCopyable>(_ number: Number) {
    room(for: MemoryLayout<Number>.size).storeBytes(of: number.bigEndian, as: Number.self)
    count += MemoryLayout<Number>.size
  }

  @inline(__always)
  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    guard let source = bytes.baseAddress, bytes.count > 0 else { return }
    room(for: bytes.count).copyMemory(from: source, byteCount: bytes.count)
    count += bytes.count
  }

  mutating func append(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { append($0) }
  }

  /// Appends zeros.
  ///
  /// - Returns: The zeros, valid until something is appended.
  mutating func appendZeros(_ byteCount: Int) -> UnsafeMutableRawPointer {
    let zeros = room(for: byteCount)
    zeros.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
    count += byteCount
    return zeros
  }

  /// Lends the bytes.
  func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeRawBufferPointer(start: storage.baseAddress, count: count))
  }

  /// Lends the bytes, if there are any, and forgets them. Meanwhile the buffer is another one.
  mutating func flush(_ body: (UnsafeRawBufferPointer) -> Void) {
    guard !isEmpty else { return }
    var full = FrameBuffer()
    swap(&full, &self)
    full.withUnsafeBytes { body($0) }
    guard isEmpty else { return }
    full.removeAll()
    swap(&full, &self)
  }

  /// Forgets the bytes.
  ///
  /// - Parameter limit: The most storage that is kept for the next time.
  mutating func removeAll(keepingAtMost limit: Int = 2 * LinkLimits.window) {
    count = 0
    end = 0
    guard storage.count > limit else { return }
    storage.deallocate()
    storage = UnsafeMutableRawBufferPointer(start: nil, count: 0)
  }

  /// Makes room, so that bytes can be appended without more than one copy.
  mutating func reserve(_ capacity: Int) {
    if capacity > storage.count { grow(to: capacity) }
  }

  @inline(__always)
  private mutating func room(for more: Int) -> UnsafeMutableRawPointer {
    if count + more > storage.count { grow(to: count + more) }
    return storage.baseAddress! + count
  }

  @inline(never)
  private mutating func grow(to capacity: Int) {
    let larger = UnsafeMutableRawBufferPointer.allocate(
      byteCount: max(capacity, 2 * storage.count, 256), alignment: 16)
    larger.copyMemory(from: UnsafeRawBufferPointer(start: storage.baseAddress, count: count))
    storage.deallocate()
    storage = larger
  }
}

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

  private mutating func append(flag: Bool) { append(flag ? 1 : 0 as UInt8) }
}

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

  /// Appends a whole message.
  mutating func append(send pieces: [MessagePiece], byteCount: Int, to channel: Channel) {
    begin(.send, fieldBytes: 4 + 1 + byteCount)
    append(channel.number)
    append(flag: true)
    for piece in pieces { piece.withUnsafeBytes { append($0) } }
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
