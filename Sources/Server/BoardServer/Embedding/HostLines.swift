import BoardHub
import BoardWire

/// Assembles bytes into lines, and lines into messages.
struct HostLines {
  private var reader = MessageReader()
  private var partialLine: [UInt8] = []
  /// The bytes since the last message.
  private var count = 0

  /// - Parameter take: Receives each message with its length.
  mutating func read(_ bytes: UnsafeRawBufferPointer, _ take: (ServerMessage, Int) -> Void) {
    var rest = bytes[...]
    while let end = rest.firstIndex(of: 0x0A) {
      partialLine += rest[..<end]
      rest = rest[(end + 1)...]
      count += partialLine.count + 1
      // What this version cannot read, it skips (rule 11.2).
      if let message = try? partialLine.withUnsafeBytes({ try reader.read($0) }) {
        take(message, count)
        count = 0
      }
      partialLine.removeAll(keepingCapacity: true)
    }
    partialLine += rest
  }
}

extension OutputPiece {
  func withBytes(_ body: (UnsafeRawBufferPointer) -> Void) {
    switch self {
    case .own(let bytes): bytes.withUnsafeBytes(body)
    case .shared(let encoding): encoding.withBytes(body)
    }
  }
}
