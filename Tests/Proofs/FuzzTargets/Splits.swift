/// The ways in which an input is cut into two pieces: at every byte of a short one, and at some of a
/// long one.
func splits(of bytes: [UInt8], most: Int = 12) -> [Int] {
  guard bytes.count > most else { return Array(bytes.indices) }
  var hash: UInt32 = 2_166_136_261
  for byte in bytes { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
  return (0..<most / 2).map { _ in
    hash = hash &* 1_664_525 &+ 1_013_904_223
    return Int(hash >> 8) % bytes.count
  }
}

/// Calls the body with the bytes before an offset, and with those from it on.
func forEachPiece(of bytes: [UInt8], cutAt offset: Int, _ body: (UnsafeRawBufferPointer) -> Void) {
  bytes.withUnsafeBytes { bytes in
    body(UnsafeRawBufferPointer(rebasing: bytes[..<offset]))
    body(UnsafeRawBufferPointer(rebasing: bytes[offset...]))
  }
}

/// The whole lines of an input that are text, as a connection delivers them.
func lines(of bytes: [UInt8]) -> [[UInt8]] {
  bytes.split(separator: 0x0A).map(Array.init).filter { line in
    line.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
      && String(validating: line, as: UTF8.self) != nil
  }
}

func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
