import BoardModel
import BoardWire

/// Cutting bytes into lines: how they arrive makes no difference, and what is held is bounded.
enum FrameLaws {
  fileprivate enum Seen: Equatable {
    case line([UInt8])
    case failed(LineError)
    case answer([UInt8])
    case quit
    case foreign
    case end(isUnfinished: Bool)
  }

  /// - Parameter input: Its first byte chooses the framer.
  static func check(_ input: [UInt8]) throws {
    guard let choice = input.first else { return }
    let bytes = Array(input.dropFirst())
    let limit = choice & 1 == 0 ? 24 : Limits.lineBytes
    let framer = LineFramer(limit: limit, detectsForeign: choice & 2 == 0)
    let whole = try frames(framer, of: bytes, cutAt: 0, limit)
    for offset in splits(of: bytes) {
      let pieces = try frames(framer, of: bytes, cutAt: offset, limit)
      try require(pieces == whole, "cut at \(offset): \(pieces), and whole: \(whole)")
    }
    let stopping = stepwise(framer, bytes)
    try require(stopping == whole, "one frame at a time: \(stopping), and together: \(whole)")
  }

  private static func frames(
    _ framer: LineFramer, of bytes: [UInt8], cutAt offset: Int, _ limit: Int
  ) throws -> [Seen] {
    var framer = framer
    var seen: [Seen] = []
    var bufferedBytes = 0
    forEachPiece(of: bytes, cutAt: offset) { piece in
      framer.feed(piece) { frame in
        seen.append(Seen(frame))
        return true
      }
      bufferedBytes = max(bufferedBytes, framer.bufferedBytes)
    }
    try require(bufferedBytes <= bytes.count, "\(bufferedBytes) bytes are held of \(bytes.count)")
    for case .line(let line) in seen where line.first != UInt8(ascii: "{") {
      try require(line.count <= limit, "a line of \(line.count) bytes, and \(limit) are the most")
      try require(String(validating: line, as: UTF8.self) != nil, "a line that is not UTF-8")
      try require(!line.contains { $0 < 0x20 || $0 == 0x7F }, "a line with a control byte")
    }
    seen.append(.end(isUnfinished: framer.finish()))
    return seen
  }

  /// The frames if the reader stops behind each.
  private static func stepwise(_ framer: LineFramer, _ bytes: [UInt8]) -> [Seen] {
    var framer = framer
    var seen: [Seen] = []
    bytes.withUnsafeBytes { bytes in
      var offset = 0
      while offset < bytes.count {
        offset += framer.feed(UnsafeRawBufferPointer(rebasing: bytes[offset...])) { frame in
          seen.append(Seen(frame))
          return false
        }
      }
    }
    return seen + [.end(isUnfinished: framer.finish())]
  }
}

extension FrameLaws.Seen {
  fileprivate init(_ frame: LineFramer.Frame) {
    switch frame {
    case .line(let bytes): self = .line(Array(bytes))
    case .failed(let error): self = .failed(error)
    case .answer(let bytes): self = .answer(bytes)
    case .quit: self = .quit
    case .foreign: self = .foreign
    }
  }
}
