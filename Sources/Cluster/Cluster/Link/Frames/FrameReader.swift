/// Cuts the bytes of the other end into frames.
///
/// How the bytes are cut into pieces makes no difference. What lies within one piece is not copied, and nothing is
/// copied twice. Memory is bounded by the limit of a frame.
struct FrameReader: ~Copyable {
  /// The bytes of a length.
  private static let lengthBytes = 4

  /// The beginning of the present frame.
  private var buffered = FrameBuffer()
  private var fault: LinkFault?

  init() {}

  /// Whether the bytes so far are whole frames.
  private var isAtBoundary: Bool { buffered.isEmpty }

  /// Reads frames, and passes kind and fields of each, which are valid only until the callback returns. A fault is for
  /// ever, that of the callback, too.
  mutating func read(
    _ bytes: UnsafeRawBufferPointer,
    _ body: (FrameKind, UnsafeRawBufferPointer) throws(LinkFault) -> Void
  ) throws(LinkFault) {
    if let fault { throw fault }
    do throws(LinkFault) { try cut(bytes, body) } catch {
      fault = error
      throw error
    }
  }

  private mutating func cut(
    _ bytes: UnsafeRawBufferPointer,
    _ body: (FrameKind, UnsafeRawBufferPointer) throws(LinkFault) -> Void
  ) throws(LinkFault) {
    var rest = bytes
    if !isAtBoundary { try complete(from: &rest, body) }
    while let size = try Self.size(of: rest), rest.count >= size {
      let frame = UnsafeRawBufferPointer(rebasing: rest[..<size])
      rest = UnsafeRawBufferPointer(rebasing: rest[size...])
      try Self.pass(frame, to: body)
    }
    buffered.append(rest)
  }

  /// Completes the frame whose beginning is held, as far as the bytes go.
  private mutating func complete(
    from rest: inout UnsafeRawBufferPointer,
    _ body: (FrameKind, UnsafeRawBufferPointer) throws(LinkFault) -> Void
  ) throws(LinkFault) {
    buffer(Self.lengthBytes, of: &rest)
    let size = try buffered.withUnsafeBytes { (bytes) throws(LinkFault) in try Self.size(of: bytes)
    }
    guard let size else { return }
    buffered.reserve(size)
    buffer(size, of: &rest)
    guard buffered.count == size else { return }
    try buffered.withUnsafeBytes { (frame) throws(LinkFault) in try Self.pass(frame, to: body) }
    buffered.removeAll()
  }

  /// Moves bytes to those held until these are so many.
  private mutating func buffer(_ count: Int, of rest: inout UnsafeRawBufferPointer) {
    let missing = min(max(0, count - buffered.count), rest.count)
    buffered.append(UnsafeRawBufferPointer(rebasing: rest[..<missing]))
    rest = UnsafeRawBufferPointer(rebasing: rest[missing...])
  }

  /// The size of a frame with its length; nil if the bytes do not hold the length.
  private static func size(of bytes: UnsafeRawBufferPointer) throws(LinkFault) -> Int? {
    guard bytes.count >= lengthBytes else { return nil }
    let length = Int(UInt32(bigEndian: bytes.loadUnaligned(as: UInt32.self)))
    guard (1...LinkLimits.frameBytes).contains(length) else { throw .frameLength(length) }
    return lengthBytes + length
  }

  private static func pass(
    _ frame: UnsafeRawBufferPointer,
    to body: (FrameKind, UnsafeRawBufferPointer) throws(LinkFault) -> Void
  ) throws(LinkFault) {
    let number = frame[lengthBytes]
    guard let kind = FrameKind(rawValue: number) else { throw .unknownFrame(number) }
    try body(kind, UnsafeRawBufferPointer(rebasing: frame[(lengthBytes + 1)...]))
  }
}

/// Reads the fields of one frame in order.
struct FieldReader {
  private let kind: FrameKind
  private var rest: UnsafeRawBufferPointer

  init(_ fields: UnsafeRawBufferPointer, of kind: FrameKind) {
    self.kind = kind
    rest = fields
  }

  mutating func bytes(_ count: Int) throws(LinkFault) -> UnsafeRawBufferPointer {
    guard count <= rest.count else { throw .truncatedFrame(kind) }
    let bytes = UnsafeRawBufferPointer(rebasing: rest[..<count])
    rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    return bytes
  }

  mutating func number<Number: FixedWidthInteger & BitwiseCopyable>(
    _ type: Number.Type = Number.self
  ) throws(LinkFault) -> Number {
    let bytes = try bytes(MemoryLayout<Number>.size)
    return Number(bigEndian: bytes.loadUnaligned(as: Number.self))
  }

  mutating func flag() throws(LinkFault) -> Bool {
    switch try number(UInt8.self) {
    case 0: return false
    case 1: return true
    case _: throw .malformedField(kind)
    }
  }

  mutating func channel() throws(LinkFault) -> Channel {
    let number = try number(UInt32.self)
    guard number < LinkLimits.channels else { throw .oversizedField(kind) }
    return Channel(number)
  }

  /// A count of bytes.
  mutating func count() throws(LinkFault) -> Int { Int(try number(UInt32.self)) }

  /// Bytes that begin with their count.
  mutating func field(atMost limit: Int) throws(LinkFault) -> UnsafeRawBufferPointer {
    let count = Int(try number(UInt16.self))
    guard count <= limit else { throw .oversizedField(kind) }
    return try bytes(count)
  }

  mutating func text(atMost limit: Int) throws(LinkFault) -> String {
    guard let text = String(validating: try field(atMost: limit), as: UTF8.self) else {
      throw .malformedField(kind)
    }
    return text
  }

  /// A value that may be missing.
  mutating func optional<Value>(
    _ read: (inout FieldReader) throws(LinkFault) -> Value
  ) throws(LinkFault) -> Value? {
    try flag() ? try read(&self) : nil
  }

  /// All bytes that are left: the last field.
  mutating func remainder(atMost limit: Int) throws(LinkFault) -> UnsafeRawBufferPointer {
    guard rest.count <= limit else { throw .oversizedField(kind) }
    return try bytes(rest.count)
  }

  /// Ensures that the last field was read.
  func end() throws(LinkFault) {
    guard rest.isEmpty else { throw .overlongFrame(kind) }
  }
}
