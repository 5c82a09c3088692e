/// Cuts the bytes of the other end into frames.
///
/// How the bytes are cut into pieces makes no difference. What lies within one piece is not copied, and nothing is
/// copied twice. Memory is bounded by the limit of a frame.
struct FrameReader: ~Copyable {
  /// The bytes of a length.
  private static let lengthBytes = 4

  /// The beginning of the present frame.
  private var buffered = FrameBuffer()

  init() {}

  /// Whether the bytes so far are whole frames.
  var isAtBoundary: Bool { buffered.isEmpty }

  /// Reads frames, and passes kind and fields of each, which are valid only until the callback returns.
  mutating func read(
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
