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
