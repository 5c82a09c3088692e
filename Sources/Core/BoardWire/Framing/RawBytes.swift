extension UnsafeRawBufferPointer {
  /// Whether these are exactly the bytes of a literal.
  @inline(__always)
  func equals(_ literal: StaticString) -> Bool {
    count == literal.utf8CodeUnitCount && first == literal.utf8Start.pointee
      && starts(with: literal)
  }

  /// Whether the bytes begin with those of a literal.
  func starts(with literal: StaticString) -> Bool {
    let (start, length) = (literal.utf8Start, literal.utf8CodeUnitCount)
    guard count >= length else { return false }
    for offset in 0..<length where self[offset] != start[offset] { return false }
    return true
  }

  /// Whether the bytes, in lower case, begin with those of a literal.
  func startsLowercased(with literal: StaticString) -> Bool {
    guard count >= literal.utf8CodeUnitCount else { return false }
    for offset in 0..<literal.utf8CodeUnitCount
    where self[offset].lowercased != literal.utf8Start[offset] { return false }
    return true
  }

  /// Whether there is nothing but blanks.
  @inline(__always)
  var isBlank: Bool { allSatisfy { $0 == 0x20 } }

  /// Whether the bytes are strictly valid UTF-8.
  var isUTF8: Bool {
    withMemoryRebound(to: UInt8.self) { (try? UTF8Span(validating: $0.span)) != nil }
  }

  /// The bytes from one offset up to another.
  @inline(__always)
  package func part(_ range: Range<Int>) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: self[range])
  }

  /// The bytes as a string, where they are valid UTF-8.
  var string: String? {
    withMemoryRebound(to: UInt8.self) { bytes in
      guard let text = try? UTF8Span(validating: bytes.span) else { return nil }
      return String(copying: text)
    }
  }
}

extension UInt8 {
  /// The letter in lower case; every other byte is itself.
  @inline(__always)
  package var lowercased: UInt8 { self >= 0x41 && self <= 0x5A ? self | 0x20 : self }

  @inline(__always)
  var isDigit: Bool { self >= 0x30 && self <= 0x39 }

  /// The value of the byte as a digit in base 16, or nil.
  @inline(__always)
  var hexValue: UInt32? {
    let isDigit = self &- 0x30 < 10
    let isLetter = (self | 0x20) &- 0x61 < 6
    // Both are computed, so that there is one branch; it nearly always goes the same way.
    guard isDigit != isLetter else { return nil }
    return UInt32(self & 0xF &+ 9 &* (self &>> 6))
  }

  @inline(__always)
  var isSmallLetter: Bool { self >= 0x61 && self <= 0x7A }

  /// Whether a key may have the byte.
  @inline(__always)
  var isOfKey: Bool { isSmallLetter || isDigit || self == 0x2D }

  @inline(__always)
  var isLetter: Bool { lowercased >= 0x61 && lowercased <= 0x7A }
}
