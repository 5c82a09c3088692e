/// What a WebSocket client sends, and how it reads what it is sent.
enum ClientFrames {
  /// A handshake with a server on loopback.
  static func handshake(port: UInt16) -> [UInt8] {
    Array(
      """
      GET /ws HTTP/1.1\r
      Host: 127.0.0.1:\(port)\r
      Upgrade: websocket\r
      Connection: Upgrade\r
      Sec-WebSocket-Version: 13\r
      Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
      \r

      """.utf8)
  }

  /// One text message, masked by zeros.
  static func message(_ bytes: [UInt8]) -> [UInt8] {
    let count = bytes.count
    let length: [UInt8] =
      count < 126 ? [0x80 | UInt8(count)] : [0x80 | 126, UInt8(count >> 8), UInt8(count & 0xFF)]
    precondition(count < 65_536, "a message is one short frame")
    return [0x81] + length + [0, 0, 0, 0] + bytes
  }
}

/// Takes the text out of what a WebSocket server sends: the answer to the handshake, and frames.
struct FrameStripper {
  /// The bytes of the answer's last line that have come.
  private var endOfHead = 0
  private var hasHead = false
  /// The bytes of a frame's header that have come.
  private var header: [UInt8] = []
  /// The bytes of the frame's payload that have not come.
  private var missing = 0

  /// Reports the payload in some bytes, in pieces.
  mutating func strip(_ bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void) {
    var offset = 0
    while offset < bytes.count {
      if missing > 0 {
        let end = min(bytes.count, offset + missing)
        body(UnsafeRawBufferPointer(rebasing: bytes[offset..<end]))
        missing -= end - offset
        offset = end
      } else {
        step(bytes[offset])
        offset += 1
      }
    }
  }

  private mutating func step(_ byte: UInt8) {
    guard hasHead else {
      let end: [UInt8] = [0x0D, 0x0A, 0x0D, 0x0A]
      endOfHead = byte == end[endOfHead] ? endOfHead + 1 : byte == 0x0D ? 1 : 0
      hasHead = endOfHead == end.count
      return
    }
    header.append(byte)
    guard header.count >= 2 else { return }
    let size = header[1] == 126 ? 4 : header[1] == 127 ? 10 : 2
    guard header.count == size else { return }
    missing = size == 2 ? Int(header[1]) : header[2...].reduce(0) { $0 << 8 | Int($1) }
    header.removeAll(keepingCapacity: true)
  }
}
