import Terminal

/// Keys, mouse reports and pastes: how their bytes arrive makes no difference.
enum KeyLaws {
  static func check(_ bytes: [UInt8]) throws {
    let whole = events(bytes, cutAt: 0)
    try require(whole.count <= bytes.count, "\(bytes.count) bytes are \(whole.count) events")
    for offset in splits(of: bytes) {
      let pieces = events(bytes, cutAt: offset)
      try require(pieces == whole, "cut at \(offset): \(pieces), and whole: \(whole)")
    }
  }

  private static func events(_ bytes: [UInt8], cutAt offset: Int) -> [InputEvent] {
    var decoder = KeyDecoder()
    return decoder.feed(bytes[..<offset]) + decoder.feed(bytes[offset...]) + decoder.finish()
  }
}
