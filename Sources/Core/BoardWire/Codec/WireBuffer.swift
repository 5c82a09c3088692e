import BoardModel

/// Outgoing bytes of one connection, or of several that get the same.
///
/// The storage is reused: `removeAll` keeps it. It never holds a control byte other than a line feed,
/// whatever the texts are; see `append(text:)`.
public struct WireBuffer: ~Copyable {
  private var base: UnsafeMutableRawPointer?
  public private(set) var capacity: Int
  /// The number of bytes held.
  public private(set) var count = 0

  /// Makes an empty buffer. Without a capacity it holds no memory until the first byte.
  public init(capacity: Int = 0) {
    if capacity > 0 { base = .allocate(byteCount: capacity, alignment: 16) }
    self.capacity = capacity
  }

  deinit { base?.deallocate() }

  private var storage: UnsafeMutableRawBufferPointer { .init(start: base, count: capacity) }
  public var isEmpty: Bool { count == 0 }
  /// The last byte, or nil if there is none.
  var last: UInt8? { count == 0 ? nil : storage[count - 1] }

  /// A copy of the bytes, for tests and for what outlives the buffer.
  public var bytes: [UInt8] { Array(storage[..<count]) }

  /// The bytes as text, for tests and tools.
  public var string: String { String(decoding: storage[..<count], as: UTF8.self) }

  /// Lends the bytes.
  public func withUnsafeBytes<R, E: Error>(
    _ body: (UnsafeRawBufferPointer) throws(E) -> R
  ) throws(E) -> R {
    try body(UnsafeRawBufferPointer(storage).part(0..<count))
  }

  /// Forgets the bytes.
  ///
  /// - Parameter limit: the most capacity that is kept for the next time.
  public mutating func removeAll(keepingAtMost limit: Int = .max) {
    count = 0
    guard capacity > limit else { return }
    base?.deallocate()
    (base, capacity) = (nil, 0)
  }

  /// Forgets the bytes behind the first ones.
  public mutating func truncate(to count: Int) {
    precondition(count <= self.count)
    self.count = count
  }

  /// Takes one byte out.
  ///
  /// - Complexity: O(bytes behind it).
  mutating func removeByte(at offset: Int) {
    precondition(offset < count)
    let bytes = UnsafeMutableRawBufferPointer(rebasing: storage[offset..<count])
    bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[1...]))
    count -= 1
  }

  /// Gives the memory away, trimmed to the bytes held unless those are nearly all. Whoever takes it deallocates it.
  public consuming func release() -> UnsafeRawBufferPointer {
    if count > capacity / 4 * 3 {
      let bytes = UnsafeRawBufferPointer(storage).part(0..<count)
      (base, capacity) = (nil, 0)
      return bytes
    }
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 16)
    bytes.copyMemory(from: UnsafeRawBufferPointer(storage).part(0..<count))
    return UnsafeRawBufferPointer(bytes)
  }

  /// Appends bytes as they are.
  public mutating func append(bytes: UnsafeRawBufferPointer) {
    guard let source = bytes.baseAddress, !bytes.isEmpty else { return }
    room(for: bytes.count).copyMemory(from: source, byteCount: bytes.count)
    count &+= bytes.count
  }

  /// Appends bytes as they are, such as a telnet answer.
  public mutating func append(bytes: [UInt8]) {
    bytes.withUnsafeBytes { append(bytes: $0) }
  }
}

// A buffer has one owner, which may hand it to another thread as a whole.
extension WireBuffer: @unchecked Sendable {}

extension WireBuffer {
  /// Makes room for at least one byte and tells where it begins.
  @inline(__always)
  private mutating func room(for more: Int) -> UnsafeMutableRawPointer {
    if count &+ more > capacity { grow(by: more) }
    return base! + count
  }

  @inline(never)
  private mutating func grow(by more: Int) {
    capacity = max(256, capacity * 2, count + more)
    let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
    if let base { larger.copyMemory(from: base, byteCount: count) }
    base?.deallocate()
    base = larger
  }

  @inline(__always)
  mutating func append(byte: UInt8) {
    room(for: 1).storeBytes(of: byte, as: UInt8.self)
    count &+= 1
  }

  @inline(__always)
  mutating func append(_ literal: StaticString) {
    append(
      bytes: UnsafeRawBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
  }

  /// Appends the lowest bytes of a word, up to eight, the lowest one first.
  @inline(__always)
  mutating func append(word: UInt64, count length: Int) {
    assert(length <= 8, "a word has eight bytes")
    room(for: 8).storeBytes(of: word.littleEndian, as: UInt64.self)
    count &+= length
  }

  /// Appends a string that is known to hold nothing to be escaped.
  ///
  /// It is not inlined: where it is, the string is retained for the copy.
  @inline(never)
  mutating func append(plain string: String) {
    let length = string.utf8.count
    guard length > 0 else { return }
    let target = UnsafeMutableRawBufferPointer(start: room(for: length), count: length)
    target.copyBytes(from: string.utf8)
    count &+= length
  }

  /// Appends the tag in front of a command or a reply, if there is one.
  mutating func append(tag: String?) {
    guard let tag else { return }
    append("#")
    append(plain: tag)
    append(" ")
  }

  mutating func append(number: Int) {
    assert(number >= 0)
    var rest = UInt64(number)
    var (digits, count): (UInt64, Int) = (0, 0)
    repeat {
      digits = digits << 8 | rest % 10 | 0x30
      rest /= 10
      count &+= 1
    } while rest > 0 && count < 8
    if rest > 0 { append(number: Int(rest)) }
    append(word: digits, count: count)
  }
}
