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
  mutating func begin(_ kind: FrameKind, fieldBytes: Int) {
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
