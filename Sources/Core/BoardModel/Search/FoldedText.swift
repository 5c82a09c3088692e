/// A search text for case-insensitive search, by `CaseFolding`.
package struct FoldedText: Sendable {
  /// The folded text in UTF-8.
  private let bytes: [UInt8]
  private let isASCII: Bool
  /// For each prefix, from one byte on: the length of its longest border, the shorter prefix that
  /// it also ends with. This is the table of Knuth, Morris and Pratt.
  private let borders: [Int]

  package init(_ text: Text) {
    var string = ""
    for scalar in text.string.unicodeScalars {
      string.unicodeScalars.append(CaseFolding.fold(scalar))
    }
    bytes = Array(string.utf8)
    isASCII = bytes.allSatisfy { $0 < 0x80 }
    borders = Self.borders(of: bytes)
  }

  /// Whether a text contains this one. Every text contains an empty one.
  ///
  /// - Parameters:
  ///   - text: Valid UTF-8.
  ///   - textIsASCII: Whether all of it is ASCII.
  /// - Complexity: O(bytes of the text).
  package func isContained(in text: UnsafeRawBufferPointer, isASCII textIsASCII: Bool) -> Bool {
    if textIsASCII { return isASCII && isContained(in: text) { $0.foldedASCII } }
    // If folding needs more bytes, it needs three for two.
    let capacity = text.count + text.count / 2 + 1
    return withUnsafeTemporaryAllocation(byteCount: capacity, alignment: 1) { buffer in
      let count = text.fold(into: buffer)
      return isContained(in: UnsafeRawBufferPointer(rebasing: buffer[..<count])) { $0 }
    }
  }

  @inline(__always)
  private func isContained(
    in text: UnsafeRawBufferPointer, folding fold: (UInt8) -> UInt8
  ) -> Bool {
    guard let first = bytes.first else { return true }
    var (matched, offset) = (0, 0)
    while offset < text.count {
      let byte = fold(text[offset])
      offset += 1
      if matched == 0, byte != first { continue }
      while matched > 0, byte != bytes[matched] { matched = borders[matched - 1] }
      if byte == bytes[matched] { matched += 1 }
      if matched == bytes.count { return true }
    }
    return false
  }

  private static func borders(of bytes: [UInt8]) -> [Int] {
    var borders: [Int] = []
    var border = 0
    for (index, byte) in bytes.enumerated() {
      while border > 0, byte != bytes[border] { border = borders[border - 1] }
      if index > 0, byte == bytes[border] { border += 1 }
      assert(border <= index, "a border is shorter than its prefix")
      borders.append(border)
    }
    return borders
  }
}

extension UnsafeRawBufferPointer {
  /// Whether no byte is above 7F. It checks eight at a time.
  package var isASCII: Bool {
    var offset = 0
    while offset + 8 <= count {
      let word = loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      if word & 0x8080_8080_8080_8080 != 0 { return false }
      offset += 8
    }
    return self[offset...].allSatisfy { $0 < 0x80 }
  }

  /// Writes valid UTF-8 with its case folded to a buffer, and returns the number of bytes.
  fileprivate func fold(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    var count = 0
    var decoder = UTF8()
    var bytes = makeIterator()
    while case .scalarValue(let scalar) = decoder.decode(&bytes) {
      UTF8.encode(CaseFolding.fold(scalar)) { byte in
        assert(count < buffer.count, "folding takes at most three bytes for two")
        buffer[count] = byte
        count += 1
      }
    }
    return count
  }
}
