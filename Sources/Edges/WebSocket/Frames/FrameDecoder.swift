/// Takes the frames of a client apart (RFC 6455, 5.2), however their bytes are cut.
///
/// - Invariant: It holds at most one frame of `payloadLimit` bytes.
struct FrameDecoder {
  struct Frame {
    let opcode: UInt8
    let isLast: Bool
    /// The payload without its mask.
    var payload: [UInt8]
  }

  private let payloadLimit: Int
  /// The bytes of a header that is not complete.
  private var header: [UInt8] = []
  /// The header of the frame whose payload is being read; nil if none is.
  private var present: Header?
  private var payload: [UInt8] = []

  init(payloadLimit: Int) { self.payloadLimit = payloadLimit }

  /// Takes bytes from the beginning of a piece, up to the end of a frame or of the piece.
  ///
  /// - Returns: The frame that they complete; nil if there is none.
  /// - Throws: The code to close with, for a header that no client may send.
  /// - Complexity: O(bytes taken).
  mutating func next(
    from piece: inout UnsafeRawBufferPointer
  ) throws(CloseCode) -> Frame? {
    while present == nil {
      guard let byte = piece.first else { return nil }
      piece = UnsafeRawBufferPointer(rebasing: piece.dropFirst())
      header.append(byte)
      try readHeader()
    }
    guard let present else { return nil }
    let count = min(present.length - payload.count, piece.count)
    payload += piece[..<count]
    piece = UnsafeRawBufferPointer(rebasing: piece[count...])
    return payload.count == present.length ? end(present) : nil
  }

  /// Reads the header as far as it is there.
  private mutating func readHeader() throws(CloseCode) {
    guard header.count >= 2 else { return }
    let lengthBytes = Header.lengthBytes(header[1])
    guard header.count >= 2 + lengthBytes else { return }
    if header.count == 2 + lengthBytes { try Header.check(header, payloadLimit) }
    // Each frame of a client has a mask.
    guard header.count == 2 + lengthBytes + 4 else { return }
    present = Header(header)
    header.removeAll(keepingCapacity: true)
  }

  private mutating func end(_ header: Header) -> Frame {
    var frame = Frame(opcode: header.opcode, isLast: header.isLast, payload: payload)
    (present, payload) = (nil, [])
    frame.payload.unmask(by: header.mask)
    return frame
  }
}

/// What is in front of a payload.
private struct Header {
  let opcode: UInt8
  let isLast: Bool
  let length: Int
  let mask: SIMD4<UInt8>

  /// - Parameter bytes: The whole header, which has been checked.
  init(_ bytes: [UInt8]) {
    opcode = bytes[0] & 0x0F
    isLast = bytes[0] & 0x80 != 0
    length = Int(Self.length(bytes))
    mask = SIMD4(bytes.suffix(4))
  }

  /// How many bytes of a length follow the second byte.
  static func lengthBytes(_ second: UInt8) -> Int {
    switch second & 0x7F {
    case 126: 2
    case 127: 8
    default: 0
    }
  }

  /// - Parameter bytes: A header up to its length or more.
  private static func length(_ bytes: [UInt8]) -> UInt64 {
    let count = lengthBytes(bytes[1])
    guard count > 0 else { return UInt64(bytes[1] & 0x7F) }
    return bytes[2..<2 + count].reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Checks a header up to its length: the shortest length, the limit, control frames, the mask, reserved bits.
  static func check(_ bytes: [UInt8], _ payloadLimit: Int) throws(CloseCode) {
    let (length, isControl) = (length(bytes), bytes[0] & 0x08 != 0)
    let shortest: UInt64 =
      switch bytes[1] & 0x7F {
      case 126: 126
      case 127: 65_536
      default: 0
      }
    guard length >= shortest else { throw .brokenProtocol }
    guard length <= payloadLimit else { throw .messageTooBig }
    guard !isControl || bytes[0] & 0x80 != 0 && length <= 125 else { throw .brokenProtocol }
    guard bytes[1] & 0x80 != 0, bytes[0] & 0x70 == 0 else { throw .brokenProtocol }
  }
}

extension [UInt8] {
  /// Takes a mask of four bytes off (RFC 6455, 5.3).
  fileprivate mutating func unmask(by mask: SIMD4<UInt8>) {
    withUnsafeMutableBytes { bytes in
      for index in bytes.indices { bytes[index] ^= mask[index & 3] }
    }
  }
}
